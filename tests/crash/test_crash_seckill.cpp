// SPDX-License-Identifier: GPL-3.0-or-later
// A flash sale crashed and failed by its disk at every operation: every reservation that was answered is an order
// afterwards, never one too many, never two for one; every invariant; twice recovered the same.
#include <QtTest>
#include <map>

#include "engine/base/log.h"
#include "tests/crash/faulty_run.h"

namespace test_crash_seckill {

using namespace evenhand;
using namespace evenhand::test;

namespace {

const ActivityId kSale("A");

class SaleRun final : public FaultyRun {
public:
    explicit SaleRun(std::uint64_t seed) : FaultyRun(seed, {7, 15'000, 12, 20'000, 2}) {}
    [[nodiscard]] std::size_t reserved() const { return m_reserved.size(); }

private:
    bool setUp() override {
        api::TimerPolicy policy;
        policy.unpaidMs = 25'000;
        const api::ActivityInput input{kSale,     "Sale", Sku("tea"),         CampusId("north"),
                                       Money{70}, 9,      kStart.plusMs(100), kStart.plusMs(150'000)};
        return get(workspace().dispatch().upsertCouriers(m_call,
                                                         {{CourierId("ann"), CampusId("north"), "", "", true}})) &&
               get(workspace().orders().upsertProducts(m_call, {{Sku("tea"), "Tea", Money{250}, 50}}, true)) &&
               get(workspace().timers().setPolicy(m_call, CampusId("north"), policy)) &&
               get(workspace().seckill().setUp(m_call, input)) && get(workspace().seckill().start(m_call, kSale));
    }
    void forget() override { m_reserved.clear(); }
    void checkPromises() override {
        for (const auto& [no, user] : m_reserved) {
            const auto detail = workspace().orders().detail(m_call, OrderNo(no)).result();
            if (!detail || detail->row.user.str() != user) {
                problem += " the reservation " + no + " of " + user + " was answered and is no order;";
            }
        }
    }
    void act(Rng& rng) override {
        auto& desk = workspace().seckill();
        switch (rng.below(16)) {
            case 0: (void)desk.stop(m_call, kSale); break;
            case 1:
            case 6: (void)desk.resume(m_call, kSale); break;
            case 2: (void)desk.topUp(m_call, kSale, 1); break;
            case 3:
            case 4: {
                if (!m_reserved.empty()) {
                    const auto no = m_reserved.begin()->first;
                    (void)workspace().orders().pay(m_call, {PaymentNo("P" + no), OrderNo(no), Money{70}});
                }
                break;
            }
            case 5: {
                if (!m_reserved.empty()) {
                    (void)workspace().orders().cancel(m_call, {{OrderNo(m_reserved.rbegin()->first), 0}});
                }
                break;
            }
            default: {
                const auto user = "u" + std::to_string(rng.below(12));
                for (std::uint64_t i = 0; i <= rng.below(2); ++i) {
                    whenDone(desk.attempt(m_call, {kSale, UserId(user)}), [this, user](const auto& answer) {
                        const bool reserved = answer.outcome == api::AttemptOutcome::Reserved;
                        if (reserved) {
                            m_reserved[answer.orderNo.str()] = user;
                        }
                        return reserved;
                    });
                }
            }
        }
    }

    std::map<std::string, std::string> m_reserved;  ///< answered: order number → user
};

}  // namespace

class TestCrashSeckill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void undisturbed() {
        std::size_t reserved = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            SaleRun run(seed);
            run.run(Fault::None, 0, 0, 1);
            reserved += run.reserved();
            run.heal();
            run.check();
            QVERIFY2(run.problem.empty(), run.problem.c_str());
        }
        QVERIFY(reserved > 30);
    }
    void crashes_data() { crashRows(); }
    void crashes() {
        QFETCH(bool, power);
        SaleRun run(power ? 3 : 4);
        const auto problem = run.crashSweep(power, 3);
        QVERIFY2(problem.isEmpty(), problem);
        QVERIFY(run.where > 100);
    }
    void errors_data() { errorRows(); }
    void errors() {
        QFETCH(int, fault);
        SaleRun run(5);
        const auto problem = run.errorSweep(static_cast<Fault>(fault), 5, 9);
        QVERIFY2(problem.isEmpty(), problem);
        QVERIFY(run.struck > 5);
    }
};

}  // namespace test_crash_seckill

QTEST_GUILESS_MAIN(test_crash_seckill::TestCrashSeckill)
#include "test_crash_seckill.moc"
