// SPDX-License-Identifier: GPL-3.0-or-later
// A payment and the closing of its order at every interleaving of their steps, with a fault at every step of either,
// with the keyspace in the database's commit and apart from it: one of them has its effect, once.
#include <QtTest>

#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/effects.h"
#include "tests/support/shops/rule_world.h"

namespace test_timer_race {

using namespace evenhand;
using namespace evenhand::test;
using api::TimerKind;

namespace {

constexpr std::int64_t kLeaseMs = 30'000;
constexpr std::int64_t kUnpaidMs = 1'800'000;

enum class Step : std::uint8_t { Claim, Fire, Pay };

/// Where a unit of work breaks.
struct Break {
    enum class How : std::uint8_t { Never, Before, After, AtCommit, Unheard };
    How how = How::Never;
    int at = 0;  ///< step on the keyspace, from 1
};

class Race {
public:
    explicit Race(RuleBench::Deployment deployment) : m_world(deployment) {
        m_sound = m_world.couriers({"ann"}) && m_world.product("tea", 10) && m_world.place(m_world.request("A"));
        m_order = OrderId{m_world.number("SELECT order_id FROM orders WHERE order_no = 'A'")};
        m_due = m_world.now.plusMs(kUnpaidMs);
    }
    /// Does these steps once, the one at `broken` with a fault; then whatever is left, as redelivery and the poller
    /// would. `paidAfter`: the payment's `now`, against the due instant.
    void run(const std::vector<Step>& steps, std::size_t broken, Break fault, std::int64_t paidAfter) {
        m_paidAt = m_due.plusMs(paidAfter);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            set(i == broken ? fault : Break{});
            step(steps[i]);
            m_steps = i == broken ? m_world.keyspaceSteps() : m_steps;
        }
        set({});
        if (!m_paid) {
            step(Step::Pay);  // the client tries again
        }
        m_world.now = m_due.plusMs(2 * kLeaseMs);
        step(Step::Claim);  // the lease has ended
        step(Step::Fire);
        poll();
    }
    /// Steps on the keyspace of the unit that was to break.
    [[nodiscard]] int steps() const noexcept { return m_steps; }
    /// Empty: as it has to be.
    [[nodiscard]] std::string problem() {
        const auto closed = m_world.number("SELECT COUNT(*) FROM order_event WHERE kind = 'closed'");
        const auto owed = m_world.number("SELECT COUNT(*) FROM owed_payment");
        const auto paid = m_world.number("SELECT COUNT(*) FROM payment");
        const auto status = m_world.detail("A").row.status;
        if (!m_sound || !m_paid) {
            return "a step failed that must not";
        }
        const bool late = m_paid->outcome == api::PaymentOutcome::Late;
        if (late == m_paymentFirst) {
            return m_paymentFirst ? "the payment came first and is late" : "the payment came too late and won";
        }
        if (closed != (late ? 1 : 0) || (status == api::OrderStatus::Closed) != late) {
            return "closed " + std::to_string(closed) + " times";
        }
        if (m_world.stock("tea") != (late ? 10 : 9)) {
            return "stock " + std::to_string(m_world.stock("tea"));
        }
        if (owed != (late ? 1 : 0) || paid != (late ? 0 : 1)) {
            return std::to_string(paid) + " payments, " + std::to_string(owed) + " owed";
        }
        return m_world.number("SELECT COUNT(*) FROM orders WHERE timer = 'unpaid'") == 0 ? "" : "a timer is left";
    }

private:
    void set(Break fault) {
        m_world.failKeyspaceBefore = fault.how == Break::How::Before ? std::optional(fault.at) : std::nullopt;
        m_world.failKeyspaceAfter = fault.how == Break::How::After ? std::optional(fault.at) : std::nullopt;
        m_world.failCommit = fault.how == Break::How::AtCommit;
        m_world.loseAcknowledge = fault.how == Break::How::Unheard;
    }
    void step(Step step) {
        switch (step) {
            case Step::Claim: claim(); break;
            case Step::Fire: fire(); break;
            case Step::Pay: pay(); break;
        }
    }
    void claim() {
        m_world.now = std::max(m_world.now, m_due);
        m_leaseEnd = m_world.now.plusMs(kLeaseMs);
        auto claims = m_world.run<timers::Claims>([&](auto& work) {
            return timers::claim(work.keyspace(), TimerKind::Unpaid, work.now(), m_leaseEnd, 10, 8);
        });
        m_claimed = claims && !claims->taken.empty();
    }
    void fire() {
        if (!m_claimed) {
            return;
        }
        (void)m_world.run<void>([&](auto& work) -> Result<void> {
            EVENHAND_ASSIGN(const bool ours,
                            timers::acknowledge(work.keyspace(), TimerKind::Unpaid, m_order, m_leaseEnd));
            if (ours) {
                EVENHAND_TRY(timers::fire(work, m_order, TimerKind::Unpaid, false));
            }
            return {};
        });
    }
    void pay() {
        const auto known =
            m_world.number("SELECT (SELECT COUNT(*) FROM owed_payment) + (SELECT COUNT(*) FROM payment)");
        if (known == 0) {
            m_paymentFirst = m_paidAt < m_due && m_world.detail("A").row.status == api::OrderStatus::WaitPay;
        }
        const auto now = m_world.now;
        m_world.now = m_paidAt;  // frozen when it arrived, however late its turn came
        auto paid = m_world.pay("A");
        m_world.now = now;
        if (paid) {
            m_paid = *paid;
        }
    }
    /// What the queue does not cover is found in the database.
    void poll() {
        const auto done = m_world.run<void>([&](auto& work) -> Result<void> {
            EVENHAND_ASSIGN(const auto armed,
                            store::timers::armed(work.database(), TimerKind::Unpaid, {OrderId{0}, Instant{INT64_MIN}},
                                                 work.now(), 10, work.now()));
            for (const auto& row : armed) {
                EVENHAND_TRY(timers::fire(work, row.order, TimerKind::Unpaid, false));
            }
            return {};
        });
        m_sound = m_sound && done;
    }

    RuleWorld m_world;
    bool m_sound = false;
    OrderId m_order;
    Instant m_due;
    Instant m_paidAt;
    Instant m_leaseEnd;
    bool m_claimed = false;
    int m_steps = 0;
    bool m_paymentFirst = false;  ///< it came in time and to an open order
    std::optional<api::PaymentAnswer> m_paid;
};

}  // namespace

class TestTimerRace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyInterleaving_data() {
        QTest::addColumn<bool>("apart");
        QTest::addColumn<int>("position");  // of the payment: 0 before the claim, 1 after it, 2 after the closing
        QTest::addColumn<qint64>("paidAfter");
        for (const bool apart : {false, true}) {
            for (const int position : {0, 1, 2}) {
                for (const qint64 after : {qint64{-1}, qint64{0}, qint64{1}}) {
                    QTest::addRow("%s, payment %d, at %+d ms", apart ? "apart" : "one commit", position,
                                  static_cast<int>(after))
                        << apart << position << after;
                }
            }
        }
    }
    void everyInterleaving();
};

void TestTimerRace::everyInterleaving() {
    QFETCH(bool, apart);
    QFETCH(int, position);
    QFETCH(qint64, paidAfter);
    const auto deployment = apart ? RuleBench::Deployment::Apart : RuleBench::Deployment::OneCommit;
    std::vector<Step> steps{Step::Claim, Step::Fire};
    steps.insert(steps.begin() + position, Step::Pay);
    using How = Break::How;
    int runs = 0;
    const auto race = [&](std::size_t broken, Break fault) {
        Race one(deployment);
        one.run(steps, broken, fault, paidAfter);
        ++runs;
        const auto problem = one.problem();
        if (!problem.empty()) {
            const auto text = problem + " (unit " + std::to_string(broken) + " breaks " +
                              std::to_string(static_cast<int>(fault.how)) + " at " + std::to_string(fault.at) + ")";
            QTest::qFail(text.c_str(), __FILE__, __LINE__);
        }
        return one.steps();
    };
    for (std::size_t broken = 0; broken < steps.size(); ++broken) {
        const int count = race(broken, {How::Never, 0});
        for (const auto how : {How::Before, How::After}) {
            for (int at = 1; at <= count; ++at) {
                race(broken, {how, at});
            }
        }
        race(broken, {How::AtCommit, 0});
        race(broken, {How::Unheard, 0});
    }
    QVERIFY(runs > 12);
}

}  // namespace test_timer_race

QTEST_GUILESS_MAIN(test_timer_race::TestTimerRace)
#include "test_timer_race.moc"
