// SPDX-License-Identifier: GPL-3.0-or-later
// Money and goods of an order back, from the page Orders: its figures, refund whole and by amount, request of a return.
#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPromise>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <memory>
#include <vector>

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/fakes/blank_desks.h"
#include "tests/support/shops/returns_shop.h"
#include "tests/ui/console_over.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"

namespace test_order_money {

using namespace evenhand;
using ui::OrderAction;

namespace {

/// Before the window, so that it outlives it.
struct WithShop {
    test::ReturnsShop shop;
};
struct Desk : WithShop, test::ConsoleOver {
    explicit Desk(std::optional<api::Actor> who = {}) : ConsoleOver(shop.engine()) {
        look.actor = who.value_or(look.actor);
        open();
        window->resize(1400, 860);
        showOrders();
        orderNo = shop.paidOrder(25);
    }
    [[nodiscard]] bool ready() const { return orders()->isReady() && orders()->model().total() > 0; }
    /// Selects the order and waits for its money.
    void select() {
        orders()->openTarget({{QStringLiteral("order"), ui::text(orderNo)}});
        const auto id = shop.order(orderNo).id;
        QTRY_VERIFY(ready() && orders()->model().rowOf(id).has_value());
        orders()->table()->selectRow(*orders()->model().rowOf(id));
        QTRY_VERIFY(ready() && orders()->detail()->detail().has_value());
    }
    [[nodiscard]] ui::OrderMoneyFlow* flow() const { return orders()->flow()->money(); }
    [[nodiscard]] QString fact(const char* name) const {
        return orders()->detail()->money()->facts()->valueOf(QLatin1String(name));
    }
    void begin(OrderAction action) {
        QVERIFY2(orders()->pane()->action(action)->isEnabled(),
                 qPrintable(ui::whyDisabled(*orders()->pane()->action(action))));
        orders()->pane()->action(action)->trigger();
        QTRY_VERIFY(flow()->question() != nullptr);
    }
    void confirm(const QString& reason) {
        QSignalSpy finished(flow(), &ui::OrderMoneyFlow::finished);
        flow()->question()->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QTRY_VERIFY2(flow()->question()->confirmButton()->isEnabled(),
                     qPrintable(flow()->question()->confirmButton()->toolTip()));
        QTest::mouseClick(flow()->question()->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
    }
    [[nodiscard]] const ui::Notice& said() const { return window->context().notices.last(); }

    OrderNo orderNo;
};

/// Previews are answered when the test says so.
struct HeldReturns : test::BlankReturns {
    struct Asked {
        std::int64_t units = 0;
        QPromise<Result<api::RequestPreview>> promise;
    };
    api::Answer<api::RequestPreview> previewRequest(const api::Call&, api::RequestReturn request) override {
        asked.push_back(std::make_unique<Asked>());
        asked.back()->units = request.lines.front().units;
        asked.back()->promise.start();
        return asked.back()->promise.future();
    }
    void answer(std::size_t which, Money amount) {
        api::RequestPreview preview;
        preview.amount = preview.settlement = amount;
        asked.at(which)->promise.addResult(Result<api::RequestPreview>(preview));
        asked.at(which)->promise.finish();
    }
    std::vector<std::unique_ptr<Asked>> asked;
};
struct HeldEngine : test::AlteredEngine {
    using AlteredEngine::AlteredEngine;
    api::ReturnsDesk& returns() override { return held; }
    HeldReturns held;
};

constexpr OrderId kNobodys{1'000'000};  ///< no order of a shop

api::RequestReturn unitsBack(std::int64_t units) {
    api::RequestReturn request;
    request.orderNo = OrderNo("K-1");
    request.lines = {{Sku("rice-01"), units}};
    return request;
}

}  // namespace

class TestOrderMoney : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLineTellsItsTotal() {
        Desk desk;
        desk.select();
        const auto& detail = *desk.orders()->detail()->detail();
        const auto& tea = detail.lines.at(1);
        QCOMPARE(tea.line.quantity, std::int64_t{2});
        const auto* lines = desk.orders()->detail()->findChild<ui::FactGrid*>(QStringLiteral("orderLines"));
        const auto& formats = desk.window->context().formats;
        QCOMPARE(lines->valueOf(QStringLiteral("2 × <b>Milk tea</b>")),
                 formats.money(Money{2 * tea.line.unitPrice.minor}));
        QCOMPARE(lines->valueOf(QStringLiteral("3 × Fried rice 扬州炒饭")),
                 formats.money(Money{3 * detail.lines.front().line.unitPrice.minor}));
    }

    void figuresOfAnOrder() {
        Desk desk;
        desk.select();
        const auto& formats = desk.window->context().formats;
        const QString payable = formats.moneyWithCurrency(desk.shop.order(desk.orderNo).payable);
        QTRY_COMPARE(desk.fact("Still refundable"), payable);
        QCOMPARE(desk.fact("Paid"), payable);
        // What is not read is a dash, never 0.
        desk.shop.breakDisk(true);
        desk.orders()->detail()->money()->refresh();
        QTRY_COMPARE(desk.fact("Still refundable"), QStringLiteral("–"));
    }

    void refundByAmountWithinWhatIsRefundable() {
        Desk desk;
        desk.shop.setPolicy({});
        api::CaseSettings offered;
        offered.reasons = {{"missing", "Something was missing"}};
        desk.shop.must(desk.shop.engine().returns().setCaseSettings(test::Shop::by("cy"), offered));
        desk.select();
        desk.begin(OrderAction::Refund);
        auto* amount = desk.flow()->question()->findChild<QLineEdit*>(QStringLiteral("refundAmount"));
        const auto& formats = desk.window->context().formats;
        const Money payable = desk.shop.order(desk.orderNo).payable;
        QCOMPARE(amount->text(), formats.money(payable));
        amount->setText(formats.money(Money{payable.minor + 1}));
        QVERIFY(desk.flow()->question()->confirmButton()->toolTip().contains(QStringLiteral("At most")));
        amount->setText(QStringLiteral("0"));
        QVERIFY(!desk.flow()->question()->confirmButton()->isEnabled());
        amount->setText(QStringLiteral("3.50"));
        auto* codes = desk.flow()->question()->findChild<QComboBox*>(QStringLiteral("refundReasonCode"));
        QTRY_COMPARE(codes->count(), 2);  // the first one is none of them
        codes->setCurrentIndex(1);
        desk.confirm(QStringLiteral("a spoon was missing"));
        const auto refunds = desk.shop.refunds({{}, {api::RefundCause::Order}, {}, false, {}, {}, {}});
        QCOMPARE(refunds.size(), std::size_t{1});
        QCOMPARE(refunds.front().amount, Money{350});
        QCOMPARE(refunds.front().reason, std::string("a spoon was missing"));
        QCOMPARE(refunds.front().reasonCode, std::string("missing"));
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        // Not how it stands: it is paid while this is still read.
        QVERIFY2(desk.said().text.endsWith(QStringLiteral("is granted; it goes to the provider next.")),
                 qPrintable(desk.said().text));
        QTRY_COMPARE(desk.fact("Still refundable"), formats.moneyWithCurrency(Money{payable.minor - 350}));
        QCOMPARE(desk.fact("Refunded"), formats.moneyWithCurrency(Money{0}));  // granted is not paid
        QCOMPARE(desk.fact("On its way back"), formats.moneyWithCurrency(Money{350}));
    }

    void whatIsNoAmountIsToldTheRange() {
        Desk desk;
        desk.shop.setPolicy({});
        desk.select();
        desk.begin(OrderAction::Refund);
        auto* question = desk.flow()->question();
        auto* amount = question->findChild<QLineEdit*>(QStringLiteral("refundAmount"));
        const auto* said = question->findChild<QLabel*>(QStringLiteral("actionMissing"));
        QCOMPARE(said->textFormat(), Qt::PlainText);
        const QString range = QStringLiteral("Enter an amount from 0.01 to %1.")
                                  .arg(desk.window->context().formats.money(desk.shop.order(desk.orderNo).payable));
        for (const char* bad : {"-3", "0", "99999999999999999", "<b>1", "%1%2", "1,5"}) {
            amount->setText(QLatin1String(bad));
            QCOMPARE(said->text(), range + QStringLiteral(" You typed \"%1\".").arg(QLatin1String(bad)));
            QVERIFY(!question->confirmButton()->isEnabled());
        }
        amount->setText(QStringLiteral("  "));
        QCOMPARE(said->text(), range);
        // However long: enough of it to recognise it.
        amount->setText(QString(5'000, QLatin1Char('9')));
        QVERIFY(said->text().startsWith(range));
        QVERIFY(said->text().size() < range.size() + 60);
    }

    void aboveTheThresholdSomebodyElseMustApprove() {
        Desk desk;
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, std::nullopt});
        desk.select();
        desk.begin(OrderAction::Refund);
        desk.confirm(QStringLiteral("whole order was wrong"));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(desk.said().text.contains(QStringLiteral("somebody else must approve")));
        const auto refunds = desk.shop.refunds({{}, {api::RefundCause::Order}, {}, false, {}, {}, {}});
        QCOMPARE(refunds.front().status, api::RefundStatus::Requested);
    }

    void returnIsRequestedByUnits() {
        Desk desk;
        desk.select();
        desk.begin(OrderAction::RequestReturn);
        QVERIFY(!desk.flow()->question()->confirmButton()->isEnabled());  // no unit yet
        QCOMPARE(desk.flow()->units()->spin(0)->maximum(), 3);
        desk.flow()->units()->spin(0)->setValue(2);
        desk.flow()
            ->question()
            ->findChild<QLineEdit*>(QStringLiteral("returnNumberEdit"))
            ->setText(QStringLiteral("R-by-hand"));
        desk.confirm(QStringLiteral("<b>cold</b>"));
        api::ReturnFilter filter;
        filter.orderNo = desk.orderNo;
        const auto made = desk.shop.returns(filter);
        QCOMPARE(made.size(), std::size_t{1});
        QCOMPARE(made.front().number, ReturnNo("R-by-hand"));
        QCOMPARE(made.front().units, 2);
        QCOMPARE(desk.shop.returned(made.front().id).reason, std::string("<b>cold</b>"));
        QTRY_VERIFY(!desk.fact("Return R-by-hand: Approval").isEmpty());
        // And from there to the page of returns.
        QTest::mouseClick(desk.orders()->detail()->money()->openButton(), Qt::LeftButton);
        QCOMPARE(desk.window->currentPage()->id(), QStringLiteral("returns"));
    }

    /// While units, reason and approval change; and what is stored is what was said.
    void whatAReturnBringsIsSaidBeforeItIsRequested() {
        Desk desk;
        api::ReturnPolicy policy;
        policy.fourEyesAbove.reset();
        policy.secondAbove.reset();
        policy.feePoints = 1'250;
        policy.autoApproveUpTo = Money{1'000'000};
        desk.shop.setPolicy(policy);
        desk.shop.carry(desk.orderNo, true);
        desk.select();
        desk.begin(OrderAction::RequestReturn);
        const auto& formats = desk.window->context().formats;
        const auto* preview = desk.flow()->preview();
        QVERIFY(preview != nullptr);
        for (const char* name : {"requestPreviewAmount", "requestPreviewDecision"}) {
            const auto* said = preview->findChild<QLabel*>(QLatin1String(name));
            QVERIFY2(said != nullptr && said->textFormat() == Qt::PlainText, name);
        }
        QCOMPARE(preview->amount(), ui::Formats::dash());  // nothing is chosen
        const auto engineSays = [&](std::int64_t units) {
            auto asked = unitsBack(units);
            asked.orderNo = desk.orderNo;
            return desk.shop.must(desk.shop.engine().returns().previewRequest(test::Shop::by("root"), asked));
        };
        desk.flow()->units()->spin(0)->setValue(1);
        QCOMPARE(preview->amount(), QStringLiteral("Calculating the amount…"));
        const auto* confirmed = desk.flow()->question()->confirmButton();
        QVERIFY(!confirmed->isEnabled());
        QCOMPARE(desk.flow()->question()->findChild<QLabel*>(QStringLiteral("actionMissing"))->text(),
                 preview->amount());
        const auto one = engineSays(1);
        QTRY_VERIFY(!preview->isBusy());
        QVERIFY2(confirmed->isEnabled(), qPrintable(confirmed->toolTip()));
        QVERIFY(one.fee.minor > 0);
        QCOMPARE(preview->amount(),
                 QStringLiteral("%1 will be refunded. A restocking fee of 12.5 % is kept: %2.")
                     .arg(formats.moneyWithCurrency(one.amount), formats.moneyWithCurrency(one.fee)));
        QCOMPARE(preview->decision(), QStringLiteral("The return rules approve it at once: up to %1 of an order.")
                                          .arg(formats.moneyWithCurrency(Money{1'000'000})));
        desk.flow()->units()->spin(0)->setValue(2);
        const auto two = engineSays(2);
        QTRY_VERIFY(!preview->isBusy());
        QVERIFY(two.amount > one.amount);
        QVERIFY2(preview->amount().startsWith(formats.moneyWithCurrency(two.amount)), qPrintable(preview->amount()));
        desk.flow()->question()->findChild<QCheckBox*>(QStringLiteral("approveAtOnce"))->setChecked(true);
        QTRY_COMPARE(preview->decision(), QStringLiteral("It is approved at once."));
        desk.confirm(QStringLiteral("cold"));
        api::ReturnFilter filter;
        filter.orderNo = desk.orderNo;
        const auto made = desk.shop.returns(filter).front();
        QCOMPARE(made.amount, two.amount);
        QCOMPARE(made.fee, two.fee);
    }

    void whatTheReturnRulesRefuseIsSaidBeforeItIsRequested() {
        Desk desk;
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{0}, std::nullopt});
        desk.select();
        desk.begin(OrderAction::RequestReturn);
        auto* question = desk.flow()->question();
        desk.flow()->units()->spin(0)->setValue(1);
        QTRY_COMPARE(desk.flow()->preview()->decision(),
                     QStringLiteral("It waits for approval by somebody other than the requester."));
        QVERIFY(question->confirmButton()->isEnabled());
        // Somebody closes the order while the question stands.
        const auto closed =
            desk.shop.must(desk.shop.engine().orders().cancel(test::Shop::by("bo"), {{desk.orderNo, 0}}));
        QVERIFY(!closed.front().error);
        QTRY_COMPARE(desk.flow()->preview()->amount(), ui::Formats::dash());
        QVERIFY(!question->confirmButton()->isEnabled());
        desk.flow()->units()->spin(0)->setValue(2);
        QTRY_VERIFY(!desk.flow()->preview()->isBusy());
        QCOMPARE(desk.flow()->preview()->amount(), ui::Formats::dash());
        QVERIFY(!desk.flow()->preview()->problem().isEmpty());
        QCOMPARE(desk.flow()->preview()->decision(), desk.flow()->preview()->problem());
        QVERIFY(!question->confirmButton()->isEnabled());
        question->reject();
    }

    /// Typing asks once, when it rests; an answer that comes late is that of units that are not shown any more.
    void anAnswerThatComesLateIsDropped() {
        test::ReturnsShop shop(0, true);
        HeldEngine engine(shop.engine());
        test::ConsoleOver console(engine);
        console.open();
        ui::RequestPreviewField field(console.window->context(), kNobodys, nullptr);
        QStringList shown;
        connect(&field, &ui::RequestPreviewField::changed, this, [&] { shown << field.amount(); });
        auto& held = engine.held;
        field.want(unitsBack(3));
        field.want(unitsBack(1));
        QTRY_COMPARE(held.asked.size(), std::size_t{1});
        QCOMPARE(held.asked.front()->units, std::int64_t{1});
        field.want(unitsBack(2));
        QTRY_COMPARE(held.asked.size(), std::size_t{2});
        held.answer(0, Money{111});
        held.answer(1, Money{222});
        QTRY_VERIFY(!field.isBusy());
        QVERIFY2(field.amount().contains(QStringLiteral("2.22")), qPrintable(field.amount()));
        for (const auto& text : shown) {
            QVERIFY2(!text.contains(QStringLiteral("1.11")), qPrintable(text));
        }
        // The other way round.
        field.want(unitsBack(4));
        QTRY_COMPARE(held.asked.size(), std::size_t{3});
        field.want(unitsBack(5));
        QTRY_COMPARE(held.asked.size(), std::size_t{4});
        held.answer(3, Money{555});
        QTRY_VERIFY(!field.isBusy());
        held.answer(2, Money{444});
        field.want(unitsBack(6));
        QTRY_COMPARE(held.asked.size(), std::size_t{5});
        held.answer(4, Money{666});
        QTRY_VERIFY(!field.isBusy());
        QVERIFY(shown.filter(QStringLiteral("5.55")).size() == 1);
        QVERIFY(shown.filter(QStringLiteral("4.44")).isEmpty());
        // What is not wanted any more is not asked for.
        field.want({});
        QVERIFY(!field.isBusy());
        QCOMPARE(field.amount(), ui::Formats::dash());
    }

    /// By what changes of the order nothing is to be confirmed until it is read; by returns and refunds, of whatever
    /// order, what is shown stays until then.
    void whatChangesMeanwhileIsReadAgain() {
        test::ReturnsShop shop(0, true);
        HeldEngine engine(shop.engine());
        test::ConsoleOver console(engine);
        console.open();
        ui::RequestPreviewField field(console.window->context(), kNobodys, nullptr);
        auto& held = engine.held;
        field.want(unitsBack(1));
        QTRY_COMPARE(held.asked.size(), std::size_t{1});
        QCOMPARE(field.problem(), field.amount());
        held.answer(0, Money{111});
        QTRY_VERIFY(!field.isBusy());
        QVERIFY(field.problem().isEmpty());
        QSignalSpy orders(&console.window->context().bridge, &ui::EngineBridge::ordersChanged);
        engine.publish({HeldEngine::changed(OrderId{kNobodys.value + 1})});
        QTRY_VERIFY(orders.count() > 0);
        QVERIFY(!field.isBusy());  // it is another one
        engine.publish({HeldEngine::changed(kNobodys)});
        QTRY_VERIFY(field.isBusy());
        QTRY_COMPARE(held.asked.size(), std::size_t{2});
        QCOMPARE(field.problem(), field.amount());
        held.answer(1, Money{222});
        QTRY_VERIFY(!field.isBusy());
        for (const auto kind : {api::Event::Kind::ReturnChanged, api::Event::Kind::RefundChanged}) {
            const QString before = field.amount();
            const auto asked = held.asked.size();
            api::Event event;
            event.kind = kind;
            engine.publish({event});
            QTRY_COMPARE(held.asked.size(), asked + 1);
            QVERIFY(!field.isBusy());
            QCOMPARE(field.amount(), before);
            held.answer(asked, Money{333 + static_cast<std::int64_t>(asked)});
            QTRY_VERIFY(field.amount() != before);
            QVERIFY2(field.amount().contains(QStringLiteral("3.3")), qPrintable(field.amount()));
        }
        // An older answer does not come after a newer one.
        engine.publish({HeldEngine::changed(kNobodys)});
        QTRY_COMPARE(held.asked.size(), std::size_t{5});
        api::Event returned;
        returned.kind = api::Event::Kind::ReturnChanged;
        engine.publish({returned});
        QTRY_COMPARE(held.asked.size(), std::size_t{6});
        held.answer(5, Money{666});
        QTRY_VERIFY(!field.isBusy());
        QStringList shown;
        connect(&field, &ui::RequestPreviewField::changed, this, [&] { shown << field.amount(); });
        held.answer(4, Money{555});
        engine.publish({returned});
        QTRY_COMPARE(held.asked.size(), std::size_t{7});
        held.answer(6, Money{777});
        QTRY_VERIFY(field.amount().contains(QStringLiteral("7.77")));
        QVERIFY(shown.filter(QStringLiteral("5.55")).isEmpty());
    }

    void aRequestIsTakenBackWhileNobodyHasDecided() {
        Desk desk;
        desk.select();
        api::ReturnFilter filter;
        filter.orderNo = desk.orderNo;
        const auto request = [&desk](const QString& number) {
            desk.begin(OrderAction::RequestReturn);
            desk.flow()->units()->spin(0)->setValue(1);
            desk.flow()->question()->findChild<QLineEdit*>(QStringLiteral("returnNumberEdit"))->setText(number);
            desk.confirm(QStringLiteral("cold"));
            QVERIFY(desk.said().undo);
        };
        request(QStringLiteral("R-first"));
        desk.said().undo();
        desk.confirm(QStringLiteral("the wrong order"));
        QCOMPARE(desk.shop.returns(filter).front().status, api::ReturnStatus::Cancelled);
        // Somebody has decided on this one while its offer stood, and thought better of it: it is not as it was.
        request(QStringLiteral("R-second"));
        const auto rows = desk.shop.returns(filter);
        const auto second =
            std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.number == ReturnNo("R-second"); });
        QVERIFY(second != rows.end());
        (void)desk.shop.must(
            desk.shop.engine().returns().reject(test::Shop::by("cy"), {{second->id, second->version}}, {}));
        (void)desk.shop.must(desk.shop.engine().returns().undo(test::Shop::by("cy"), {second->id, 0}));
        QCOMPARE(desk.shop.returned(second->id).row.status, api::ReturnStatus::Requested);
        desk.said().undo();
        desk.confirm(QStringLiteral("the wrong order"));
        QCOMPARE(desk.shop.returned(second->id).row.status, api::ReturnStatus::Requested);
        QVERIFY2(desk.said().text.contains(QStringLiteral("was changed meanwhile")), qPrintable(desk.said().text));
    }

    /// Of three rices and two teas, two and one are asked back already.
    void noMoreUnitsCanBeChosenThanCanStillBeReturned() {
        Desk desk;
        (void)desk.shop.askBack(25, "anna", "cold");
        desk.select();
        desk.begin(OrderAction::RequestReturn);
        auto* units = desk.flow()->units();
        QCOMPARE(units->spin(0)->minimum(), 0);
        QCOMPARE(units->spin(0)->maximum(), 1);
        QCOMPARE(units->spin(1)->maximum(), 1);
        QCOMPARE(units->spin(0)->value(), 0);
        units->spin(0)->setValue(1);
        units->spin(1)->setValue(1);
        desk.confirm(QStringLiteral("the rest too"));
        api::ReturnFilter filter;
        filter.orderNo = desk.orderNo;
        QCOMPARE(desk.shop.returns(filter).size(), std::size_t{2});
        // Nothing is left: its fields say so.
        const auto left = desk.shop.must(desk.shop.engine().returns().returnable(test::Shop::by("root"), desk.orderNo));
        for (const auto& line : left.lines) {
            QCOMPARE(line.returnable, std::int64_t{0});
            QCOMPARE(line.requested, line.deducted);
        }
    }

    /// Of an order whose money went back in part, and of one that was paid after it was closed.
    void refundsOfAnOrderAreListedAndOpened() {
        Desk desk;
        desk.shop.setPolicy({});
        desk.select();
        QVERIFY(!desk.orders()->detail()->money()->openButton()->isVisible());
        desk.begin(OrderAction::Refund);
        desk.flow()->question()->findChild<QLineEdit*>(QStringLiteral("refundAmount"))->setText(QStringLiteral("3.50"));
        desk.confirm(QStringLiteral("a spoon was missing"));
        const auto& formats = desk.window->context().formats;
        QTRY_COMPARE(desk.fact("Refund: Granted, not sent"), formats.moneyWithCurrency(Money{350}));
        auto* open = desk.orders()->detail()->money()->openButton();
        QVERIFY(open->isVisible());
        QCOMPARE(open->text(), QStringLiteral("Show its refunds"));
        QTest::mouseClick(open, Qt::LeftButton);
        auto* returns = static_cast<ui::ReturnsPage*>(desk.window->page(QStringLiteral("returns")));
        QCOMPARE(desk.window->currentPage(), static_cast<ui::Page*>(returns));
        QCOMPARE(returns->tabs()->currentIndex(), static_cast<int>(ui::ReturnsPage::RefundsTab));
        QTRY_COMPARE(returns->refunds()->model().total(), qint64{1});
        QTRY_VERIFY(returns->refunds()->model().row(0) != nullptr);
        QCOMPARE(returns->refunds()->model().row(0)->orderNo, desk.orderNo.str());
    }

    void whatIsOwedBackIsTold() {
        Desk desk;
        const auto owed = desk.shop.refunds({{}, {api::RefundCause::LatePayment}, {}, false, {}, {}, {}}).front();
        desk.orderNo = OrderNo(owed.orderNo);
        desk.select();
        QVERIFY(!desk.orders()->detail()->detail()->owed.empty());
        const auto& formats = desk.window->context().formats;
        QCOMPARE(desk.fact("Owed back: Late payment, P-owed-late"), formats.moneyWithCurrency(owed.amount));
        QCOMPARE(desk.fact("Paid"), QStringLiteral("–"));  // the order was not
    }

    void nothingIsAskedWhereNothingIsLeftToRefund() {
        Desk desk;
        desk.shop.setPolicy({});
        desk.select();
        const Money payable = desk.shop.order(desk.orderNo).payable;
        (void)desk.shop.must(
            desk.shop.engine().refunds().request(test::Shop::by("cy"), {"all", desk.orderNo, payable, 0}));
        QTRY_COMPARE(desk.fact("Still refundable"), desk.window->context().formats.moneyWithCurrency(Money{0}));
        desk.orders()->pane()->action(OrderAction::Refund)->trigger();
        QTRY_VERIFY2(desk.said().text.contains(QStringLiteral("nothing is left to refund")),
                     qPrintable(desk.said().text));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(desk.flow()->question() == nullptr);
    }

    /// Somebody else acts on the order while the question stands.
    void anOrderThatWasChangedMeanwhileIsNotRefunded() {
        Desk desk;
        desk.shop.setPolicy({});
        desk.select();
        desk.begin(OrderAction::Refund);
        (void)desk.shop.must(desk.shop.engine().dispatch().reassign(test::Shop::by("bo"), {{desk.orderNo, 0}}, {}));
        desk.confirm(QStringLiteral("a spoon was missing"));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        const QString changed = QStringLiteral("Refund: %1 was changed meanwhile;").arg(ui::text(desk.orderNo));
        QVERIFY2(desk.said().text.startsWith(changed), qPrintable(desk.said().text));
        QVERIFY2(desk.said().text.contains(QStringLiteral(" by bo, ")), qPrintable(desk.said().text));
        QVERIFY(desk.shop.refunds({{}, {api::RefundCause::Order}, {}, false, {}, {}, {}}).empty());
    }

    void aReturnIsApprovedAtOnceIfThatIsWanted() {
        Desk desk;
        desk.shop.setPolicy({});
        desk.select();
        desk.begin(OrderAction::RequestReturn);
        auto* atOnce = desk.flow()->question()->findChild<QCheckBox*>(QStringLiteral("approveAtOnce"));
        QVERIFY(atOnce->isEnabled() && !atOnce->isChecked());
        atOnce->setChecked(true);
        desk.flow()->units()->spin(0)->setValue(1);
        desk.confirm(QStringLiteral("cold"));
        api::ReturnFilter filter;
        filter.orderNo = desk.orderNo;
        QCOMPARE(desk.shop.returns(filter).front().status, api::ReturnStatus::Approved);
        QVERIFY2(desk.said().text.contains(QStringLiteral("is approved")), qPrintable(desk.said().text));
    }

    void whoMayNotApproveIsNotOfferedToApproveAtOnce() {
        Desk desk(api::Actor{"clerk", ~0U & ~api::bitOf(api::Permission::ApproveReturns)});
        desk.select();
        desk.begin(OrderAction::RequestReturn);
        const auto* atOnce = desk.flow()->question()->findChild<QCheckBox*>(QStringLiteral("approveAtOnce"));
        QVERIFY(!atOnce->isEnabled());
        QVERIFY2(atOnce->toolTip().contains(QStringLiteral("clerk has no permission")), qPrintable(atOnce->toolTip()));
        desk.flow()->question()->reject();
    }

    void closedAndUnpaidOnesSayWhyNot() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        for (int row = 0; row < 200; ++row) {
            const auto* order = desk.orders()->model().row(row);
            if (order && order->status == api::OrderStatus::Closed) {
                desk.orders()->table()->selectRow(row);
                break;
            }
        }
        QVERIFY(ui::whyDisabled(*desk.orders()->pane()->action(OrderAction::Refund))
                    .contains(QStringLiteral("not closed")));
        QVERIFY(!desk.orders()->pane()->action(OrderAction::RequestReturn)->isEnabled());
    }
};

}  // namespace test_order_money

QTEST_MAIN(test_order_money::TestOrderMoney)
#include "test_order_money.moc"
