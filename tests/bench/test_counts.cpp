// SPDX-License-Identifier: GPL-3.0-or-later
// What the benchmarks of large workspaces show in milliseconds, counted: a workspace of a tenth of their size beside
// one ten times smaller, both of one day and with the same number of open orders. Half of the history waits to be
// confirmed by itself, some was returned and refunded, and a campaign has drawn for it. What a page reads again after
// something happened is as much in one as in the other, and nothing while nothing happens; what an order costs to be
// placed, paid and assigned is the same. Counted are statements, steps of SQLite's virtual machine, syncs and
// allocations, which do not depend on the machine.
#include <dlfcn.h>
#include <sqlite3.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <numeric>

#include "app/workspace/workspace.h"
#include "engine/api/alert_desk.h"
#include "engine/api/audit_desk.h"
#include "engine/api/ledger_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "tests/support/check.h"

using namespace evenhand;

namespace {

// Of this thread, the engine's: others write small files once a second.
thread_local std::int64_t allocations = 0;
thread_local std::int64_t syncs = 0;

constexpr std::int64_t kLarge = 100'000;
constexpr std::int64_t kSmall = 10'000;
constexpr std::int64_t kOpen = 1'000;
constexpr int kCampuses = 8;
constexpr Instant kStart{1'700'000'000'000};  // early on a day of the workspace's zone

struct Work {
    std::int64_t statements = 0;
    std::int64_t steps = 0;
};
/// Of read-only connections, the reader's, and of the engine's.
Work& counted(bool reader) {
    static std::array<Work, 2> work;
    return work[reader ? 1 : 0];
}

int onStatementEnd(unsigned, void* connection, void* statement, void*) {
    auto& work = counted(sqlite3_db_readonly(static_cast<sqlite3*>(connection), "main") == 1);
    ++work.statements;
    work.steps += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement), SQLITE_STMTSTATUS_VM_STEP, 1);
    return 0;
}

int onOpen(sqlite3* connection, char**, const void*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, onStatementEnd, connection);
}

CampusId campusOf(std::int64_t number) { return CampusId("Campus " + std::to_string(number % kCampuses)); }

class World {
public:
    explicit World(std::int64_t orders) {
        EVENHAND_NEED(app::Workspace::create(path(), {"CNY", 2, "Asia/Shanghai", "tester", {}}, options()));
        open();
        // As in the benchmarks: what is made history below was never in the delay queue.
        EVENHAND_NEED(get(m_workspace->timers().setQueue(call(), false, 1'000)));
        std::vector<api::CourierInput> couriers;
        for (int i = 0; i < 40 * kCampuses; ++i) {
            couriers.push_back({CourierId("K" + std::to_string(i)), campusOf(i), "Courier", "", true});
        }
        EVENHAND_NEED(get(m_workspace->dispatch().upsertCouriers(call(), couriers)));
        EVENHAND_NEED(get(
            m_workspace->orders().upsertProducts(call(), {{Sku("S"), "Product", Money{100}, 1'000'000'000}}, false)));
        while (m_placed < orders) {
            buy(std::min<std::int64_t>(1'000, orders - m_placed));
        }
        m_workspace.reset();
        {
            auto database =
                store::Database::openSqlite(path() + "/workspace.db", store::Database::Access::ReadWrite, false);
            EVENHAND_NEED(database);
            const auto history = " WHERE order_id <= " + std::to_string(orders - kOpen);
            EVENHAND_NEED(
                (*database)->execute("UPDATE orders SET status = 'COMPLETED', timer = NULL, due_at = NULL" + history));
            // From tomorrow on, over the days until they are confirmed.
            EVENHAND_NEED(
                (*database)->execute("UPDATE orders SET status = 'DELIVERED', timer = 'auto_confirm', due_at = " +
                                     std::to_string(kStart.ms + 86'400'000) + " + order_id * " +
                                     std::to_string(500'000'000 / orders) + history + " AND order_id % 2 = 0"));
            m_completed = (orders - kOpen) / 2;
        }
        open();
        EVENHAND_NEED(get(m_workspace->timers().setQueue(call(), true, 1'000)));
        EVENHAND_NEED(get(m_workspace->timers().rearmQueue(call())));
        EVENHAND_NEED(get(m_workspace->returns().setPolicy(call(), {}, freely())));
        giveBack(orders / 50);
        startCampaign();
        // Nobody orders with them, so they expire: how many are open, and how many are given back in one instant, is a
        // matter of the hour and not of the size of the workspace.
        for (std::int64_t left = orders / 50; left > 0; left -= kDrawsAtOnce) {
            draw(kDrawsAtOnce);
            m_clock.advanceMs(kValidityMs + 1'000);
            m_workspace->runUntilIdle();
        }
    }

    /// One unit of each of so many more orders is to come back.
    void requestReturns(std::int64_t count, std::vector<api::ReturnRef>& asked) {
        std::vector<api::RequestReturn> requests;
        for (std::int64_t i = 0; i < count; ++i, ++m_returned) {
            api::RequestReturn made;
            made.orderNo = OrderNo("N" + std::to_string(m_returned));
            made.number = ReturnNo("R" + std::to_string(m_returned));
            made.lines = {{Sku("S"), 1}};
            made.reason = "torn";
            requests.push_back(std::move(made));
        }
        m_workspace->returns().requestMany(call(), std::move(requests), [&](const auto& all) {
            for (const auto& one : all) {
                EVENHAND_NEED(one);
                asked.push_back({one->id, 0});
            }
        });
        m_workspace->runUntilIdle();
        QCOMPARE(static_cast<std::int64_t>(asked.size()), count);
    }

    /// One unit of each of so many orders of the history comes back, and is paid by hand.
    void giveBack(std::int64_t count) {
        std::vector<api::ReturnRef> asked;
        requestReturns(count, asked);
        const auto approved = get(m_workspace->returns().approveMany(call(), asked));
        EVENHAND_NEED(approved);
        api::RefundQuery open;
        open.filter.statuses = {api::RefundStatus::Pending};
        open.limit = 10'000;
        const auto refunds = get(m_workspace->refunds().page(call(), open));
        EVENHAND_NEED(refunds);
        QCOMPARE(static_cast<std::int64_t>(refunds->size()), count);
        for (const auto& refund : *refunds) {
            EVENHAND_NEED(get(m_workspace->refunds().recordPaid(call(), {refund.id, 0}, "by hand")));
        }
    }

    void draw(std::int64_t count) {
        std::vector<api::DrawRequest> requests;
        for (std::int64_t i = 0; i < count; ++i, ++m_drawn) {
            requests.push_back({CampaignId("C"), {}, UserId("u" + std::to_string(m_drawn)), {}});
        }
        std::int64_t answered = 0;
        m_workspace->campaigns().drawMany(call(), std::move(requests), [&](const auto& all) {
            answered += std::ranges::count_if(all, [](const auto& one) { return one.has_value(); });
        });
        m_workspace->runUntilIdle();
        QCOMPARE(answered, count);
    }

    /// Places, pays and assigns so many.
    void buy(std::int64_t count) {
        std::vector<api::PlaceOrder> orders;
        std::vector<api::PayOrder> payments;
        for (std::int64_t i = 0; i < count; ++i, ++m_placed) {
            api::PlaceOrder order;
            order.key = "N" + std::to_string(m_placed);
            order.orderNo = OrderNo(order.key);
            order.user = UserId("u" + std::to_string(m_placed % 5'000));
            order.campus = campusOf(m_placed);
            order.lines = {{Sku("S"), 1, Money{100}}};
            payments.push_back({PaymentNo("P" + order.key), order.orderNo, Money{100}});
            orders.push_back(std::move(order));
        }
        std::int64_t done = 0;
        m_workspace->orders().placeMany(call(), std::move(orders), [&](const auto& all) {
            done += std::ranges::count_if(all, [](const auto& one) { return one.has_value(); });
        });
        m_clock.advanceMs(1);
        m_workspace->runUntilIdle();
        m_workspace->orders().payMany(call(), std::move(payments), [&](const auto& all) {
            done += std::ranges::count_if(all, [](const auto& one) { return one.has_value(); });
        });
        m_clock.advanceMs(1);
        m_workspace->runUntilIdle();
        QCOMPARE(done, 2 * count);
    }

    /// What `page` costs the reader.
    Work costOf(const std::function<void(World&)>& page) {
        counted(true) = {};
        page(*this);
        return counted(true);
    }

    template <typename T>
    Result<T> get(api::Answer<T> answer) {
        m_workspace->runUntilIdle();
        return answer.isFinished() && answer.resultCount() > 0 ? answer.result()
                                                               : Result<T>(fail(ErrorCode::Internal, "no answer"));
    }
    app::Workspace& workspace() { return *m_workspace; }
    void pass(std::int64_t ms) {
        m_clock.advanceMs(ms);
        m_workspace->runUntilIdle();
    }
    static api::Call call() { return {api::Actor::administrator("test"), "because", {}}; }
    /// 0:00 in the zone.
    [[nodiscard]] static Instant today() {
        return Instant{(kStart.ms + 8 * 3'600'000) / 86'400'000 * 86'400'000 - 8 * 3'600'000};
    }
    [[nodiscard]] Instant now() const { return m_clock.now(); }
    [[nodiscard]] std::int64_t placed() const { return m_placed; }
    [[nodiscard]] std::int64_t completed() const { return m_completed; }
    [[nodiscard]] std::int64_t returned() const { return m_returned; }
    [[nodiscard]] std::int64_t drawn() const { return m_drawn; }

private:
    static constexpr std::int64_t kValidityMs = 1'000;
    static constexpr std::int64_t kDrawsAtOnce = 50;
    static api::ReturnPolicy freely() {
        api::ReturnPolicy policy;
        policy.goods = api::GoodsRule::NoGoods;
        policy.fourEyesAbove.reset();
        policy.secondAbove.reset();
        return policy;
    }
    void startCampaign() {
        api::CampaignSettings wanted;
        wanted.name = "Counted";
        wanted.shape = {Money{10'000 * 300}, 10'000, Money{1'000}, 4};
        wanted.countLimit = 9'000;
        wanted.amountLimit = Money{api::kMaxCampaignMinor};
        wanted.begin = now();
        wanted.end = now().plusMs(86'400'000);
        wanted.seed = 1;
        wanted.validityMs = kValidityMs;
        EVENHAND_NEED(get(m_workspace->campaigns().create(call(), CampaignId("C"), wanted)));
        EVENHAND_NEED(get(m_workspace->campaigns().start(call(), CampaignId("C"))));
    }
    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("w")).toStdString(); }
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 1;
        options.threaded = false;
        return options;
    }
    void open() {
        auto opened = app::Workspace::open(path(), options());
        EVENHAND_NEED(opened);
        m_workspace = std::move(*opened);
    }

    QTemporaryDir m_folder;
    base::VirtualClock m_clock{kStart};
    std::unique_ptr<app::Workspace> m_workspace;
    std::int64_t m_placed = 0, m_completed = 0, m_returned = 0, m_drawn = 0;
};

/// Of `count` orders that are placed, paid and assigned.
struct Cost {
    Work work;
    std::int64_t allocations = 0;
    std::int64_t syncs = 0;
};

Cost costOfOrders(World& world, std::int64_t count) {
    counted(false) = {};
    allocations = 0;
    syncs = 0;
    world.buy(count);
    return {counted(false), allocations, syncs};
}

// What the pages read when they are shown, and again when orders have changed.

void overview(World& world) {
    auto& workspace = world.workspace();
    api::OrderFilter filter;
    filter.placedFrom = World::today();
    QCOMPARE(world.get(workspace.orders().count(World::call(), filter)).value(), world.placed());
    std::int64_t assigned = 0;
    for (int campus = 0; campus < kCampuses; ++campus) {
        const auto point =
            world.get(workspace.dispatch().fairness(World::call(), campusOf(campus), World::today(), world.now(), 1));
        EVENHAND_NEED(point);
        assigned += point->back().assigned;
    }
    QCOMPARE(assigned, world.placed());
    EVENHAND_NEED(world.get(workspace.timers().board(World::call(), {})));
}

void dispatch(World& world) {
    auto& workspace = world.workspace();
    std::int64_t today = 0;
    for (int campus = 0; campus < kCampuses; ++campus) {
        const auto board = world.get(workspace.dispatch().board(World::call(), campusOf(campus)));
        EVENHAND_NEED(board);
        for (const auto& courier : board->couriers) {
            today += courier.today;
        }
    }
    QCOMPARE(today, world.placed());
    EVENHAND_NEED(world.get(workspace.dispatch().waiting(World::call(), {}, 500)));
    EVENHAND_NEED(world.get(workspace.dispatch().deadLetters(World::call(), 500)));
}

void orders(World& world) {
    auto& workspace = world.workspace();
    EVENHAND_NEED(world.get(workspace.orders().page(World::call(), {})));
    QCOMPARE(world.get(workspace.orders().count(World::call(), {})).value(), world.placed());
    api::OrderFilter filter;
    filter.campus = campusOf(3);
    QCOMPARE(world.get(workspace.orders().count(World::call(), filter)).value(), world.placed() / kCampuses);
}

void delayed(World& world) {
    auto& workspace = world.workspace();
    const auto board = world.get(workspace.timers().board(World::call(), {}));
    EVENHAND_NEED(board);
    // Every order that is not completed has a timer that is armed.
    const auto armed = world.placed() - world.completed();
    QCOMPARE(std::accumulate(board->kinds.begin(), board->kinds.end(), std::int64_t{0},
                             [](std::int64_t sum, const auto& kind) { return sum + kind.armed; }),
             armed);
    QCOMPARE(world.get(workspace.timers().count(World::call(), {})).value(), armed);
    const auto due = world.get(workspace.timers().histogram(World::call(), {}, {}, kStart, 60'000, 60));
    EVENHAND_NEED(due);
    QCOMPARE(std::accumulate(due->counts.begin(), due->counts.end(), due->before + due->after), armed);
    // And of one campus.
    EVENHAND_NEED(world.get(workspace.timers().board(World::call(), campusOf(3))));
    EVENHAND_NEED(world.get(workspace.timers().histogram(World::call(), campusOf(3), {}, kStart, 60'000, 60)));
    EVENHAND_NEED(world.get(workspace.timers().page(World::call(), {})));
}

void returns(World& world) {
    auto& workspace = world.workspace();
    EVENHAND_NEED(world.get(workspace.returns().counts(World::call(), {})));
    EVENHAND_NEED(world.get(workspace.returns().page(World::call(), {})));
    QCOMPARE(world.get(workspace.returns().count(World::call(), {})).value(), world.returned());
    api::ReturnFilter filter;
    filter.stages = {api::ReturnStage::Done, api::ReturnStage::Rejected};
    QCOMPARE(world.get(workspace.returns().count(World::call(), filter)).value(), world.returned());
    EVENHAND_NEED(world.get(workspace.refunds().counts(World::call(), {})));
    EVENHAND_NEED(world.get(workspace.refunds().page(World::call(), {})));
    QCOMPARE(world.get(workspace.refunds().count(World::call(), {})).value(), world.returned());
    api::RefundFilter paid;
    paid.statuses = {api::RefundStatus::Succeeded};
    QCOMPARE(world.get(workspace.refunds().count(World::call(), paid)).value(), world.returned());
    EVENHAND_NEED(world.get(workspace.ledger().trialBalance(World::call())));
    EVENHAND_NEED(world.get(workspace.ledger().page(World::call(), {})));
    QVERIFY(world.get(workspace.ledger().count(World::call(), {})).value() > world.placed());
    api::LedgerFilter payments;
    payments.kinds = {api::LedgerKind::Payment};
    QCOMPARE(world.get(workspace.ledger().count(World::call(), payments)).value(), world.placed());
}

void campaigns(World& world) {
    auto& desk = world.workspace().campaigns();
    EVENHAND_NEED(world.get(desk.campaigns(World::call())));
    EVENHAND_NEED(world.get(desk.board(World::call(), CampaignId("C"))));
    api::DrawQuery query;
    query.filter.campaign = CampaignId("C");
    EVENHAND_NEED(world.get(desk.draws(World::call(), query)));
    QCOMPARE(world.get(desk.countDraws(World::call(), query.filter)).value(), world.drawn());
}

void audit(World& world) {
    auto& desk = world.workspace().audit();
    EVENHAND_NEED(world.get(desk.page(World::call(), {})));
    QVERIFY(world.get(desk.count(World::call(), {})).value() > world.returned());
    api::AuditFilter filter;
    filter.operations = {"refunds."};
    QVERIFY(world.get(desk.count(World::call(), filter)).value() >= world.returned());
}

void shop(World& world) {
    auto& desk = world.workspace().shop();
    EVENHAND_NEED(world.get(desk.products(World::call(), {})));
    EVENHAND_NEED(world.get(desk.countProducts(World::call(), {})));
    EVENHAND_NEED(world.get(desk.stockHistory(World::call(), Sku("S"), 0, 100)));
    EVENHAND_NEED(world.get(desk.couriers(World::call(), {}, 100)));
    EVENHAND_NEED(world.get(world.workspace().dispatch().campuses(World::call())));
    EVENHAND_NEED(world.get(world.workspace().shifts().rosters(World::call(), {})));
    EVENHAND_NEED(world.get(world.workspace().shifts().crew(World::call(), {})));
}

const std::map<QString, void (*)(World&)>& pages() {
    static const std::map<QString, void (*)(World&)> all{
        {QStringLiteral("overview"), overview}, {QStringLiteral("dispatch"), dispatch},
        {QStringLiteral("orders"), orders},     {QStringLiteral("delayed"), delayed},
        {QStringLiteral("returns"), returns},   {QStringLiteral("campaigns"), campaigns},
        {QStringLiteral("shop"), shop},         {QStringLiteral("audit"), audit}};
    return all;
}

}  // namespace

class TestCounts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        sqlite3_auto_extension(reinterpret_cast<void (*)()>(onOpen));
        m_small = std::make_unique<World>(kSmall);
        m_large = std::make_unique<World>(kLarge);
    }
    void cleanupTestCase() {
        m_small.reset();
        m_large.reset();
        sqlite3_reset_auto_extension();
    }

    void aRefreshReadsAsMuchWhateverTheSize_data() { pageRows(); }
    void aRefreshReadsAsMuchWhateverTheSize();
    void anOrderCostsAsMuchWhateverTheSize();
    void whatSellsSeldomCostsOneLookIntoEachStretch();
    void aCampaignStartsAsFastWhateverWasDrawnBefore();
    void aDecisionCostsAsMuchHoweverManyOldCasesWait();
    void atRestNothingIsCounted_data() { pageRows(); }
    void atRestNothingIsCounted();

private:
    static void pageRows() {
        QTest::addColumn<QString>("page");
        for (const auto& [name, page] : pages()) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    std::unique_ptr<World> m_small;
    std::unique_ptr<World> m_large;
};

void TestCounts::aRefreshReadsAsMuchWhateverTheSize() {
    QFETCH(QString, page);
    const auto read = pages().at(page);
    Work again[2];
    for (auto* world : {m_small.get(), m_large.get()}) {
        const auto first = world->costOf(read);
        world->buy(kCampuses);
        world->giveBack(1);
        world->draw(1);
        again[world == m_large.get() ? 1 : 0] = world->costOf(read);
        qInfo("%s of %lld orders: first %lld steps, again %lld in %lld statements", qPrintable(page),
              static_cast<long long>(world->placed()), static_cast<long long>(first.steps),
              static_cast<long long>(again[world == m_large.get() ? 1 : 0].steps),
              static_cast<long long>(again[world == m_large.get() ? 1 : 0].statements));
    }
    QVERIFY(again[0].steps > 0);
    QCOMPARE(again[1].statements, again[0].statements);
    QVERIFY2(
        again[1].steps <= again[0].steps + again[0].steps / 4 + 500,
        qPrintable(
            QStringLiteral("%1 steps, %2 in a workspace a tenth as large").arg(again[1].steps).arg(again[0].steps)));
}

void TestCounts::anOrderCostsAsMuchWhateverTheSize() {
    constexpr std::int64_t kBought = 1'000;
    Cost costs[2];
    for (auto* world : {m_small.get(), m_large.get()}) {
        (void)costOfOrders(*world, kBought);  // statements are prepared, memory has grown
        auto& cost = costs[world == m_large.get() ? 1 : 0];
        cost = costOfOrders(*world, kBought);
        qInfo("an order among %lld: %.2f statements, %.1f steps, %.1f allocations; %lld syncs for %lld orders",
              static_cast<long long>(world->placed()), static_cast<double>(cost.work.statements) / kBought,
              static_cast<double>(cost.work.steps) / kBought, static_cast<double>(cost.allocations) / kBought,
              static_cast<long long>(cost.syncs), static_cast<long long>(kBought));
    }
    const auto& [small, large] = costs;
    QVERIFY(small.syncs > 0 && small.allocations > 0 && small.work.statements > 0);
    // Both worlds run the same batches, so that only what grows with the workspace can differ; a leaf is split or a
    // table grown somewhat earlier or later.
    QVERIFY2(large.syncs <= small.syncs + 1, qPrintable(QString::number(large.syncs)));
    QVERIFY(large.work.statements <= small.work.statements + small.work.statements / 100);
    QVERIFY(large.work.steps <= small.work.steps + small.work.steps / 20);
    QVERIFY(large.allocations <= small.allocations + small.allocations / 20);
}

void TestCounts::whatSellsSeldomCostsOneLookIntoEachStretch() {
    auto& world = *m_large;
    EVENHAND_NEED(world.get(
        world.workspace().orders().upsertProducts(World::call(), {{Sku("seldom"), "Seldom", Money{100}, 10}}, false)));
    const auto history = [&world] {
        const auto rows = world.get(world.workspace().shop().stockHistory(World::call(), Sku("seldom"), 0, 100));
        EVENHAND_NEED(rows);
        QCOMPARE(rows->size(), std::size_t{1});  // what was received: nobody ordered it
    };
    const auto work = world.costOf([&history](World&) { history(); });
    const auto stretches = world.placed() / 256 + 1;
    qInfo("the history of a product that nobody ordered: %lld steps for %lld stretches",
          static_cast<long long>(work.steps), static_cast<long long>(stretches));
    QVERIFY2(work.steps <= 20 * stretches + 500, qPrintable(QString::number(work.steps)));
    QVERIFY(work.statements <= 20);
}

void TestCounts::aCampaignStartsAsFastWhateverWasDrawnBefore() {
    Work costs[2];
    for (const std::int64_t draws : {400, 8'000}) {
        World world(kOpen);
        auto& desk = world.workspace().campaigns();
        const auto settings = [&](std::int64_t places) {
            api::CampaignSettings wanted;
            wanted.name = "Counted";
            wanted.shape = {Money{places * 300}, places, Money{1'000}, 4};
            wanted.countLimit = 9'000;
            wanted.amountLimit = Money{api::kMaxCampaignMinor};
            wanted.begin = world.now();
            wanted.end = world.now().plusMs(86'400'000);
            wanted.seed = 1;
            return wanted;
        };
        const auto start = [&](const CampaignId& id, std::int64_t places) {
            EVENHAND_NEED(world.get(desk.create(World::call(), id, settings(places))));
            EVENHAND_NEED(world.get(desk.start(World::call(), id)));
            const auto row = world.get(desk.campaign(World::call(), id));
            EVENHAND_NEED(row);
            QCOMPARE(row->state, api::CampaignState::Running);
        };
        start(CampaignId("first"), draws);
        std::int64_t granted = 0;
        std::vector<api::DrawRequest> requests;
        for (std::int64_t i = 0; i < draws; ++i) {
            requests.push_back({CampaignId("first"), {}, UserId("u" + std::to_string(i)), {}});
        }
        desk.drawMany(World::call(), std::move(requests), [&granted](const auto& answers) {
            granted += std::ranges::count_if(answers, [](const auto& one) { return one && !one->refusal; });
        });
        world.workspace().runUntilIdle();
        QVERIFY(granted > draws / 2);
        start(CampaignId("warm"), 100);  // statements are prepared
        counted(false) = {};
        start(CampaignId("second"), 100);
        costs[draws == 400 ? 0 : 1] = counted(false);
    }
    QVERIFY(costs[0].steps > 0);
    QVERIFY2(
        costs[1].steps <= costs[0].steps + costs[0].steps / 4 + 500,
        qPrintable(
            QStringLiteral("%1 steps, %2 after a twentieth as many draws").arg(costs[1].steps).arg(costs[0].steps)));
}

/// The alert of old cases says how many are left, and the engine's figures how many wait.
void TestCounts::aDecisionCostsAsMuchHoweverManyOldCasesWait() {
    Work costs[2];
    for (const std::int64_t cases : {50, 900}) {
        World world(kOpen);
        auto& desk = world.workspace().returns();
        constexpr std::int64_t kLimitMs = 1'000;
        EVENHAND_NEED(world.get(desk.setCaseSettings(World::call(), {{}, kLimitMs, 0})));
        std::vector<api::ReturnRef> asked;
        world.requestReturns(cases, asked);
        world.pass(2 * kLimitMs);
        const auto left = [&world] {
            api::AlertQuery query;
            query.kinds = {api::AlertKind::CaseOld};
            const auto alerts = world.get(world.workspace().alerts().page(World::call(), query));
            std::int64_t sum = 0;
            for (const auto& alert : alerts ? *alerts : std::vector<api::AlertRow>()) {
                sum += alert.figure.value_or(0);
            }
            return sum;
        };
        const auto decide = [&](std::size_t which) {
            EVENHAND_NEED(world.get(desk.reject(World::call(), {asked[which]}, "")));
            world.pass(1'000);
        };
        QCOMPARE(left(), cases);
        decide(0);  // statements are prepared
        counted(false) = {};
        decide(1);
        costs[cases == 50 ? 0 : 1] = counted(false);
        QCOMPARE(left(), cases - 2);
    }
    QVERIFY(costs[0].steps > 0);
    QVERIFY2(costs[1].steps <= costs[0].steps + costs[0].steps / 4 + 500,
             qPrintable(QStringLiteral("%1 steps, %2 where 50 cases wait").arg(costs[1].steps).arg(costs[0].steps)));
}

void TestCounts::atRestNothingIsCounted() {
    QFETCH(QString, page);
    const auto read = pages().at(page);
    (void)m_large->costOf(read);
    const auto rest = m_large->costOf(read);
    // Lists are read, a page of each (returns have three, 50,000 steps; the shop has five, three of them of the 320
    // couriers); figures cost a look at what they were kept for.
    const std::int64_t most = page == QStringLiteral("shop") ? 150'000 : 60'000;
    QVERIFY2(rest.steps < most, qPrintable(QStringLiteral("%1 steps").arg(rest.steps)));
}

// In place of the C and C++ library's, for the whole program: they count and go on.

void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes); memory != nullptr) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

extern "C" int fdatasync(int file) {
    static const auto real = reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, "fdatasync"));
    ++syncs;
    return real(file);
}
extern "C" int fsync(int file) {
    static const auto real = reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, "fsync"));
    ++syncs;
    return real(file);
}

QTEST_GUILESS_MAIN(TestCounts)
#include "test_counts.moc"
