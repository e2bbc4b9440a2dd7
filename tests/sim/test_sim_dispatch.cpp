// SPDX-License-Identifier: GPL-3.0-or-later
// Orders and dispatch under random use, duplicate messages and crashes. EVENHAND_SEED repeats a run, EVENHAND_EPISODES
// and EVENHAND_ACTIONS change its length.
#include <QtTest>
#include <algorithm>

#include "simulation.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_sim_dispatch {

using namespace evenhand;

namespace {
std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariable(name).toULongLong() : otherwise;
}
}  // namespace

class TestSimDispatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void randomUse();
    void fixedCouriersStayWithinOne();
};

void TestSimDispatch::randomUse() {
    const auto seed = fromEnvironment("EVENHAND_SEED", Rng::systemSeed() >> 20U);
    // On a server each takes several times as long.
    const auto episodes = fromEnvironment("EVENHAND_EPISODES", evenhand::testing::onMariadb() ? 4 : 8);
    const auto actions = static_cast<int>(fromEnvironment("EVENHAND_ACTIONS", 400));
    std::int64_t assignments = 0;
    std::int64_t givenBack = 0;
    int crashes = 0;
    for (std::uint64_t episode = 0; episode < episodes; ++episode) {
        qInfo("EVENHAND_SEED=%llu EVENHAND_EPISODES=1", static_cast<unsigned long long>(seed + episode));
        sim::Simulation simulation(seed + episode);
        QVERIFY2(simulation.run(actions), simulation.fault().c_str());
        assignments += simulation.model().assignments;
        givenBack += simulation.model().givenBack;
        crashes += simulation.crashes();
    }
    qInfo("%lld assignments, %lld given back, %d crashes", static_cast<long long>(assignments),
          static_cast<long long>(givenBack), crashes);
    QVERIFY(assignments > 0);
}

void TestSimDispatch::fixedCouriersStayWithinOne() {
    // D4: equal start, fixed couriers, strong mode, nothing given back.
    const auto seed = fromEnvironment("EVENHAND_SEED", Rng::systemSeed() >> 20U);
    qInfo("EVENHAND_SEED=%llu", static_cast<unsigned long long>(seed));
    Rng rng(seed);
    QTemporaryDir folder;
    base::VirtualClock clock(Instant{1'717'200'000'000});
    app::OpenOptions options;
    options.clock = &clock;
    options.seed = seed;
    options.threaded = false;
    auto opened = app::Workspace::create(folder.filePath(QStringLiteral("w")).toStdString(),
                                         {"CNY", 2, "UTC", "sim", evenhand::testing::freshDatabase()}, options);
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    auto& workspace = **opened;
    const api::Call call{api::Actor::administrator("local:sim"), {}, {}};
    std::vector<api::CourierInput> couriers;
    for (std::uint64_t i = 2 + rng.below(12); i > 0; --i) {
        couriers.push_back({CourierId("c" + std::to_string(i)), CampusId("x"), "", "", true});
    }
    const auto made = workspace.dispatch().upsertCouriers(call, couriers);
    const auto stocked = workspace.orders().upsertProducts(call, {{Sku("tea"), "", Money{1}, 1'000'000}}, true);
    workspace.runUntilIdle();
    QVERIFY(made.result() && stocked.result());
    int placed = 0;
    while (placed < 600) {
        for (std::uint64_t i = rng.below(20); i > 0; --i) {
            const auto no = "N" + std::to_string(placed++);
            const auto order = workspace.orders().place(
                call, {no, OrderNo(no), UserId("u"), CampusId("x"), {{Sku("tea"), 1, Money{1}}}, {}, {}});
            const auto paid = workspace.orders().pay(call, {PaymentNo(no), OrderNo(no), Money{1}});
        }
        for (std::uint64_t i = rng.below(3); i > 0; --i) {
            workspace.step();
        }
        const auto board = workspace.dispatch().board(call, CampusId("x"));
        workspace.step();
        QVERIFY(board.isFinished());
        const auto shown = board.result();
        QVERIFY(shown.has_value());
        std::vector<std::int64_t> counts;
        for (const auto& row : shown->couriers) {
            counts.push_back(row.today);
        }
        const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
        QVERIFY(*most - *least <= 1);
    }
    workspace.runUntilIdle();
    api::OrderFilter filter;
    filter.unassignedOnly = true;
    QCOMPARE(workspace.orders().count(call, filter).result().value(), 0);
}

}  // namespace test_sim_dispatch

QTEST_GUILESS_MAIN(test_sim_dispatch::TestSimDispatch)
#include "test_sim_dispatch.moc"
