// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign crashed and failed by its disk at every operation: every discount that was answered is there afterwards,
// with its amount and once; the budget is accounted for; every invariant; twice recovered the same.
#include <QtTest>
#include <map>

#include "engine/base/log.h"
#include "tests/crash/faulty_run.h"

namespace test_crash_campaigns {

using namespace evenhand;
using namespace evenhand::test;

namespace {

const CampaignId kCampaign("spring");

class CampaignRun final : public FaultyRun {
public:
    explicit CampaignRun(std::uint64_t seed) : FaultyRun(seed, {8, 10'000, 12, 20'000}) {}
    [[nodiscard]] std::size_t granted() const { return m_granted.size(); }

private:
    bool setUp() override {
        api::TimerPolicy policy;
        policy.unpaidMs = 25'000;
        api::CampaignSettings settings;
        settings.name = "Spring";
        settings.shape = {Money{2'000}, 40, Money{100}, 3};
        settings.countLimit = 6;
        settings.amountLimit = Money{250};
        settings.begin = kStart;
        settings.end = kStart.plusMs(150'000);
        settings.seed = 7;
        settings.validityMs = 30'000;
        return get(workspace().dispatch().upsertCouriers(m_call,
                                                         {{CourierId("ann"), CampusId("north"), "", "", true}})) &&
               get(workspace().orders().upsertProducts(m_call, {{Sku("tea"), "Tea", Money{60}, 5'000}}, false)) &&
               get(workspace().timers().setPolicy(m_call, CampusId("north"), policy)) &&
               get(workspace().campaigns().create(m_call, kCampaign, settings)) &&
               get(workspace().campaigns().start(m_call, kCampaign));
    }
    void forget() override {
        m_granted.clear();
        m_asked.clear();
        m_next = 0;
    }
    void checkPromises() override {
        api::DrawQuery query;
        query.limit = 1'000;
        auto answer = workspace().campaigns().draws(m_call, query);
        const auto rows = answer.result();
        if (!rows) {
            problem += rows.error().text();
            return;
        }
        std::map<std::string, std::int64_t> amounts;
        for (const auto& row : *rows) {
            if (row.state == api::DrawState::Granted) {
                amounts[row.id.str()] = row.amount.minor;
            }
        }
        for (const auto& [id, amount] : m_granted) {
            const auto found = amounts.find(id);
            if (found == amounts.end() || found->second != amount) {
                problem += " the draw " + id + " of " + std::to_string(amount) + " was answered and is not so;";
            }
        }
    }
    /// Repeating what was answered before needs no disk.
    bool keep(const api::DrawAnswer& answer) {
        if (answer.refusal) {
            return false;
        }
        const auto [known, added] = m_granted.emplace(answer.id.str(), answer.amount.minor);
        if (!added && known->second != answer.amount.minor) {
            problem += " the draw " + answer.id.str() + " was answered twice, differently;";
        }
        return added;
    }
    /// A new draw, or one that was asked for before.
    std::pair<DrawId, UserId> some(Rng& rng) {
        if (m_asked.empty() || rng.below(4) != 0) {
            m_asked.emplace_back(DrawId(rng.uuid()), UserId("u" + std::to_string(rng.below(9))));
            return m_asked.back();
        }
        return m_asked[rng.below(m_asked.size())];
    }
    void act(Rng& rng) override {
        auto& desk = workspace().campaigns();
        const auto what = rng.below(16);
        if (what < 1) {
            (void)desk.pause(m_call, kCampaign);
        } else if (what < 3) {
            (void)desk.resume(m_call, kCampaign);
        } else if (what < 8) {
            const auto [id, user] = some(rng);
            whenDone(desk.draw(m_call, {kCampaign, id, user, {}}), [this](const auto& answer) { return keep(answer); });
        } else if (what < 12) {
            const auto [id, user] = some(rng);
            api::PlaceOrder order;
            order.key = "o" + std::to_string(++m_next);
            order.orderNo = OrderNo(order.key);
            order.user = user;
            order.campus = CampusId("north");
            order.lines = {{Sku("tea"), rng.between(1, 2), Money{60}}};
            order.draw = api::OrderDraw{kCampaign, id};
            whenDone(workspace().orders().place(m_call, order), [this](const auto& placed) {
                if (placed.draw) {
                    (void)keep(*placed.draw);
                }
                return !placed.repeated;
            });
        } else if (what < 14) {
            (void)workspace().orders().cancel(
                m_call, {{OrderNo("o" + std::to_string(rng.between(1, std::max<std::int64_t>(1, m_next)))), 0}});
        } else if (!m_asked.empty()) {
            (void)desk.giveBack(m_call, m_asked[rng.below(m_asked.size())].first);
        }
    }

    std::map<std::string, std::int64_t> m_granted;  ///< answered: draw → amount
    std::vector<std::pair<DrawId, UserId>> m_asked;
    std::int64_t m_next = 0;
};

}  // namespace

class TestCrashCampaigns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void undisturbed() {
        std::size_t granted = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            CampaignRun run(seed);
            run.run(Fault::None, 0, 0, 1);
            granted += run.granted();
            run.heal();
            run.check();
            QVERIFY2(run.problem.empty(), run.problem.c_str());
        }
        QVERIFY(granted > 60);
    }
    void crashes_data() { crashRows(); }
    void crashes() {
        QFETCH(bool, power);
        CampaignRun run(power ? 3 : 4);
        const auto problem = run.crashSweep(power, 5);
        QVERIFY2(problem.isEmpty(), problem);
        QVERIFY(run.where > 100);
    }
    void errors_data() { errorRows(); }
    void errors() {
        QFETCH(int, fault);
        CampaignRun run(5);
        const auto problem = run.errorSweep(static_cast<Fault>(fault), 5, 13);
        QVERIFY2(problem.isEmpty(), problem);
        QVERIFY(run.struck > 5);
    }
};

}  // namespace test_crash_campaigns

QTEST_GUILESS_MAIN(test_crash_campaigns::TestCrashCampaigns)
#include "test_crash_campaigns.moc"
