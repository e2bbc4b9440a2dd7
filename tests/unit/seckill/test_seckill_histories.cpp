// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories from a printed seed: attempts (also of one user twice in a batch), payments, cancellations, stops,
// top-ups, edits, restarts, consumers that stop after reading, a keyspace that is lost and rebuilt, a clock that steps.
// A model counts along; every invariant after every step.
#include <QtTest>
#include <set>

#include "engine/base/log.h"
#include "engine/base/rng.h"
#include "seckill_world.h"

namespace test_seckill_histories {

using namespace evenhand;
using namespace evenhand::test;

namespace {

class History {
public:
    explicit History(std::uint64_t seed) : m_rng(seed) {
        base::setLogSink([](auto, auto, auto) {});
        api::TimerPolicy policy;
        policy.unpaidMs = 40'000;
        (void)m_world.policy(policy);
        (void)m_world.sell(static_cast<std::int64_t>(2 + m_rng.below(8)));
    }

    std::string run(int steps) {
        for (int i = 0; i < steps; ++i) {
            const auto what = act();
            m_world.workspace->runUntilIdle();
            auto problem = m_world.verify() + model();
            if (!problem.empty()) {
                return "step " + std::to_string(i) + " (" + what + "): " + problem;
            }
        }
        return drain();
    }

private:
    std::string user() { return "u" + std::to_string(m_rng.below(14)); }

    std::string act() {
        auto& world = m_world;
        auto& desk = world.seckill();
        switch (m_rng.below(24)) {
            case 0: (void)world.get(desk.stop(world.call, world.id())); return "stop";
            case 1:
            case 2: (void)world.get(desk.resume(world.call, world.id())); return "resume";
            case 3:
                (void)world.get(desk.topUp(world.call, world.id(), static_cast<std::int64_t>(1 + m_rng.below(3))));
                return "top up";
            case 4: world.reopen(m_rng.next()); return "reopen";
            case 5: world.clock.advanceMs(-m_rng.between(0, 600'000)); return "clock back";
            case 6: return readAndStop();
            case 7: return lose();
            case 8:
            case 9: return pay();
            case 10: return cancel();
            case 11: return release();
            case 12: return edit();
            case 13:
            case 14:
            case 15: world.pass(m_rng.between(0, 30'000)); return "pass";
            case 16: (void)world.get(desk.start(world.call, world.id())); return "start again";
            default: return attempts();
        }
    }

    std::string attempts() {
        std::vector<api::SeckillAttempt> some;
        for (std::uint64_t i = 0; i <= m_rng.below(4); ++i) {
            some.push_back({m_world.id(), UserId(user())});
            if (m_rng.below(3) == 0) {
                some.push_back(some.back());
            }
        }
        std::vector<Result<api::AttemptAnswer>> answers;
        m_world.seckill().attemptMany(m_world.call, some, [&](auto done) { answers = std::move(done); });
        m_world.workspace->runUntilIdle();
        for (const auto& answer : answers) {
            if (answer && answer->outcome == api::AttemptOutcome::Reserved &&
                !m_reserved.insert(answer->orderNo.str()).second) {
                m_fault = "an order number came twice; ";
            }
        }
        return "attempts";
    }
    std::string readAndStop() {
        (void)m_world.get(m_world.workspace->core().engine().ask<bool>(
            m_world.call, [this](runtime::UnitOfWork& work) -> Result<bool> {
                auto& keyspace = work.keyspace();
                const auto who = user();
                EVENHAND_ASSIGN(const auto live, keyspace.call({"HMGET", m_world.keys.live, "stock", "state"}));
                EVENHAND_ASSIGN(const auto slot, keyspace.call({"HEXISTS", m_world.keys.slots, who}));
                if (live.elements[0].isNil() || live.elements[0].text == "0" || live.elements[1].text != "started" ||
                    slot.integer == 1) {
                    return false;
                }
                const auto no = "R" + std::to_string(++m_read);
                EVENHAND_ASSIGN(const auto id, keyspace.call({"XADD", m_world.keys.stream, "*", "user", who, "no", no,
                                                              "at", std::to_string(work.now().ms)}));
                EVENHAND_TRY(keyspace.call({"HINCRBY", m_world.keys.live, "stock", "-1"}));
                EVENHAND_TRY(keyspace.call({"HSET", m_world.keys.slots, who, no + " " + id.text}));
                EVENHAND_TRY(
                    keyspace.call({"XREADGROUP", "GROUP", "seckill", "gone", "STREAMS", m_world.keys.stream, ">"}));
                return true;
            }));
        return "read and stop";
    }
    /// All of the keyspace, or the slots of some users, put right at once.
    std::string lose() {
        if (m_world.activity().state == api::ActivityState::Ended) {
            return "nothing to lose";
        }
        if (m_rng.below(2) == 0) {
            m_world.lose();
        } else {
            (void)m_world.tamper({"HDEL", m_world.keys.slots, user(), user()});
        }
        const auto repaired = m_world.get(m_world.seckill().repair(m_world.call, m_world.id()));
        if (!repaired) {
            m_fault = "repair: " + repaired.error().text() + "; ";
        } else if (!m_world.get(m_world.seckill().check(m_world.call, m_world.id()))->agrees()) {
            m_fault = "a repair leaves differences; ";
        }
        return "lose and repair";
    }
    std::vector<api::OrderRow> open() {
        api::OrderQuery query;
        query.filter.statuses = {api::OrderStatus::WaitPay, api::OrderStatus::Paid, api::OrderStatus::WaitPickUp};
        return m_world.get(m_world.orders().page(m_world.call, query)).value_or(std::vector<api::OrderRow>());
    }
    std::string pay() {
        const auto orders = open();
        if (!orders.empty()) {
            (void)m_world.payFor(orders[m_rng.below(orders.size())].orderNo.str());
        }
        return "pay";
    }
    std::string cancel() {
        const auto orders = open();
        if (!orders.empty()) {
            (void)m_world.get(m_world.orders().cancel(m_world.call, {{orders[m_rng.below(orders.size())].orderNo, 0}}));
        }
        return "cancel";
    }
    std::string release() {
        const auto rows = m_world.pending();
        if (!rows.empty()) {
            const auto& id = rows[m_rng.below(rows.size())].messageId;
            (void)(m_rng.below(2) == 0 ? m_world.get(m_world.seckill().release(m_world.call, m_world.id(), {id}))
                                       : m_world.get(m_world.seckill().claim(m_world.call, m_world.id(), {id})));
        }
        return "release or claim";
    }
    std::string edit() {
        auto input = m_world.activity().set;
        input.end = m_world.workspace->core().embedded()->now().plusMs(m_rng.between(1, 20 * kMinute));
        (void)m_world.get(m_world.seckill().edit(m_world.call, input, 0));
        return "edit";
    }

    /// What must hold of answers and rows, whatever the checks say.
    std::string model() {
        auto problem = m_fault;
        const auto row = m_world.activity();
        if (row.ordered > row.set.stock + row.added) {
            problem +=
                "sold " + std::to_string(row.ordered) + " of " + std::to_string(row.set.stock + row.added) + "; ";
        }
        std::set<std::string> users;
        api::OrderQuery all;
        all.limit = 10'000;
        const auto orders = m_world.get(m_world.orders().page(m_world.call, all));
        if (!orders) {
            return orders.error().text();
        }
        for (const auto& order : *orders) {
            if (order.status != api::OrderStatus::Closed && !users.insert(order.user.str()).second) {
                problem += order.user.str() + " has two; ";
            }
        }
        return problem;
    }
    std::string drain() {
        auto& world = m_world;
        world.clock.set(std::max(world.clock.now(), world.workspace->core().embedded()->now()));
        world.pass(5 * kMinute);
        (void)world.get(world.seckill().end(world.call, world.id()));
        world.pass(5 * kMinute);
        auto problem = world.verify() + model();
        const auto row = world.activity();
        if (row.state != api::ActivityState::Ended) {
            problem += "it never ended; ";
        }
        if (world.stock() + row.ordered != 1'000) {
            problem += "units were lost; ";
        }
        return problem;
    }

    SeckillWorld m_world;
    Rng m_rng;
    std::set<std::string> m_reserved;
    int m_read = 0;
    std::string m_fault;
};

}  // namespace

class TestSeckillHistories : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void random_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 8; ++seed) {
            QTest::addRow("seed %llu", seed) << seed;
        }
    }
    void random() {
        QFETCH(quint64, seed);
        History history(seed);
        const auto problem = history.run(80);
        QVERIFY2(problem.empty(), problem.c_str());
    }
};

}  // namespace test_seckill_histories

QTEST_GUILESS_MAIN(test_seckill_histories::TestSeckillHistories)
#include "test_seckill_histories.moc"
