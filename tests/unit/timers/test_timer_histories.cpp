// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories from a printed seed: orders, payments, reports, operators, a clock that steps both ways, restarts,
// claims that nobody finishes, a queue that is switched off or lost. Every invariant in between and at the end.
#include <QtTest>
#include <map>

#include "engine/base/log.h"
#include "engine/base/rng.h"
#include "timer_world.h"

namespace test_timer_histories {

using namespace evenhand;
using namespace evenhand::test;

namespace {

class History {
public:
    explicit History(std::uint64_t seed) : m_rng(seed) {
        base::setLogSink([](auto, auto, auto) {});
        api::TimerPolicy policy;
        policy.unpaidMs = 40'000;
        policy.unassignedMs = 5'000;
        policy.pickUpLateMs = 30'000;
        policy.deliveryLateMs = 60'000;
        policy.autoConfirmMs = 90'000;
        policy.autoReassign = m_rng.below(2) == 0;
        policy.alertRepeatMs = 20'000;
        (void)m_world.policy(policy);
    }

    std::string run(int steps) {
        for (int i = 0; i < steps; ++i) {
            act();
            m_world.workspace->runUntilIdle();
            if (i % 20 == 19 && !m_entryLost) {
                if (auto problem = m_world.verify(); !problem.empty()) {
                    return "step " + std::to_string(i) + ": " + problem;
                }
            }
        }
        return drain();
    }

private:
    std::string some() { return "o" + std::to_string(1 + m_rng.below(static_cast<std::uint64_t>(m_placed) + 1)); }
    std::vector<api::TimerRef> someTimer() { return {{OrderNo(some()), {}, {}}}; }

    void act() {
        auto& world = m_world;
        switch (m_rng.below(20)) {
            case 0:
            case 1:
            case 2:
            case 3: (void)world.place("o" + std::to_string(++m_placed)); break;
            case 4:
            case 5: {
                const auto no = some();
                const auto paid = world.pay(no);
                if (paid && paid->outcome == api::PaymentOutcome::Accepted) {
                    m_paid[no] = true;
                }
                break;
            }
            case 6: (void)world.report(api::CourierReport::Kind::PickedUp, some()); break;
            case 7:
                (void)world.report(
                    m_rng.below(3) == 0 ? api::CourierReport::Kind::Failed : api::CourierReport::Kind::Delivered,
                    some());
                break;
            case 8: (void)world.get(world.timers().run(world.call, someTimer())); break;
            case 9:
                (void)world.get(world.timers().postponeBy(world.call, someTimer(), m_rng.between(1, 50'000)));
                break;
            case 10: (void)world.get(world.timers().cancel(world.call, someTimer())); break;
            case 11: (void)world.get(world.orders().cancel(world.call, {{OrderNo(some()), 0}})); break;
            case 12: {
                const auto on = world.get(world.dispatch().setDuty(
                    world.call, CourierId(m_rng.below(2) == 0 ? "ann" : "bob"), m_rng.below(3) != 0));
                (void)on;
                break;
            }
            case 13: world.clock.advanceMs(-m_rng.between(0, 3'600'000)); break;
            case 14: world.reopen(); break;
            case 15: disturb(); break;
            default: world.pass(m_rng.between(0, 20'000)); break;
        }
    }

    void disturb() {
        auto& world = m_world;
        const auto kind = api::allTimerKinds()[m_rng.below(api::kTimerKinds)];
        switch (m_rng.below(6)) {
            case 0: (void)world.get(world.timers().setQueue(world.call, m_rng.below(2) == 0, 500)); break;
            case 1:
                (void)world.tamper({"DEL", std::string(timers::kWholeKey), timers::queueKeys(kind).due,
                                    timers::queueKeys(kind).flight});
                break;
            case 2:
                if (world.tamper({"ZPOPMAX", timers::queueKeys(kind).due}) || true) {
                    m_entryLost = true;
                }
                break;
            case 3: (void)world.get(world.timers().setPaused(world.call, kind, m_rng.below(3) == 0)); break;
            case 4:
                (void)world.get(world.workspace->core().engine().ask<bool>(
                    world.call, [kind](runtime::UnitOfWork& work) -> Result<bool> {
                        EVENHAND_TRY(timers::claim(work.keyspace(), kind, work.now(), work.now().plusMs(7'000), 3, 8));
                        return true;
                    }));
                break;
            default: (void)world.get(world.timers().rearmQueue(world.call)); break;
        }
    }

    /// Faults stopped: everything that is due happens.
    std::string drain() {
        auto& world = m_world;
        for (const auto kind : api::allTimerKinds()) {
            (void)world.get(world.timers().setPaused(world.call, kind, false));
        }
        (void)world.get(world.timers().setQueue(world.call, true, 500));
        (void)world.get(world.dispatch().setDuty(world.call, CourierId("ann"), true));
        (void)world.get(world.timers().rearmQueue(world.call));
        world.clock.set(std::max(world.clock.now(), world.workspace->core().embedded()->now()));
        world.pass(10 * kMinute);
        auto problem = world.verify();
        if (!world.page().empty()) {
            problem += std::to_string(world.page().size()) + " timers never had their effect; ";
        }
        for (const auto& [no, accepted] : m_paid) {
            const auto order = world.row(no);
            if (order.closeReason == api::CloseReason::Timeout) {
                problem += "order " + no + " was paid and closed by its timer; ";
            }
        }
        return problem;
    }

    TimerWorld m_world;
    Rng m_rng;
    std::uint64_t m_placed = 0;
    bool m_entryLost = false;
    std::map<std::string, bool> m_paid;
};

}  // namespace

class TestTimerHistories : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void random_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 12; ++seed) {
            QTest::addRow("seed %llu", seed) << seed;
        }
    }
    void random() {
        QFETCH(quint64, seed);
        History history(seed);
        const auto problem = history.run(160);
        QVERIFY2(problem.empty(), problem.c_str());
    }
};

}  // namespace test_timer_histories

QTEST_GUILESS_MAIN(test_timer_histories::TestTimerHistories)
#include "test_timer_histories.moc"
