// SPDX-License-Identifier: GPL-3.0-or-later
// The first day of a business, in the window as it opens: from an empty workspace to an order that was delivered,
// returned and refunded. Once by the mouse alone and once by the keyboard alone, in both languages.
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "engine/base/log.h"
#include "tests/support/shops/shop.h"
#include "tests/ui/console_over.h"
#include "ui/pages/orders/order_lines_edit.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/widgets/action_state.h"

namespace test_first_day {

using namespace evenhand;
using Panel = ui::StartPanel;

namespace {

constexpr int kMaxTabs = 400;  ///< more than a window has places for the keyboard
constexpr int kMaxRows = 10;   ///< of the palette's list

/// Signs that are on no key come as an input method of the desktop sends them.
void type(QWidget* into, const QString& text) {
    for (const QChar sign : text) {
        if (sign.unicode() < 0x80) {
            QTest::keyClick(into, sign.toLatin1());
        } else {
            QTest::sendKeyEvent(QTest::Click, into, static_cast<Qt::Key>(sign.unicode()), QString(sign),
                                Qt::NoModifier);
        }
    }
}

/// What a person does at the window, in one way or the other. What is meant is named as the code names it; it must be
/// there to be seen.
class Hand {
public:
    explicit Hand(ui::MainWindow& window) : m_window(window) {}
    virtual ~Hand() = default;
    Hand(const Hand&) = delete;
    Hand& operator=(const Hand&) = delete;

    virtual void press(const QString& button) = 0;
    /// Runs a command that has a button here.
    virtual void run(const QString& button, const QString& command) = 0;
    /// Over what stands in the field.
    virtual void fill(const QString& field, const QString& text) = 0;
    /// Of a box in which the first choice is chosen.
    virtual void choose(const QString& box, int choice) = 0;
    /// Takes the first product that is offered for what was typed.
    virtual void takeProduct() = 0;
    virtual void openTab(const QString& tabs, int tab) = 0;

    void open(const QString& page) {
        showPage(page);
        QTRY_COMPARE(m_window.currentPage()->id(), page);
        QTRY_VERIFY(m_window.currentPage()->isReady());
    }
    /// Does something with the only row of a table.
    void doWith(const QString& table, const QString& command, const QString& button = {}) {
        QTRY_VERIFY(m_window.currentPage()->isReady());
        select(table);
        act(command, button);
    }
    /// Does something that the page offers.
    void act(const QString& command, const QString& button = {}) {
        const auto* action = m_window.currentPage()->findChild<QAction*>(command);
        QVERIFY2(action != nullptr, qPrintable(command));
        QTRY_VERIFY2(action->isEnabled(), qPrintable(command + QLatin1Char(' ') + ui::whyDisabled(*action)));
        trigger(*action, button.isEmpty() ? QStringLiteral("button.") + command : button);
    }
    /// The form has come up.
    void waitFor(const QString& form) {
        QTRY_COMPARE(front()->objectName(), form);
        QTRY_VERIFY(front()->isActiveWindow());
    }
    /// Confirms the form in front, which goes.
    void confirm() {
        const QPointer<QWidget> form = front();
        const auto* button = shown(QStringLiteral("confirmButton"));
        QVERIFY(button != nullptr);
        QTRY_VERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
        pressConfirm();
        QTRY_VERIFY2(!form, "the form stays");
        m_window.activateWindow();  // a window manager's part
        QTRY_VERIFY(m_window.isActiveWindow());
    }

protected:
    virtual void showPage(const QString& page) = 0;
    virtual void select(const QString& table) = 0;
    virtual void trigger(const QAction& action, const QString& button) = 0;
    virtual void pressConfirm() = 0;

    [[nodiscard]] ui::MainWindow& window() const { return m_window; }
    /// What can be used now.
    [[nodiscard]] QWidget* front() const {
        auto* form = QApplication::activeModalWidget();
        return form != nullptr ? form : static_cast<QWidget*>(&m_window);
    }
    [[nodiscard]] QWidget* shown(const QString& name) const {
        for (auto* each : front()->findChildren<QWidget*>(name)) {
            if (each->isVisible()) {
                return each;
            }
        }
        return nullptr;
    }
    template <typename T>
    [[nodiscard]] T* shownAs(const QString& name) const {
        return qobject_cast<T*>(shown(name));
    }

private:
    ui::MainWindow& m_window;
};

/// Clicks on what can be seen, and types only into a field that was clicked.
class Mouse final : public Hand {
public:
    using Hand::Hand;

    void press(const QString& button) override { clickOn(button); }
    void run(const QString& button, const QString&) override { clickOn(button); }
    void fill(const QString& field, const QString& text) override {
        QTRY_VERIFY2(shown(field) != nullptr, qPrintable(field));
        auto* found = shown(field);
        auto* into = partOf(found);
        click(into, into->rect().center());
        QVERIFY2(found->hasFocus(), qPrintable(field));
        const auto* line = qobject_cast<QLineEdit*>(into);
        if (line != nullptr && !line->text().isEmpty()) {
            QTest::mouseDClick(into, Qt::LeftButton);  // selects the figure that stands there
            QTest::mouseRelease(into, Qt::LeftButton);
            QCOMPARE(line->selectedText(), line->text());
        }
        type(found, text);
    }
    void choose(const QString& box, int choice) override {
        auto* found = shownAs<QComboBox>(box);
        QVERIFY2(found != nullptr, qPrintable(box));
        click(found, found->rect().center());
        auto* view = found->view();
        QTRY_VERIFY(view->isVisible());
        // Pressed, moved and released: the list is deaf for a moment to a button that only opened it.
        auto* on = view->viewport();
        const QPoint at = view->visualRect(found->model()->index(choice, found->modelColumn())).center();
        QTest::mousePress(on, Qt::LeftButton, Qt::NoModifier, at);
        QTest::mouseMove(on, at);
        QTest::mouseRelease(on, Qt::LeftButton, Qt::NoModifier, at);
        QTRY_COMPARE(found->currentIndex(), choice);
    }
    void takeProduct() override {
        QTRY_VERIFY(qobject_cast<QAbstractItemView*>(QApplication::activePopupWidget()) != nullptr);
        auto* list = qobject_cast<QAbstractItemView*>(QApplication::activePopupWidget());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                          list->visualRect(list->model()->index(0, 0)).center());
    }
    void openTab(const QString& tabs, int tab) override {
        auto* found = shownAs<QTabWidget>(tabs);
        QVERIFY2(found != nullptr, qPrintable(tabs));
        click(found->tabBar(), found->tabBar()->tabRect(tab).center());
        QTRY_COMPARE(found->currentIndex(), tab);
    }

protected:
    void showPage(const QString& page) override { clickOn(QStringLiteral("nav.") + page); }
    void select(const QString& table) override {
        QTRY_VERIFY2(shown(table) != nullptr, qPrintable(table));
        auto* found = shownAs<QTableView>(table);
        QVERIFY2(found != nullptr, qPrintable(table));
        QTRY_COMPARE(found->model()->rowCount(), 1);
        const auto cell = found->model()->index(0, found->horizontalHeader()->logicalIndexAt(2));
        click(found->viewport(), found->visualRect(cell).center());
        QTRY_COMPARE(found->selectionModel()->selectedRows().size(), 1);
    }
    void trigger(const QAction&, const QString& button) override { clickOn(button); }
    void pressConfirm() override { clickOn(QStringLiteral("confirmButton")); }

private:
    /// What of a field takes the mouse.
    static QWidget* partOf(QWidget* field) {
        if (auto* area = qobject_cast<QAbstractScrollArea*>(field)) {
            return area->viewport();
        }
        auto* line = qobject_cast<QAbstractSpinBox*>(field) ? field->findChild<QLineEdit*>() : nullptr;
        return line != nullptr ? line : field;
    }
    static void click(QWidget* on, const QPoint& at) {
        QVERIFY2(on->isEnabled() && on->visibleRegion().contains(at), qPrintable(on->objectName()));
        QTest::mouseClick(on, Qt::LeftButton, Qt::NoModifier, at);
    }
    void clickOn(const QString& button) const {
        QTRY_VERIFY2(shown(button) != nullptr && shown(button)->isEnabled(), qPrintable(button));
        auto* found = shown(button);
        click(found, found->rect().center());
    }
};

/// Presses keys where the keyboard is.
class Keys final : public Hand {
public:
    using Hand::Hand;

    void press(const QString& button) override {
        tabTo(button);
        chord(Qt::Key_Space);
    }
    void run(const QString&, const QString& command) override {
        const auto* action = window().findChild<QAction*>(command);
        QVERIFY2(action != nullptr, qPrintable(command));
        QString name = action->text();
        chord(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(isAt(QStringLiteral("paletteInput")));
        type(target(), name.remove(QChar(0x2026)));
        const auto* list = shownAs<QListView>(QStringLiteral("paletteList"));
        QVERIFY(list != nullptr);
        for (int row = 0; row < kMaxRows && list->currentIndex().data().toString() != action->text(); ++row) {
            chord(Qt::Key_Down);
        }
        QCOMPARE(list->currentIndex().data().toString(), action->text());
        chord(Qt::Key_Return);
    }
    void fill(const QString& field, const QString& text) override {
        tabTo(field);
        chord(Qt::Key_A, Qt::ControlModifier);
        type(target(), text);
    }
    void choose(const QString& box, int choice) override {
        tabTo(box);
        for (int step = 0; step < choice; ++step) {
            chord(Qt::Key_Down);
        }
        const auto* found = shownAs<QComboBox>(box);
        QVERIFY2(found != nullptr, qPrintable(box));
        QCOMPARE(found->currentIndex(), choice);
    }
    void takeProduct() override { chord(Qt::Key_Return); }
    void openTab(const QString& tabs, int tab) override {
        const auto* found = shownAs<QTabWidget>(tabs);
        QVERIFY2(found != nullptr, qPrintable(tabs));
        tabTo(found->tabBar()->objectName());
        while (found->currentIndex() < tab) {
            const int before = found->currentIndex();
            chord(Qt::Key_Right);
            QCOMPARE(found->currentIndex(), before + 1);
        }
    }

protected:
    void showPage(const QString& page) override {
        const auto* action = window().findChild<QAction*>(QStringLiteral("action.page.") + page);
        QVERIFY2(action != nullptr && !action->shortcut().isEmpty(), qPrintable(page));
        QTest::keySequence(target(), action->shortcut());
    }
    void select(const QString& table) override {
        tabTo(table);
        const auto* found = shownAs<QTableView>(table);
        QVERIFY2(found != nullptr, qPrintable(table));
        QTRY_COMPARE(found->model()->rowCount(), 1);
        chord(Qt::Key_Down);
        QTRY_COMPARE(found->selectionModel()->selectedRows().size(), 1);
    }
    void trigger(const QAction& action, const QString&) override {
        QVERIFY2(!action.shortcut().isEmpty(), qPrintable(action.objectName()));
        QTest::keySequence(target(), action.shortcut());
    }
    void pressConfirm() override { chord(Qt::Key_Return, Qt::ControlModifier); }

private:
    [[nodiscard]] QWidget* target() const {
        auto* focus = QApplication::focusWidget();
        return focus != nullptr ? focus : front();
    }
    [[nodiscard]] bool isAt(const QString& name) const {
        const auto* focus = QApplication::focusWidget();
        return focus != nullptr && focus->objectName() == name && front()->isAncestorOf(focus);
    }
    void chord(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(target(), key, modifiers);
    }
    void tabTo(const QString& name) {
        QTRY_VERIFY2(shown(name) != nullptr && shown(name)->isEnabled(), qPrintable(name));
        for (int tab = 0; tab < kMaxTabs && !isAt(name); ++tab) {
            chord(Qt::Key_Tab);
        }
        QVERIFY2(isAt(name), qPrintable(name));
    }
};

struct Names {
    QString campus;
    QString courier;
    QString product;
    QString reason;
};

constexpr const char* kPhone = "138 0000 1111";

/// What is done, a step after the other, and what the engine has of it.
class Day {
public:
    Day(test::Shop& shop, ui::MainWindow& window, Hand& hand, Names names)
        : m_shop(shop), m_window(window), m_hand(hand), m_names(std::move(names)) {}

    void run() {
        for (const auto step :
             {&Day::begin, &Day::addCampus, &Day::addCourier, &Day::putOnDuty, &Day::addProduct, &Day::takeOrder,
              &Day::deliver, &Day::requestReturn, &Day::approve, &Day::receive, &Day::refund, &Day::endSteps}) {
            (this->*step)();
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }

private:
    void begin() {
        QTRY_COMPARE(steps(), (Steps{Panel::CampusStep, Panel::CourierStep, Panel::ProductStep, Panel::OrderStep,
                                     Panel::ApiStep}));
    }
    void addCampus() {
        m_hand.press(QStringLiteral("startCampus.shop.addCampus"));
        m_hand.waitFor(QStringLiteral("campusDialog"));
        m_hand.fill(QStringLiteral("shopId"), QStringLiteral("north"));
        m_hand.fill(QStringLiteral("shopName"), m_names.campus);
        m_hand.confirm();
        QTRY_COMPARE(steps(), (Steps{Panel::CourierStep, Panel::ProductStep, Panel::OrderStep, Panel::ApiStep}));
        const auto campuses = m_shop.must(m_shop.engine().dispatch().campuses(who()));
        QCOMPARE(campuses.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(campuses.front().name), m_names.campus);
    }
    void addCourier() {
        m_hand.press(QStringLiteral("startCourier.shop.addCourier"));
        m_hand.waitFor(QStringLiteral("courierDialog"));
        m_hand.fill(QStringLiteral("shopId"), QStringLiteral("c1"));
        m_hand.fill(QStringLiteral("shopName"), m_names.courier);
        m_hand.fill(QStringLiteral("shopPhone"), QLatin1String(kPhone));
        m_hand.confirm();
        QTRY_COMPARE(steps(), (Steps{Panel::ProductStep, Panel::OrderStep, Panel::ApiStep}));
        QCOMPARE(QString::fromStdString(courier().name), m_names.courier);
        QCOMPARE(courier().phone, std::string(kPhone));
        QCOMPARE(courier().campus, CampusId("north"));
        QVERIFY(!courier().onDuty);
    }
    void putOnDuty() {
        m_hand.open(QStringLiteral("dispatch"));
        m_hand.doWith(QStringLiteral("dispatchCouriersTable"), QStringLiteral("dispatchOnDuty"),
                      QStringLiteral("dispatchOnDutyButton"));
        QTRY_VERIFY(courier().onDuty);
    }
    void addProduct() {
        m_hand.open(QStringLiteral("overview"));
        m_hand.run(QStringLiteral("startProduct.shop.addProduct"), QStringLiteral("shop.addProduct"));
        m_hand.waitFor(QStringLiteral("productDialog"));
        m_hand.fill(QStringLiteral("shopId"), QStringLiteral("tea"));
        m_hand.fill(QStringLiteral("shopName"), m_names.product);
        m_hand.fill(QStringLiteral("shopPrice"), QStringLiteral("12.50"));
        m_hand.fill(QStringLiteral("shopStock"), QStringLiteral("30"));
        m_hand.confirm();
        QCOMPARE(QString::fromStdString(product().name), m_names.product);
        QCOMPARE(product().unitPrice, Money{1'250});
        QCOMPARE(product().stock, std::int64_t{30});
    }
    void takeOrder() {
        m_hand.open(QStringLiteral("overview"));
        QTRY_COMPARE(steps(), (Steps{Panel::OrderStep, Panel::ApiStep}));
        m_hand.press(QStringLiteral("startOrder.orders.take"));
        m_hand.waitFor(QStringLiteral("takeOrderDialog"));
        m_hand.fill(QStringLiteral("orderUser"), QStringLiteral("caller-7"));
        const auto* lines = m_window.findChild<ui::OrderLinesEdit*>(QStringLiteral("orderLines"));
        QVERIFY(lines != nullptr);
        m_hand.fill(QStringLiteral("orderProduct"), m_names.product);
        QTRY_COMPARE(lines->suggestions().size(), 1);
        m_hand.takeProduct();
        QTRY_COMPARE(lines->lines().size(), std::size_t{1});
        m_hand.fill(QStringLiteral("orderUnits.tea"), QStringLiteral("2"));
        m_hand.choose(QStringLiteral("orderPayment"), 1);  // in cash
        m_hand.fill(QStringLiteral("orderPaymentReason"), m_names.reason);
        m_hand.confirm();
        QTRY_COMPARE(steps(), Steps{Panel::ApiStep});
        QCOMPARE(order().user, UserId("caller-7"));
        QCOMPARE(order().payable, Money{2'500});
        QVERIFY(order().paidAt.has_value());
        QCOMPARE(QString::fromStdString(m_shop.lastReason()), m_names.reason);
        QCOMPARE(product().stock, std::int64_t{28});
        // The only courier has it, without anybody's doing.
        QTRY_COMPARE(order().status, api::OrderStatus::WaitPickUp);
        QCOMPARE(order().courier, CourierId("c1"));
    }
    void deliver() {
        const QString table = QStringLiteral("ordersTable");
        m_hand.open(QStringLiteral("orders"));
        m_hand.doWith(table, QStringLiteral("order.pickedUp"));
        QTRY_COMPARE(order().status, api::OrderStatus::Delivering);
        m_hand.doWith(table, QStringLiteral("order.delivered"));
        QTRY_COMPARE(order().status, api::OrderStatus::Delivered);
    }
    void requestReturn() {
        m_hand.doWith(QStringLiteral("ordersTable"), QStringLiteral("order.requestReturn"));
        m_hand.waitFor(QStringLiteral("actionDialog"));
        m_hand.fill(QStringLiteral("units.tea"), QStringLiteral("1"));
        m_hand.fill(QStringLiteral("reasonEdit"), m_names.reason);
        m_hand.confirm();
        QTRY_COMPARE(returns().size(), std::size_t{1});
        QCOMPARE(returns().front().status, api::ReturnStatus::Requested);
        QCOMPARE(returns().front().units, std::int64_t{1});
        QCOMPARE(returns().front().orderNo, order().orderNo);
    }
    void approve() {
        m_hand.open(QStringLiteral("returns"));
        m_hand.doWith(QStringLiteral("returnsTable"), QStringLiteral("return.approve"));
        m_hand.waitFor(QStringLiteral("actionDialog"));
        m_hand.confirm();
        QTRY_COMPARE(returns().front().status, api::ReturnStatus::Approved);
        QCOMPARE(returns().front().goods, api::GoodsState::Awaited);
    }
    /// It is in another stage than those that are shown at first.
    void receive() {
        m_hand.act(QStringLiteral("returns.clearFilter"), QStringLiteral("returnFilterClear"));
        m_hand.doWith(QStringLiteral("returnsTable"), QStringLiteral("return.receive"));
        m_hand.waitFor(QStringLiteral("actionDialog"));
        m_hand.confirm();
        QTRY_COMPARE(returns().front().goods, api::GoodsState::Received);
        QCOMPARE(product().stock, std::int64_t{29});
    }
    void refund() {
        QCOMPARE(refunds().size(), std::size_t{1});
        QCOMPARE(refunds().front().status, api::RefundStatus::Pending);
        m_hand.openTab(QStringLiteral("returnsTabs"), 1);
        m_hand.doWith(QStringLiteral("refundsTable"), QStringLiteral("refund.recordPaid"));
        m_hand.waitFor(QStringLiteral("actionDialog"));
        m_hand.fill(QStringLiteral("refundReference"), QStringLiteral("WX-1"));
        m_hand.fill(QStringLiteral("reasonEdit"), m_names.reason);
        m_hand.confirm();
        QTRY_COMPARE(refunds().front().status, api::RefundStatus::Succeeded);
        QCOMPARE(refunds().front().amount, Money{1'250});
        QCOMPARE(refunds().front().reference, std::string("WX-1"));
        QCOMPARE(order().status, api::OrderStatus::Delivered);
        QCOMPARE(returns().front().stage, api::ReturnStage::Done);
        const auto money = m_shop.must(m_shop.engine().refunds().moneyOf(who(), order().orderNo));
        QCOMPARE(money.paid, Money{2'500});
        QCOMPARE(money.succeeded, Money{1'250});
        QCOMPARE(money.refundable, Money{1'250});
        std::int64_t sum = 0;
        std::int64_t moved = 0;
        for (const auto& account : m_shop.must(m_shop.engine().ledger().trialBalance(who()))) {
            sum += account.balance.minor;
            moved += account.debit.minor;
        }
        QCOMPARE(sum, std::int64_t{0});
        QCOMPARE(moved, std::int64_t{2'500 + 1'250 + 1'250});  // paid, granted, paid back
    }
    /// Nobody needs the HTTP API.
    void endSteps() {
        m_hand.open(QStringLiteral("overview"));
        QTRY_COMPARE(steps(), Steps{Panel::ApiStep});
        m_hand.press(QStringLiteral("startApiNotNeeded"));
        QTRY_VERIFY(panel().isHidden());
    }

    using Steps = std::vector<int>;

    [[nodiscard]] Panel& panel() const {
        return *static_cast<ui::OverviewPage*>(m_window.page(QStringLiteral("overview")))->start();
    }
    [[nodiscard]] Steps steps() const {
        Steps open;
        for (int step = 0; step < Panel::kSteps; ++step) {
            if (panel().isOpen(static_cast<Panel::Step>(step))) {
                open.push_back(step);
            }
        }
        return open;
    }
    [[nodiscard]] static api::Call who() { return test::Shop::by("auditor"); }
    [[nodiscard]] api::CourierRow courier() {
        const auto rows = m_shop.must(m_shop.engine().shop().couriers(who(), {}, 10));
        return rows.size() == 1 ? rows.front() : api::CourierRow{};
    }
    [[nodiscard]] api::ProductRow product() { return m_shop.must(m_shop.engine().shop().product(who(), Sku("tea"))); }
    [[nodiscard]] api::OrderRow order() {
        const auto rows = m_shop.must(m_shop.engine().orders().page(who(), {}));
        return rows.size() == 1 ? rows.front() : api::OrderRow{};
    }
    [[nodiscard]] std::vector<api::ReturnRow> returns() {
        return m_shop.must(m_shop.engine().returns().page(who(), {}));
    }
    [[nodiscard]] std::vector<api::RefundRow> refunds() {
        return m_shop.must(m_shop.engine().refunds().ofOrder(who(), order().orderNo));
    }

    test::Shop& m_shop;
    ui::MainWindow& m_window;
    Hand& m_hand;
    Names m_names;
};

}  // namespace

class TestFirstDay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void fromAnEmptyWorkspaceToARefund_data() {
        QTest::addColumn<bool>("byMouse");
        QTest::addColumn<QString>("language");
        QTest::newRow("mouse, English") << true << QStringLiteral("en");
        QTest::newRow("mouse, Chinese") << true << QStringLiteral("zh");
        QTest::newRow("keyboard, English") << false << QStringLiteral("en");
        QTest::newRow("keyboard, Chinese") << false << QStringLiteral("zh");
    }
    void fromAnEmptyWorkspaceToARefund() {
        QFETCH(bool, byMouse);
        QFETCH(QString, language);
        const bool chinese = language == QLatin1String("zh");
        const Names names = chinese ? Names{QStringLiteral("北门"), QStringLiteral("李伟"), QStringLiteral("奶茶"),
                                            QStringLiteral("电话里说的")}
                                    : Names{QStringLiteral("North Gate"), QStringLiteral("Li Wei"),
                                            QStringLiteral("Milk tea"), QStringLiteral("As told by telephone")};
        test::Shop shop({0, nullptr, 0, false});
        test::ConsoleOver console(shop.engine());
        console.look.language = language;
        auto& window = console.open();
        window.resize(1600, 900);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCOMPARE(window.currentPage()->id(), QStringLiteral("overview"));
        const auto hand = byMouse ? std::unique_ptr<Hand>(new Mouse(window)) : std::unique_ptr<Hand>(new Keys(window));
        Day(shop, window, *hand, names).run();
    }
};

}  // namespace test_first_day

QTEST_MAIN(test_first_day::TestFirstDay)
#include "test_first_day.moc"
