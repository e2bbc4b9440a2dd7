// SPDX-License-Identifier: GPL-3.0-or-later
// Consoles on a running service: they get the engine's own answers, permissions are checked by the service, and
// everybody is told of changes.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <boost/json/serialize.hpp>
#include <future>
#include <mutex>

#include "engine/wire/protocol.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"
#include "team_world.h"
#include "tests/support/check.h"
#include "tests/support/expect.h"

namespace test_remote_engine {

using namespace evenhand;
using namespace evenhand::test;

namespace {

template <typename T>
std::string textOf(const Result<T>& result) {
    wire::Writing out;
    return boost::json::serialize(wire::write(result, out));
}

/// The events that a console was told of.
class Heard {
public:
    explicit Heard(api::EngineApi& engine) {
        m_subscription = engine.subscribe([this](const std::vector<api::Event>& events) {
            const std::scoped_lock lock(m_mutex);
            m_events.insert(m_events.end(), events.begin(), events.end());
        });
    }
    ~Heard() { m_subscription.reset(); }
    Heard(const Heard&) = delete;
    Heard& operator=(const Heard&) = delete;
    [[nodiscard]] bool of(api::Event::Kind kind, const OrderId& order) {
        const std::scoped_lock lock(m_mutex);
        return std::any_of(m_events.begin(), m_events.end(),
                           [&](const api::Event& event) { return event.kind == kind && event.order == order; });
    }

private:
    std::mutex m_mutex;
    std::vector<api::Event> m_events;
    std::unique_ptr<api::Subscription> m_subscription;
};

}  // namespace

class TestRemoteEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A console on the service's own machine, by the service's own account, while the workspace has no people.
    void whoRunsTheServiceComesInWithoutSigningIn() {
        TeamWorld world;
        const auto console = world.console();
        QVERIFY(console->owner());
        QVERIFY(console->owner()->name.starts_with("local:"));
        QCOMPARE(console->workspace().id, world.workspace->workspace().id);
        QCOMPARE(console->workspace().currency, std::string("EUR"));
        QTRY_COMPARE(console->status().state, api::EngineState::Live);
        const auto state = TeamWorld::wait(console->accounts().signInState());
        QVERIFY(state && !state->needed);
        const auto campuses = TeamWorld::wait(console->dispatch().campuses({*console->owner(), {}, {}}));
        QVERIFY(campuses && campuses->size() == 1);
    }

    void whatIsReadOverTheLineIsWhatTheEngineGives() {
        TeamWorld world;
        const auto console = world.console();
        const api::Call call{*console->owner(), {}, {}};
        for (int i = 0; i < 30; ++i) {
            const auto key = "order-" + std::to_string(i);
            DONE(TeamWorld::wait(console->orders().place(call, oneTea(key))));
        }
        auto& here = *world.workspace;
        auto& there = *console;
        const auto same = [&](auto ask) {
            return textOf(TeamWorld::wait(ask(here))) == textOf(TeamWorld::wait(ask(there)));
        };
        QVERIFY(same([&](api::EngineApi& e) { return e.orders().page(world.call, {}); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.orders().count(world.call, {}); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.orders().detail(world.call, OrderNo("nothing")); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.dispatch().campuses(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.shop().products(world.call, {}); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.shop().couriers(world.call, {}, 100); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.shifts().roster(world.call, CourierId("ann")); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.timers().page(world.call, {}); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.timers().policies(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.alerts().limits(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.seckill().activities(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.campaigns().campaigns(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.returns().policies(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.returns().caseSettings(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.refunds().settings(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.ledger().trialBalance(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.tasks().holds(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.tasks().workerSettings(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.tasks().planRing(world.call, 2); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.tasks().planRing(world.call, 0); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.webhooks().webhooks(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.accounts().people(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.accounts().settings(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.tokens().tokens(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.audit().page(world.call, {}); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.backups().schedule(world.call); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.feed().after(world.call, {}, 100); }));
        QVERIFY(same([&](api::EngineApi& e) { return e.search().search(world.call, {"tea", {}, 10}); }));
    }

    /// An import takes turns with other commands of the same person, although both go over one line.
    void whatIsSentInBulkLetsThePersonPass() {
        TeamWorld world;
        const auto console = world.console();
        std::promise<void> gate;  // holds the engine's thread until it is opened
        const auto held = world.workspace->core().engine().ask<int>(
            world.call, [open = gate.get_future().share()](runtime::UnitOfWork&) -> Result<int> {
                open.wait();
                return 1;
            });
        api::Call inBulk{*console->owner(), {}, {}};
        inBulk.bulk = true;
        constexpr int kRows = 150;  // below the limit of open calls in bulk on a line
        std::vector<api::Answer<api::PlacedOrder>> answers;
        for (int i = 0; i < kRows; ++i) {
            answers.push_back(console->orders().place(inBulk, oneTea("row-" + std::to_string(i))));
        }
        answers.push_back(console->orders().place({*console->owner(), {}, {}}, oneTea("click")));
        QTRY_VERIFY(world.workspace->status().inboxDepth >= kRows + 2);
        gate.set_value();
        std::vector<std::int64_t> ids;
        for (const auto& answer : answers) {
            const auto placed = TeamWorld::wait(answer);
            DONE(placed);
            ids.push_back(placed->id.value);
        }
        const auto before = std::count_if(ids.begin(), ids.end(), [&](std::int64_t id) { return id < ids.back(); });
        QVERIFY2(before < kRows, std::to_string(before).c_str());  // it did not wait for the whole import
    }

    void commandsHaveTheirEffectAndRefusalsTheirReasons() {
        TeamWorld world;
        const auto console = world.console();
        const api::Call call{*console->owner(), "because", {}};
        const auto placed = TeamWorld::wait(console->orders().place(call, oneTea("k")));
        DONE(placed);
        DONE(TeamWorld::wait(console->orders().pay(call, {PaymentNo("P1"), placed->orderNo, placed->payable})));
        const auto noted = TeamWorld::wait(console->orders().note(call, {{placed->orderNo, 0}}, "rings twice 叮咚"));
        QVERIFY(noted && noted->size() == 1 && !noted->front().error);
        const auto refused = TeamWorld::wait(console->orders().place(call, [] {
            auto order = oneTea("other");
            order.lines = {{Sku("nothing"), 1, {}}};
            return order;
        }()));
        REFUSED(refused, ErrorCode::UnknownSku);
        QCOMPARE(refused.error().text(),
                 TeamWorld::wait(world.workspace->orders().place(call,
                                                                 [] {
                                                                     auto order = oneTea("other");
                                                                     order.lines = {{Sku("nothing"), 1, {}}};
                                                                     return order;
                                                                 }()))
                     .error()
                     .text());
        std::vector<api::PlaceOrder> many;
        for (int i = 0; i < 700; ++i) {
            many.push_back(oneTea("many-" + std::to_string(i)));
        }
        many.push_back(oneTea(""));
        // Shared, because finish() still runs when the future is already done.
        const auto promise = std::make_shared<QPromise<std::vector<Result<api::PlacedOrder>>>>();
        promise->start();
        auto future = promise->future();
        console->orders().placeMany(call, many, [promise](std::vector<Result<api::PlacedOrder>> results) {
            promise->addResult(std::move(results));
            promise->finish();
        });
        future.waitForFinished();
        const auto results = future.result();
        QCOMPARE(results.size(), many.size());
        QVERIFY(std::all_of(results.begin(), results.end() - 1, [](const auto& one) { return one.has_value(); }));
        QVERIFY(!results.back());
        QCOMPARE(*TeamWorld::wait(world.workspace->orders().count(world.call, {})), std::int64_t{701});
        REFUSED(TeamWorld::wait(console->tokens().load()), ErrorCode::Unsupported);
    }

    void exportsComeToThePersonsMachine() {
        TeamWorld world;
        const auto console = world.console();
        const api::Call call{*console->owner(), {}, {}};
        for (int i = 0; i < 200; ++i) {
            DONE(TeamWorld::wait(world.workspace->orders().place(world.call, oneTea("e" + std::to_string(i)))));
        }
        const QTemporaryDir folder;
        const auto here = folder.filePath(QStringLiteral("here.csv"));
        const auto there = folder.filePath(QStringLiteral("there.csv"));
        const auto rows = TeamWorld::wait(world.workspace->orders().exportCsv(world.call, {}, here.toStdString(), {}));
        QVERIFY(rows && *rows == 200);
        std::atomic<std::int64_t> told{0};
        const auto over = TeamWorld::wait(
            console->orders().exportCsv(call, {}, there.toStdString(), [&](std::int64_t done) { told = done; }));
        DONE(over);
        QCOMPARE(*over, std::int64_t{200});
        QFile one(here);
        QFile other(there);
        QVERIFY(one.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
        QCOMPARE(other.readAll(), one.readAll());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);  // no partial files are left
        const auto nowhere = TeamWorld::wait(
            console->orders().exportCsv(call, {}, folder.filePath(QStringLiteral("no/where.csv")).toStdString(), {}));
        REFUSED_FIELD(nowhere, ErrorCode::Storage, "path");
    }

    void everybodyHearsWhatWasCommitted() {
        TeamWorld world;
        const auto one = world.console();
        const auto other = world.console();
        Heard heard(*other);
        const api::Call call{*one->owner(), {}, {}};
        const auto placed = TeamWorld::wait(one->orders().place(call, oneTea("k")));
        DONE(placed);
        const auto detail = TeamWorld::wait(one->orders().detail(call, placed->orderNo));
        DONE(detail);
        QTRY_VERIFY(heard.of(api::Event::Kind::OrderChanged, detail->row.id));
        QTRY_VERIFY(other->status().committed > 0);
    }

    void peopleSignInAtTheService() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        QVERIFY(world.addPerson("carl", {api::Role::Dispatcher}));
        const auto console = world.console();
        QVERIFY(!console->owner());  // there are people now, so the owner too must sign in
        const auto state = TeamWorld::wait(console->accounts().signInState());
        QVERIFY(state && state->needed);
        // The service ignores the name in the call: nobody has signed in on this line.
        REFUSED(TeamWorld::wait(console->orders().page(world.call, {})), ErrorCode::SessionEnded);
        REFUSED(TeamWorld::wait(console->accounts().signIn({"carl", Secret("wrong"), api::Via::Console})),
                ErrorCode::SignInRefused);
        const auto carl = world.signIn(*console, "carl");
        DONE(carl);
        QCOMPARE(carl->actor.name, std::string("carl"));
        QVERIFY(carl->actor.may(api::Permission::Dispatch));
        QVERIFY(!carl->actor.may(api::Permission::ManagePeople));
        DONE(TeamWorld::wait(console->orders().page({carl->actor, {}, {}}, {})));
        // The call names an administrator, but the line is carl's.
        REFUSED(TeamWorld::wait(console->accounts().people(world.call)), ErrorCode::PermissionDenied);
        const auto isRecorded = [&] {
            const auto entries = TeamWorld::wait(world.workspace->audit().page(world.call, {}));
            return entries && std::any_of(entries->begin(), entries->end(), [](const api::AuditRecord& entry) {
                       return entry.actor == "carl" && entry.outcome == api::AuditOutcome::Refused;
                   });
        };
        QTRY_VERIFY(isRecorded());  // a refused read is recorded after it was answered
        // New roles hold at once, without signing in again.
        const auto people = TeamWorld::wait(world.workspace->accounts().people(world.call));
        DONE(people);
        const auto row =
            *std::find_if(people->begin(), people->end(), [](const auto& one) { return one.login == "carl"; });
        DONE(TeamWorld::wait(world.workspace->accounts().setRoles(world.call, {row.id, 0}, {api::Role::RefundClerk})));
        QTRY_VERIFY(!carl->actor.may(api::Permission::Dispatch));
        DONE(TeamWorld::wait(world.workspace->accounts().setDisabled(world.call, {row.id, 0}, true)));
        QTRY_VERIFY(carl->actor.ended());
        REFUSED(TeamWorld::wait(console->orders().page({carl->actor, {}, {}}, {})), ErrorCode::SessionEnded);
        REFUSED(TeamWorld::wait(console->orders().page(world.call, {})), ErrorCode::SessionEnded);
        // Another person can sign in at the same console, and sign out.
        const auto boss = world.signIn(*console, "boss");
        DONE(boss);
        DONE(TeamWorld::wait(console->accounts().people({boss->actor, {}, {}})));
        DONE(TeamWorld::wait(console->accounts().signOut({boss->actor, {}, {}})));
        QVERIFY(boss->actor.ended());
        REFUSED(TeamWorld::wait(console->accounts().people(world.call)), ErrorCode::SessionEnded);
    }

    /// Two people cancel the same order at the same time: one of them succeeds.
    void twoWhoDecideTheSame() {
        TeamWorld world;
        const auto one = world.console();
        const auto other = world.console();
        const api::Call call{*one->owner(), "because", {}};
        const auto placed = TeamWorld::wait(one->orders().place(call, oneTea("k")));
        DONE(placed);
        auto& first = one->orders();
        auto& second = other->orders();
        auto a = first.cancel(call, {{placed->orderNo, 0}});
        auto b = second.cancel(call, {{placed->orderNo, 0}});
        const auto left = TeamWorld::wait(a);
        const auto right = TeamWorld::wait(b);
        QVERIFY(left && right);
        QCOMPARE(static_cast<int>(left->front().error.has_value()) + static_cast<int>(right->front().error.has_value()),
                 1);
    }

    void nobodyServesThere() {
        TeamWorld world;
        const auto port = world.host->port();
        world.stopService();
        const auto refused = world.connect(port);
        REFUSED_FIELD(refused, ErrorCode::Unreachable, "service");
    }
};

}  // namespace test_remote_engine

QTEST_GUILESS_MAIN(test_remote_engine::TestRemoteEngine)
#include "test_remote_engine.moc"
