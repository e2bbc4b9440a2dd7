// SPDX-License-Identifier: GPL-3.0-or-later
// What may be done with a row, and by whom: every action of the pages, in every state and without every permission,
// against a table that the program has no part in.
#include <QAction>
#include <QTest>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "ui/pages/delayed/timer_actions.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/returns/refund_actions.h"
#include "ui/pages/returns/return_actions.h"

namespace test_action_rules {

using namespace evenhand;
using api::Permission;
using ui::OrderAction;
using ui::RefundAction;
using ui::ReturnAction;
using ui::TimerAction;

namespace {

constexpr int kPermissions = static_cast<int>(Permission::HandleCases) + 1;
using Text = std::string;

/// A console of somebody who may do everything but `missing`; nothing is missing: kPermissions.
struct Seat {
    explicit Seat(int missing = kPermissions)
        : engine(10),
          actor{"ann", ~0U & ~(missing < kPermissions ? 1U << unsigned(missing) : 0U)},
          line(engine, actor),
          bridge(line.engine(), actor) {
        bridge.setVisible(true);
    }
    test::FakeEngine engine;
    api::Actor actor;
    test::OverLine line;
    ui::EngineBridge bridge;
    QWidget owner;
};

/// What can be done with returns, as a set of actions; the table of returns makes its buttons of the same rules.
class ReturnSet {
public:
    explicit ReturnSet(Seat& seat) : m_seat(seat) {
        for (std::size_t i = 0; i < ui::ReturnActions::kCount; ++i) {
            m_actions.push_back(std::make_unique<QAction>());
        }
    }
    void setSelection(const std::vector<api::ReturnRow>& rows, int) {
        for (std::size_t i = 0; i < m_actions.size(); ++i) {
            const auto which = static_cast<ReturnAction>(i);
            const auto& bridge = m_seat.bridge;
            m_actions[i]->setEnabled(
                !rows.empty() && bridge.whyNotAllowed(ui::ReturnActions::operation(which, rows.front())).isEmpty() &&
                ui::ReturnActions::whyNot(bridge, which, rows.front()).isEmpty());
        }
    }
    [[nodiscard]] const QAction* action(ReturnAction which) const {
        return m_actions.at(static_cast<std::size_t>(which)).get();
    }

private:
    Seat& m_seat;
    std::vector<std::unique_ptr<QAction>> m_actions;
};

struct RefundSet {
    explicit RefundSet(Seat& seat) : actions(seat.bridge, &seat.owner, QStringLiteral("r")) {}
    [[nodiscard]] const QAction* action(RefundAction which) const { return actions.action(which); }
    void setSelection(const std::vector<api::RefundRow>& rows, std::int64_t) {
        actions.setRefund(rows.empty() ? std::nullopt : std::optional(rows.front()));
    }

    ui::RefundActions actions;
};

/// The enabled ones of `count` actions, as "0 3 4".
template <typename Action, typename Actions>
Text enabled(const Actions& actions, int count) {
    Text text;
    for (int i = 0; i < count; ++i) {
        if (actions.action(static_cast<Action>(i))->isEnabled()) {
            text += (text.empty() ? "" : " ") + std::to_string(i);
        }
    }
    return text;
}

Text without(const Text& all, const std::set<int>& some) {
    Text text;
    for (const auto& part : QString::fromStdString(all).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!some.contains(part.toInt())) {
            text += (text.empty() ? "" : " ") + part.toStdString();
        }
    }
    return text;
}

/// Checks `allowed` with every permission, and with each one missing that what needs it is refused and nothing else.
template <typename Action, typename Actions, typename Row>
void compare(int count, const Row& row, const Text& allowed, const std::map<Permission, std::set<int>>& needing,
             const std::function<std::unique_ptr<Actions>(Seat&)>& make) {
    for (int missing = 0; missing <= kPermissions; ++missing) {
        Seat seat(missing);
        const auto actions = make(seat);
        actions->setSelection({row}, 1);
        const auto needs = needing.find(static_cast<Permission>(missing));
        const auto expected = needs == needing.end() ? allowed : without(allowed, needs->second);
        const auto found = enabled<Action>(*actions, count);
        QVERIFY2(found == expected,
                 qPrintable(QStringLiteral("without permission %1: %2 instead of %3")
                                .arg(missing)
                                .arg(QString::fromStdString(found), QString::fromStdString(expected))));
        actions->setSelection({}, 0);
        QCOMPARE(enabled<Action>(*actions, count), Text());  // nothing is selected
    }
}

/// What the table of orders asks before a button is enabled.
struct OrderButtons {
    explicit OrderButtons(Seat& by) : seat(by) {
        for (std::size_t i = 0; i < ui::OrderActions::kCount; ++i) {
            actions.push_back(std::make_unique<QAction>());
        }
    }
    [[nodiscard]] const QAction* action(OrderAction which) const {
        return actions.at(static_cast<std::size_t>(which)).get();
    }
    void setSelection(const std::vector<api::OrderRow>& rows, std::int64_t) const {
        for (std::size_t i = 0; i < actions.size(); ++i) {
            const auto which = static_cast<OrderAction>(i);
            const auto may = seat.bridge.whyNotAllowed(ui::OrderActions::operation(which)).isEmpty();
            actions[i]->setEnabled(may && !rows.empty() && ui::OrderActions::whyNot(which, rows.front()).isEmpty());
        }
    }

    Seat& seat;
    std::vector<std::unique_ptr<QAction>> actions;
};

/// What the table of timers asks before a button is enabled.
struct TimerButtons {
    explicit TimerButtons(Seat& by) : seat(by) {
        for (std::size_t i = 0; i < ui::TimerActions::kCount; ++i) {
            actions.push_back(std::make_unique<QAction>());
        }
    }
    [[nodiscard]] const QAction* action(TimerAction which) const {
        return actions.at(static_cast<std::size_t>(which)).get();
    }
    void setSelection(const std::vector<api::TimerRow>& rows, std::int64_t) const {
        for (std::size_t i = 0; i < actions.size(); ++i) {
            const auto which = static_cast<TimerAction>(i);
            const auto may = seat.bridge.whyNotAllowed(ui::TimerActions::operation(which)).isEmpty();
            actions[i]->setEnabled(may && !rows.empty() &&
                                   ui::TimerActions::whyNot(seat.bridge, which, rows.front()).isEmpty());
        }
    }

    Seat& seat;
    std::vector<std::unique_ptr<QAction>> actions;
};

}  // namespace

class TestActionRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // 0 mark as paid, 1 cancel, 2 reassign, 3 reassign to, 4 picked up, 5 delivered, 6 failed, 7 refund, 8 return
    void orders_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("courier");
        QTest::addColumn<QString>("allowed");
        const auto row = [](const char* name, api::OrderStatus status, bool courier, const char* allowed) {
            QTest::newRow(name) << static_cast<int>(status) << courier << QString::fromLatin1(allowed);
        };
        using enum api::OrderStatus;
        row("waits for payment", WaitPay, false, "0 1");
        row("paid", Paid, false, "1 2 3 7 8");
        row("waits for pick-up", WaitPickUp, true, "1 2 3 4 7 8");
        row("waits for pick-up, without a courier", WaitPickUp, false, "1 2 3 7 8");
        row("on its way", Delivering, true, "2 3 5 6 7 8");
        row("on its way, without a courier", Delivering, false, "2 3 7 8");
        row("delivered", Delivered, true, "7 8");
        row("completed", Completed, true, "7 8");
        row("closed", Closed, false, "");
    }
    void orders() {
        QFETCH(int, status);
        QFETCH(bool, courier);
        QFETCH(QString, allowed);
        api::OrderRow row;
        row.id = OrderId{1};
        row.orderNo = OrderNo("A");
        row.status = static_cast<api::OrderStatus>(status);
        row.courier = courier ? CourierId("k") : CourierId();
        compare<OrderAction, OrderButtons>(static_cast<int>(ui::OrderActions::kCount), row, allowed.toStdString(),
                                           {{Permission::RecordPayments, {0}},
                                            {Permission::CancelOrders, {1}},
                                            {Permission::Dispatch, {2, 3, 4, 5, 6}},
                                            {Permission::RefundMoney, {7}},
                                            {Permission::RequestReturns, {8}}},
                                           [](Seat& seat) { return std::make_unique<OrderButtons>(seat); });
    }

    // 0 approve, 1 reject, 2 receive, 3 skip, 4 undo, 5 undo goods, 6 cancel
    void returns_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("goods");
        QTest::addColumn<int>("refund");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QString>("allowed");
        using enum api::ReturnStatus;
        using Goods = api::GoodsState;
        using Refund = api::RefundStatus;
        constexpr int kNone = -1;
        const auto row = [](const char* name, api::ReturnStatus status, Goods goods, int refund, const char* first,
                            const char* allowed) {
            QTest::newRow(name) << static_cast<int>(status) << static_cast<int>(goods) << refund << QByteArray(first)
                                << QString::fromLatin1(allowed);
        };
        const auto is = [](Refund refund) { return static_cast<int>(refund); };
        row("requested", Requested, Goods::None, kNone, "", "0 1 6");
        row("waits for a second", Requested, Goods::None, kNone, "bob", "0 1 4 6");
        row("waits for a second, and we were the first", Requested, Goods::None, kNone, "ann", "1 4 6");
        row("approved, nothing expected back", Approved, Goods::None, is(Refund::Pending), "", "4");
        row("approved, goods awaited", Approved, Goods::Awaited, is(Refund::Pending), "", "2 3 4");
        row("approved, goods first", Approved, Goods::Awaited, is(Refund::Held), "", "2 3 4");
        row("approved, refund sent", Approved, Goods::Awaited, is(Refund::Sent), "", "2 3");
        row("approved, refund paid", Approved, Goods::Awaited, is(Refund::Succeeded), "", "2 3");
        row("approved, refund failed", Approved, Goods::None, is(Refund::Failed), "", "4");
        row("goods received", Approved, Goods::Received, is(Refund::Pending), "", "5");
        row("goods skipped", Approved, Goods::Skipped, is(Refund::Pending), "", "4 5");
        row("rejected", Rejected, Goods::None, kNone, "", "4");
        row("cancelled", Cancelled, Goods::None, kNone, "", "4");
    }
    void returns() {
        QFETCH(int, status);
        QFETCH(int, goods);
        QFETCH(int, refund);
        QFETCH(QByteArray, first);
        QFETCH(QString, allowed);
        api::ReturnRow row;
        row.id = ReturnId{1};
        row.status = static_cast<api::ReturnStatus>(status);
        row.goods = static_cast<api::GoodsState>(goods);
        row.refund = refund < 0 ? std::nullopt : std::optional(static_cast<api::RefundStatus>(refund));
        row.firstApprover = first.toStdString();
        const bool cancelled = row.status == api::ReturnStatus::Cancelled;
        std::set<int> approving{0, 1};
        std::set<int> requesting{6};
        (cancelled ? requesting : approving).insert(4);
        compare<ReturnAction, ReturnSet>(static_cast<int>(ui::ReturnActions::kCount), row, allowed.toStdString(),
                                         {{Permission::ApproveReturns, approving},
                                          {Permission::RequestReturns, requesting},
                                          {Permission::HandleGoods, {2, 3, 5}}},
                                         [](Seat& seat) { return std::make_unique<ReturnSet>(seat); });
    }

    // 0 retry, 1 record as paid, 2 approve, 3 record as failed, 4 cancel
    void refunds_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("dead");
        QTest::addColumn<int>("cause");
        QTest::addColumn<QString>("allowed");
        using enum api::RefundStatus;
        using Cause = api::RefundCause;
        const auto row = [](const char* name, api::RefundStatus status, bool dead, Cause cause, const char* allowed) {
            QTest::newRow(name) << static_cast<int>(status) << dead << static_cast<int>(cause)
                                << QString::fromLatin1(allowed);
        };
        row("requested", Requested, false, Cause::Order, "2 4");
        row("held", Held, false, Cause::Return, "4");
        row("pending", Pending, false, Cause::Return, "1 4");
        row("pending, of a closed order", Pending, false, Cause::ClosedOrder, "1");
        row("pending, of a late payment", Pending, false, Cause::LatePayment, "1");
        row("pending, given up", Pending, true, Cause::Return, "0 1 4");
        row("sent", Sent, false, Cause::Return, "");
        row("sent, given up", Sent, true, Cause::Return, "0 1 3");
        row("paid", Succeeded, false, Cause::Return, "");
        row("failed", Failed, false, Cause::Return, "0 1 4");
        row("failed, of a second payment", Failed, false, Cause::SecondPayment, "0 1");
        row("cancelled", Cancelled, false, Cause::Return, "");
    }
    void refunds() {
        QFETCH(int, status);
        QFETCH(bool, dead);
        QFETCH(int, cause);
        QFETCH(QString, allowed);
        api::RefundRow row;
        row.id = RefundId{1};
        row.status = static_cast<api::RefundStatus>(status);
        row.dead = dead;
        row.cause = static_cast<api::RefundCause>(cause);
        compare<RefundAction, RefundSet>(static_cast<int>(ui::RefundActions::kCount), row, allowed.toStdString(),
                                         {{Permission::ApproveRefunds, {2}}, {Permission::RefundMoney, {0, 1, 3, 4}}},
                                         [](Seat& seat) { return std::make_unique<RefundSet>(seat); });
    }

    /// Buttons that stand while the engine stops taking changes are off at once, and on again with it.
    void actionsFollowTheEngine() {
        api::RefundRow failed;
        failed.id = RefundId{1};
        failed.status = api::RefundStatus::Failed;
        Seat seat;
        ui::RefundActions refunds(seat.bridge, &seat.owner, QStringLiteral("r"));
        refunds.setRefund(failed);
        const auto now = [&] { return enabled<RefundAction>(refunds, static_cast<int>(ui::RefundActions::kCount)); };
        QCOMPARE(now(), Text("0 1 4"));
        seat.engine.setState(api::EngineState::ReadOnly, "disk full");
        seat.bridge.poll();
        QTRY_COMPARE(now(), Text());
        seat.engine.setState(api::EngineState::Live, {});
        seat.bridge.poll();
        QTRY_COMPARE(now(), Text("0 1 4"));
    }

    // 0 run, 1 postpone, 2 cancel, 3 retry
    void timers_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("allowed");
        using Kind = api::TimerKind;
        using State = api::TimerState;
        for (const auto kind :
             {Kind::Unpaid, Kind::Unassigned, Kind::PickUpLate, Kind::DeliveryLate, Kind::AutoConfirm}) {
            for (const auto state : {State::Pending, State::Overdue, State::Retrying, State::Dead}) {
                const bool failing = state == State::Retrying || state == State::Dead;
                QTest::newRow((std::string(api::toText(kind)) + " " + std::string(api::toText(state))).c_str())
                    << static_cast<int>(kind) << static_cast<int>(state)
                    << (failing ? QStringLiteral("0 1 2 3") : QStringLiteral("0 1 2"));
            }
        }
    }
    void timers() {
        QFETCH(int, kind);
        QFETCH(int, state);
        QFETCH(QString, allowed);
        api::TimerRow row;
        row.order = OrderId{1};
        row.kind = static_cast<api::TimerKind>(kind);
        row.state = static_cast<api::TimerState>(state);
        // Running the timer of an unpaid order closes it.
        const std::set<int> closing = row.kind == api::TimerKind::Unpaid ? std::set<int>{0, 3} : std::set<int>{};
        compare<TimerAction, TimerButtons>(static_cast<int>(ui::TimerActions::kCount), row, allowed.toStdString(),
                                           {{Permission::Dispatch, {0, 1, 2, 3}}, {Permission::CancelOrders, closing}},
                                           [](Seat& seat) { return std::make_unique<TimerButtons>(seat); });
    }
};

}  // namespace test_action_rules

QTEST_MAIN(test_action_rules::TestActionRules)
#include "test_action_rules.moc"
