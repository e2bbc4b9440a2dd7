// SPDX-License-Identifier: GPL-3.0-or-later
// Delayed orders over the real engine, stepped on a virtual clock by the event loop: what is late is shown late, what
// the widgets do is what the engine did, and an alert lives its whole life.
#include <QPlainTextEdit>

#include "engine/timer_queue/delay_queue.h"
#include "tests/support/check.h"
#include "tests/support/line/over_line.h"
#include "tests/ui/delayed_hand.h"
#include "tests/ui/real/real_workspace.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/shell/navigation_bar.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"

namespace test_delayed_real {

using namespace evenhand;
using api::AlertState;
using api::OrderStatus;
using api::TimerKind;
using test::kStart;
using Delayed = test::DelayedHand;
using ui::TimerAction;

namespace {

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kHour = 60 * kMinute;
const api::Call kCall{api::Actor::administrator("test"), "because", {}};
const CampusId kCampus("north");

struct Shop : test::RealWorkspace {
    Shop() {
        (void)get(workspace->dispatch().upsertCampus(kCall, {kCampus, "North", {}}));
        (void)get(workspace->dispatch().upsertCouriers(
            kCall, {{CourierId("ann"), kCampus, "Ann", "", true}, {CourierId("bob"), kCampus, "Bob", "", true}}));
        (void)get(workspace->orders().upsertProducts(kCall, {{Sku("rice"), "Rice", Money{1'800}, 1'000}}, true));
    }
    ~Shop() {
        window.reset();
        line.reset();
    }
    template <typename T>
    Result<T> get(api::Answer<T> answer) const {
        workspace->runUntilIdle();
        return answer.result();
    }
    void open() {
        ui::registerPages(registry);
        ui::ConsoleOptions look;
        look.actor = api::Actor::administrator("local:test");
        look.settingsPath = folder.filePath(QStringLiteral("console.ini"));
        look.language = QStringLiteral("en");
        line = std::make_unique<test::OverLine>(*workspace, look.actor);
        window = std::make_unique<ui::MainWindow>(line->engine(), look, registry);
        window->resize(1400, 860);
        window->show();
        showPage("delayed");
    }
    void showPage(const char* id) const {
        for (std::size_t i = 0; i < window->pages().size(); ++i) {
            if (window->pages()[i]->id() == QLatin1String(id)) {
                window->showPage(static_cast<int>(i));
            }
        }
    }
    [[nodiscard]] ui::DelayedPage* page() const {
        return static_cast<ui::DelayedPage*>(window->page(QStringLiteral("delayed")));
    }
    [[nodiscard]] ui::TimerPane* timers() const { return page()->timers(); }
    [[nodiscard]] std::optional<qint64> badge(const char* id) const {
        for (std::size_t i = 0; i < window->pages().size(); ++i) {
            if (window->pages()[i]->id() == QLatin1String(id)) {
                return window->navigation()->entry(static_cast<int>(i))->badge();
            }
        }
        return std::nullopt;
    }
    /// The clock goes on, waking the engine when it wants to be woken.
    void pass(std::int64_t ms) {
        const auto until = clock.now().plusMs(ms);
        workspace->runUntilIdle();
        while (const auto wake = workspace->core().embedded()->nextWake()) {
            if (*wake > until) {
                break;
            }
            clock.set(std::max(*wake, clock.now()));
            workspace->runUntilIdle();
        }
        clock.set(until);
        workspace->runUntilIdle();
        if (window) {
            window->services().bridge.poll();  // a jump of the clock is seen twice a second otherwise
        }
    }
    void place(const char* number) const {
        api::PlaceOrder order;
        order.key = number;
        order.orderNo = OrderNo(number);
        order.user = UserId("u1");
        order.campus = kCampus;
        order.lines = {{Sku("rice"), 1, Money{1'800}}};
        (void)get(workspace->orders().place(kCall, order));
    }
    void pay(const char* number) const {
        (void)get(
            workspace->orders().pay(kCall, {PaymentNo(std::string("P") + number), OrderNo(number), Money{1'800}}));
    }
    void duty(bool on) const {
        for (const char* courier : {"ann", "bob"}) {
            (void)get(workspace->dispatch().setDuty(kCall, CourierId(courier), on));
        }
    }
    [[nodiscard]] api::OrderRow row(const char* number) const {
        const auto detail = get(workspace->orders().detail(kCall, OrderNo(number)));
        return detail ? detail->row : api::OrderRow{};
    }
    [[nodiscard]] std::optional<api::TimerRow> timer(const char* number) const {
        api::TimerQuery query;
        query.filter.orderNo = OrderNo(number);
        const auto rows = get(workspace->timers().page(kCall, query));
        return rows && !rows->empty() ? std::optional(rows->front()) : std::nullopt;
    }
    /// Of late orders.
    [[nodiscard]] std::vector<api::AlertRow> alerts() const {
        api::AlertQuery query;
        query.kinds = {api::AlertKind::Unassigned, api::AlertKind::PickUpLate, api::AlertKind::DeliveryLate};
        query.states = {AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced, AlertState::Resolved};
        return get(workspace->alerts().page(kCall, query)).value_or(std::vector<api::AlertRow>());
    }
    /// Whatever else is wrong is known.
    void settleOthers() const {
        std::vector<api::AlertRef> known;
        for (const auto& row : get(workspace->alerts().page(kCall, {})).value_or(std::vector<api::AlertRow>())) {
            known.emplace_back(row.id);
        }
        (void)get(workspace->alerts().resolve(kCall, known));
    }
    /// -1: it is not in the table.
    [[nodiscard]] static int rowOf(const ui::TimerPane* pane, const char* number) {
        for (int row = 0; row < pane->model().rowCount(); ++row) {
            const auto* shown = pane->model().row(row);
            if (shown && shown->orderNo == OrderNo(number)) {
                return row;
            }
        }
        return -1;
    }
    [[nodiscard]] static QString cellAt(const ui::TimerPane* pane, int row, const char* column) {
        const auto& model = pane->model();
        return model.index(row, model.columnOf(QLatin1String(column))).data().toString();
    }
    [[nodiscard]] QString cell(const char* number, const char* column) const {
        const int row = rowOf(timers(), number);
        return row < 0 ? QStringLiteral("(gone)") : cellAt(timers(), row, column);
    }
    void act(ui::TimerPane* pane, TimerAction action, const std::vector<const char*>& numbers) const {
        QList<int> rows;
        for (const char* number : numbers) {
            QTRY_VERIFY2(rowOf(pane, number) >= 0, number);
            rows << rowOf(pane, number);
        }
        Delayed::select(pane, rows);
        QVERIFY(pane->action(action)->isEnabled());
        pane->action(action)->trigger();
        QTRY_VERIFY(pane->flow()->question() != nullptr);
    }
    [[nodiscard]] QString alertCell(const char* column) const {
        auto& model = page()->alerts()->model();
        return model.rowCount() == 0 ? QStringLiteral("(none)")
                                     : model.index(0, model.columnOf(QLatin1String(column))).data().toString();
    }
    bool tamper(const std::vector<std::string>& command) const {
        return get(workspace->core().engine().ask<bool>(
                       kCall,
                       [command](runtime::UnitOfWork& work) -> Result<bool> {
                           const std::vector<std::string_view> args(command.begin(), command.end());
                           EVENHAND_ASSIGN(const auto reply, work.keyspace().call(args));
                           return reply.integer > 0;
                       }))
            .value_or(false);
    }

    QTemporaryDir folder;
    ui::PageRegistry registry;
    std::unique_ptr<test::OverLine> line;
    std::unique_ptr<ui::MainWindow> window;
};

void answer(ui::ActionDialog* question, const QString& reason) {
    QVERIFY(question != nullptr);
    question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
    QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
    QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
}

}  // namespace

class TestDelayedReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsLateIsShownLateAndHappensWhenTheKindIsResumed() {
        Shop shop;
        shop.place("A1");
        shop.open();
        QTRY_VERIFY(shop.cell("A1", "countdown").startsWith(QStringLiteral("in 30:00")) ||
                    shop.cell("A1", "countdown").startsWith(QStringLiteral("in 29:5")));
        QCOMPARE(shop.cell("A1", "state"), QStringLiteral("Pending"));
        shop.page()->selectKind(TimerKind::Unpaid);
        QTRY_VERIFY(shop.page()->pauseAction()->isEnabled());
        shop.page()->pauseAction()->trigger();
        answer(shop.page()->question(), QStringLiteral("the bank is down"));
        QTRY_VERIFY(shop.page()->pauseAction()->text().startsWith(QStringLiteral("Resume")));
        shop.pass(33 * kMinute);
        QTRY_COMPARE(shop.cell("A1", "state"), QStringLiteral("Overdue"));
        QVERIFY(shop.cell("A1", "countdown").endsWith(QStringLiteral(" late")));
        QVERIFY(shop.cell("A1", "countdown").startsWith(QStringLiteral("3:")));
        const auto* board = shop.page()->board();
        const auto figure = [board](TimerKind kind, const char* column) {
            const auto& model = board->model();
            return model.index(board->rowOf(kind), model.columnOf(QLatin1String(column))).data().toString();
        };
        // Nothing happens but time: it is read again after a while.
        QTRY_COMPARE_WITH_TIMEOUT(figure(TimerKind::Unpaid, "overdue"), QStringLiteral("1"), 20'000);
        QVERIFY(figure(TimerKind::Unpaid, "oldest").startsWith(QStringLiteral("3:")));
        // Not late: that is what has not been assigned, picked up or delivered in time.
        QTRY_COMPARE(shop.badge("delayed"), std::optional<qint64>(0));
        QCOMPARE(shop.row("A1").status, OrderStatus::WaitPay);
        shop.page()->pauseAction()->trigger();
        answer(shop.page()->question(), QStringLiteral("it is back"));
        QTRY_COMPARE(shop.row("A1").status, OrderStatus::Closed);
        QCOMPARE(shop.row("A1").closeReason, std::optional(api::CloseReason::Timeout));
        QTRY_COMPARE(shop.cell("A1", "state"), QStringLiteral("(gone)"));
        QTRY_COMPARE(shop.badge("delayed"), std::optional<qint64>(0));
        // It was late by three minutes; the backlog is gone, the lateness is told.
        QTRY_COMPARE_WITH_TIMEOUT(figure(TimerKind::Unpaid, "p99"), QStringLiteral("3 min"), 20'000);
        QCOMPARE(figure(TimerKind::Unpaid, "armed"), QStringLiteral("0"));
        QCOMPARE(figure(TimerKind::AutoConfirm, "p99"), QStringLiteral("–"));
    }

    void postponeRunNowAndCancelAreWhatTheEngineDoes() {
        Shop shop;
        for (const char* number : {"A1", "A2", "A3", "A4", "A5"}) {
            shop.place(number);
        }
        shop.open();
        QTRY_COMPARE(shop.timers()->model().rowCount(), 5);
        shop.act(shop.timers(), TimerAction::Postpone, {"A1"});
        shop.timers()->flow()->question()->findChild<ui::WhenField*>()->delay()->setEditText(QStringLiteral("1 h"));
        Delayed::confirm(shop.timers()->flow(), QStringLiteral("pays this evening"));
        QCOMPARE(shop.timer("A1")->due, kStart.plusMs(90 * kMinute));
        shop.act(shop.timers(), TimerAction::Run, {"A2"});
        Delayed::confirm(shop.timers()->flow(), QStringLiteral("said no"));
        QCOMPARE(shop.row("A2").status, OrderStatus::Closed);
        shop.act(shop.timers(), TimerAction::Cancel, {"A3"});
        Delayed::confirm(shop.timers()->flow(), QStringLiteral("pays in the shop"));
        QVERIFY(!shop.timer("A3"));
        // Two are chosen; one is paid while the question stands, so its timer is another one by now.
        shop.act(shop.timers(), TimerAction::Cancel, {"A4", "A5"});
        shop.pay("A4");
        Delayed::confirm(shop.timers()->flow(), QStringLiteral("likewise"));
        QCOMPARE(Delayed::outcomeWords(shop.timers()->flow()->outcome()),
                 (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        QVERIFY(shop.timer("A4"));
        QVERIFY(!shop.timer("A5"));
        shop.pass(40 * kMinute);
        QCOMPARE(shop.row("A1").status, OrderStatus::WaitPay);
        shop.pass(24 * kHour);
        QCOMPARE(shop.row("A1").status, OrderStatus::Closed);
        QCOMPARE(shop.row("A3").status, OrderStatus::WaitPay);
        QCOMPARE(shop.row("A5").status, OrderStatus::WaitPay);
    }

    void anAlertFiresRepeatsIsAcknowledgedAndResolvedByWhatHappens() {
        Shop shop;
        shop.duty(false);
        shop.place("A1");
        shop.pay("A1");
        shop.settleOthers();  // that nobody is on duty
        shop.open();
        int sounds = 0;
        shop.window->context().bell.setSound([&sounds] { ++sounds; });
        shop.window->context().bell.setOn(true);
        shop.page()->tabs()->setCurrentIndex(ui::DelayedPage::AlertsTab);
        QTRY_VERIFY(shop.page()->isReady());
        QCOMPARE(shop.page()->alerts()->model().rowCount(), 0);
        auto* bell = shop.window->topBar()->alertButton();
        QVERIFY(!bell->isVisible());
        shop.pass(2 * kMinute);
        QTRY_COMPARE(shop.alertCell("state"), QStringLiteral("Firing"));
        QCOMPARE(shop.alertCell("kind"), QStringLiteral("Unassigned"));
        QTRY_VERIFY(sounds > 0);
        QTRY_VERIFY(bell->isVisible());
        QTRY_COMPARE(shop.badge("overview"), std::optional<qint64>(1));
        shop.pass(5 * kMinute);
        QTRY_COMPARE(shop.alertCell("repeats"), QStringLiteral("1"));
        const auto id = shop.alerts().front().id;
        shop.page()->alerts()->select({id});
        QSignalSpy finished(shop.page()->alerts(), &ui::AlertsPanel::finished);
        shop.page()->alerts()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(shop.alerts().front().state, AlertState::Acknowledged);
        QTRY_COMPARE(shop.alertCell("by"), QStringLiteral("local:test"));
        shop.pass(kHour);
        QCOMPARE(shop.alerts().front().repeats, std::int64_t{1});  // seen is seen
        QTRY_VERIFY(!bell->isVisible());
        // A courier comes: what was late has happened.
        shop.duty(true);
        QTRY_COMPARE(shop.alerts().front().state, AlertState::Resolved);
        QTRY_COMPARE(shop.page()->alerts()->model().rowCount(), 0);
        shop.page()->alerts()->resolvedToo()->setChecked(true);
        QTRY_COMPARE(shop.alertCell("state"), QStringLiteral("Resolved"));
        QCOMPARE(shop.alertCell("resolution"), ui::resolutionLabel("assigned"));
    }

    void anAlertIsSilencedFiresAgainAndIsResolvedByHand() {
        Shop shop;
        shop.place("A1");
        shop.pay("A1");
        shop.open();
        shop.page()->tabs()->setCurrentIndex(ui::DelayedPage::AlertsTab);
        shop.pass(2 * kHour + kMinute);
        QTRY_COMPARE(shop.alertCell("state"), QStringLiteral("Firing"));
        QCOMPARE(shop.alertCell("kind"), QStringLiteral("Pick-up late"));
        const auto id = shop.alerts().front().id;
        auto* panel = shop.page()->alerts();
        panel->select({id});
        panel->silenceAction()->trigger();
        auto* when = panel->flow()->question()->findChild<ui::WhenField*>(QStringLiteral("whenField"));
        when->delay()->setEditText(QStringLiteral("30 min"));
        QTest::mouseClick(panel->flow()->question()->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(shop.alertCell("state"), QStringLiteral("Silenced"));
        const auto repeats = shop.alerts().front().repeats;
        shop.pass(25 * kMinute);
        QCOMPARE(shop.alerts().front().repeats, repeats);
        shop.pass(10 * kMinute);
        QTRY_COMPARE(shop.alertCell("state"), QStringLiteral("Firing"));
        panel->select({id});
        panel->resolveAction()->trigger();
        answer(panel->flow()->question(), QStringLiteral("the courier has it, no signal"));
        QTRY_COMPARE(shop.alerts().front().state, AlertState::Resolved);
        QCOMPARE(shop.alerts().front().resolution, std::string("the courier has it, no signal"));
        QTRY_COMPARE(panel->model().rowCount(), 0);
        QCOMPARE(shop.row("A1").status, OrderStatus::WaitPickUp);
    }

    void deadLettersAreTriedAgainTogether() {
        Shop shop;
        api::TimerPolicy policy;
        policy.autoReassign = true;
        QVERIFY(shop.get(shop.workspace->timers().setPolicy(kCall, kCampus, policy)));
        for (const char* number : {"A1", "A2"}) {
            shop.place(number);
            shop.pay(number);
        }
        // The effect cannot be had: the weights are no sorted set any more.
        const std::string key = "dispatch:{north}:weights";
        std::vector<std::string> restore{"ZADD", key};
        const auto weights =
            shop.workspace->core().embedded()->keyspace().call({"ZRANGE", key, "0", "-1", "WITHSCORES"});
        QVERIFY(weights);
        for (std::size_t i = 0; i + 1 < weights->elements.size(); i += 2) {
            restore.insert(restore.end(), {weights->elements[i + 1].text, weights->elements[i].text});
        }
        QVERIFY(shop.tamper({"DEL", key}));
        (void)shop.tamper({"SET", key, "x"});
        shop.pass(3 * kHour);
        shop.open();
        shop.page()->tabs()->setCurrentIndex(ui::DelayedPage::DeadTab);
        auto* dead = shop.page()->dead();
        QTRY_COMPARE(dead->model().rowCount(), 2);
        QVERIFY(!Shop::cellAt(dead, 0, "reason").isEmpty());
        QCOMPARE(Shop::cellAt(dead, 0, "attempts"), QStringLiteral("8"));
        QTRY_COMPARE(shop.badge("delayed"), std::optional<qint64>(4));  // two late orders, two dead letters
        QVERIFY(shop.alerts().empty());
        (void)shop.tamper({"DEL", key});
        QVERIFY(shop.tamper(restore));
        shop.act(dead, TimerAction::Retry, {"A1", "A2"});
        Delayed::confirm(dead->flow(), QStringLiteral("the weights are back"));
        QCOMPARE(Delayed::outcomeWords(dead->flow()->outcome()),
                 (QStringList{QStringLiteral("Done"), QStringLiteral("Done")}));
        shop.pass(1'000);
        QCOMPARE(shop.row("A1").epoch, std::int64_t{2});
        QCOMPARE(shop.row("A2").epoch, std::int64_t{2});
        QTRY_COMPARE(dead->model().rowCount(), 0);
        QCOMPARE(shop.alerts().size(), std::size_t{2});
    }

    void queueAndDatabaseAreComparedAndPutRight() {
        Shop shop;
        for (const char* number : {"A1", "A2", "A3"}) {
            shop.place(number);
        }
        QVERIFY(shop.tamper({"DEL", timers::queueKeys(TimerKind::Unpaid).due}));
        shop.open();
        shop.page()->tabs()->setCurrentIndex(ui::DelayedPage::QueueTab);
        auto* panel = shop.page()->queue();
        QTRY_VERIFY(panel->compareAction()->isEnabled());
        panel->compareAction()->trigger();
        QTRY_COMPARE(panel->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("3"));
        QCOMPARE(panel->comparison()->valueOf(QStringLiteral("Armed in the database")), QStringLiteral("3"));
        panel->rearmAction()->trigger();
        answer(panel->question(), QStringLiteral("the queue was lost"));
        QTRY_COMPARE(panel->comparison()->valueOf(QStringLiteral("Fixed by this run")), QStringLiteral("3"));
        QTRY_VERIFY(panel->isReady());
        panel->compareAction()->trigger();
        QTRY_COMPARE(panel->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("0"));
        QCOMPARE(panel->comparison()->valueOf(QStringLiteral("In the queue")), QStringLiteral("3"));
    }

    void theOrderInDetailShowsItsTimerAndExtendsIt() {
        Shop shop;
        shop.place("A10");  // due earlier, and begins alike
        shop.pass(kMinute);
        shop.place("A1");
        shop.open();
        shop.showPage("orders");
        auto* orders = static_cast<ui::OrdersPage*>(shop.window->page(QStringLiteral("orders")));
        orders->openTarget({{QStringLiteral("order"), QStringLiteral("A1")}});
        auto* box = orders->detail()->timer();
        QTRY_VERIFY(box->timer() != nullptr);
        QCOMPARE(box->timer()->orderNo, OrderNo("A1"));
        QVERIFY(box->facts()->valueOf(QStringLiteral("Unpaid")).startsWith(QStringLiteral("in ")));
        QVERIFY(box->extendAction()->isEnabled());
        box->extendAction()->trigger();
        QTRY_VERIFY(box->flow()->question() != nullptr);
        box->flow()->question()->findChild<ui::WhenField*>()->delay()->setEditText(QStringLiteral("2 h"));
        Delayed::confirm(box->flow(), QStringLiteral("asked for it"));
        QCOMPARE(shop.timer("A1")->due, kStart.plusMs(151 * kMinute));
        QTRY_COMPARE(box->timer()->due, kStart.plusMs(151 * kMinute));
        QTRY_VERIFY(orders->detail()->timeline()->entries().back().detail.contains(QStringLiteral("Unpaid: ")));
        // Closed there is nothing to extend, and it says so.
        (void)shop.get(shop.workspace->orders().cancel(kCall, {{OrderNo("A1"), 0}}));
        QTRY_VERIFY(!box->extendAction()->isEnabled());
        QTRY_VERIFY(ui::whyDisabled(*box->extendAction()).contains(QStringLiteral("has no timer")));
    }
};

}  // namespace test_delayed_real

QTEST_MAIN(test_delayed_real::TestDelayedReal)
#include "test_delayed_real.moc"
