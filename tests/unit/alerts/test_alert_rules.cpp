// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of every kind on the real engine: what raises one, that it fires once, and what ends it; their limits.
#include <QtTest>
#include <algorithm>

#include "app/workspace/verification.h"
#include "engine/alerts/limits.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/webhook_store.h"
#include "engine/task_making/make.h"
#include "engine/timer_queue/delay_queue.h"
#include "tests/unit/desks/desk_world.h"

namespace test_alert_rules {

using namespace evenhand;
using api::AlertKind;
using api::AlertState;
using api::AlertSubjectType;
using test::DeskWorld;

namespace {

constexpr std::int64_t kMinute = base::kMinuteMs;
constexpr std::int64_t kHour = base::kHourMs;

struct AlertWorld : DeskWorld {
    api::AlertDesk& alerts() { return workspace->alerts(); }
    void pass(std::int64_t ms) {
        clock.advanceMs(ms);
        workspace->runUntilIdle();
    }
    /// Those of a kind in whatever state, the newest first.
    std::vector<api::AlertRow> of(AlertKind kind) {
        api::AlertQuery query;
        query.kinds = {kind};
        query.states = {AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced, AlertState::Resolved};
        return get(alerts().page(call, query)).value_or(std::vector<api::AlertRow>());
    }
    bool setDuty(const char* courier, bool on) {
        return get(dispatch().setDuty(call, CourierId(courier), on)).has_value();
    }
    bool report(api::CourierReport::Kind kind, const std::string& no) {
        const auto order = row(no);
        return get(orders().report(call, {kind, OrderNo(no), order.courier, order.epoch, "a note"})).has_value();
    }
    Result<void> limits(const api::AlertLimits& limits) { return get(alerts().setLimits(call, limits)); }
    template <typename T>
    Result<T> inEngine(std::function<Result<T>(runtime::UnitOfWork&)> fn) {
        return get(workspace->core().engine().ask<T>(call, std::move(fn)));
    }
    /// Every check of verify holds.
    bool sound() {
        bool holds = false;
        const auto seen =
            workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
                holds = std::all_of(verdicts.begin(), verdicts.end(),
                                    [](const runtime::Verdict& verdict) { return verdict.finding.violations == 0; });
                return {};
            });
        return seen && holds;
    }
};

}  // namespace

class TestAlertRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Once for all orders that wait, until the last of them has its courier.
    void nobodyOnDuty() {
        AlertWorld world;
        DONE(world.couriers({"ann"}, "north", false));
        DONE(world.product("tea", 10));
        QVERIFY(world.of(AlertKind::NoCourier).empty());
        QVERIFY(world.buy("A1"));
        QVERIFY(world.buy("A2"));
        auto found = world.of(AlertKind::NoCourier);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().state, AlertState::Firing);
        QCOMPARE(found.front().subject, (api::AlertSubject{AlertSubjectType::Campus, "north"}));
        QCOMPARE(found.front().campus, CampusId("north"));
        QVERIFY(found.front().orderNo.empty() && found.front().order == OrderId{});
        QCOMPARE(found.front().due, found.front().firedAt);
        // It repeats as the campus's policy says.
        world.pass(api::TimerPolicy().alertRepeatMs);
        QCOMPARE(world.of(AlertKind::NoCourier).front().repeats, std::int64_t{1});
        QVERIFY(world.setDuty("ann", true));
        found = world.of(AlertKind::NoCourier);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().state, AlertState::Resolved);
        QCOMPARE(found.front().resolution, std::string("over"));
        QCOMPARE(found.front().resolvedAt, std::optional(world.clock.now()));
        QVERIFY(world.sound());
    }

    /// Whoever has said that it is done with is not told again of the same orders.
    void triedAgainIsNoNews() {
        AlertWorld world;
        DONE(world.couriers({"ann"}, "north", false));
        DONE(world.product("tea", 10));
        QVERIFY(world.buy("A1"));
        DONE(world.get(world.alerts().resolve(world.call, {world.of(AlertKind::NoCourier).front().id})));
        world.pass(2 * api::TimerPolicy().unassignedMs);  // the engine has tried once more
        QCOMPARE(world.of(AlertKind::Unassigned).size(), std::size_t{1});
        QCOMPARE(world.of(AlertKind::NoCourier).size(), std::size_t{1});
        QVERIFY(world.buy("A2"));
        QCOMPARE(world.of(AlertKind::NoCourier).size(), std::size_t{2});
        // The last order that waits goes: so does the alert.
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}, {OrderNo("A2"), 0}})));
        QCOMPARE(world.of(AlertKind::NoCourier).front().state, AlertState::Resolved);
        QVERIFY(world.sound());
    }

    void everybodyAtTheLimit() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        DONE(world.get(world.dispatch().setLoadLimit(world.call, CourierId("ann"), 1)));
        QVERIFY(world.buy("A1"));
        QVERIFY(world.of(AlertKind::AtLimit).empty());
        QVERIFY(world.buy("A2"));
        QCOMPARE(world.of(AlertKind::AtLimit).size(), std::size_t{1});
        QCOMPARE(world.of(AlertKind::AtLimit).front().state, AlertState::Firing);
        QVERIFY(world.of(AlertKind::NoCourier).empty());
        QVERIFY(world.report(api::CourierReport::Kind::PickedUp, "A1"));
        QVERIFY(world.report(api::CourierReport::Kind::Delivered, "A1"));
        QCOMPARE(world.row("A2").courier, CourierId("ann"));
        QCOMPARE(world.of(AlertKind::AtLimit).front().state, AlertState::Resolved);
    }

    void weightsApart() {
        AlertWorld world;
        DONE(world.couriers({"ann", "bob"}));
        DONE(world.product("tea", 10));
        QVERIFY(world.buy("A1"));
        QVERIFY(world.of(AlertKind::Spread).empty());  // nobody has set a limit
        QVERIFY(world.buy("A2"));
        api::AlertLimits limits;
        limits.spread = 1;
        DONE(world.limits(limits));
        QVERIFY(world.buy("A3"));
        auto found = world.of(AlertKind::Spread);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().state, AlertState::Firing);
        QVERIFY(found.front().figure.value_or(0) > 1);
        QVERIFY(world.buy("A4"));  // the other one
        QCOMPARE(world.of(AlertKind::Spread).front().state, AlertState::Resolved);
        QCOMPARE(world.of(AlertKind::Spread).size(), std::size_t{1});
    }

    void aRefundThatFailed() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        api::RefundSettings settings;
        settings.provider = api::RefundProviderKind::Http;
        settings.url = "http://localhost:1/refunds";
        settings.maxAttempts = 1;
        auto& refunds = world.workspace->refunds();
        DONE(world.get(refunds.setSettings(world.call, settings)));
        QVERIFY(world.buy("A1"));
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}})));
        const auto send = [&](api::SendOutcome said) {
            const auto jobs = world.get(refunds.claimDue(world.call, {"worker", 10, {}}));
            QVERIFY(jobs && jobs->size() == 1);
            DONE(world.get(
                refunds.report(world.call, {{jobs->front().id, jobs->front().token, said, "ref", "no such card", 0}})));
        };
        send(api::SendOutcome::Declined);
        auto failed = world.of(AlertKind::RefundFailed);
        QCOMPARE(failed.size(), std::size_t{1});
        QCOMPARE(failed.front().state, AlertState::Firing);
        QCOMPARE(failed.front().subject.type, AlertSubjectType::Refund);
        QCOMPARE(failed.front().figure, std::optional<std::int64_t>(100));
        QCOMPARE(failed.front().detail, std::string("no such card"));
        const auto rows = world.get(refunds.ofOrder(world.call, OrderNo("A1")));
        QVERIFY(rows && rows->size() == 1);
        QCOMPARE(failed.front().subject.id, std::to_string(rows->front().id.value));
        DONE(world.get(refunds.retry(world.call, {{rows->front().id, 0}})));
        QCOMPARE(world.of(AlertKind::RefundFailed).front().state, AlertState::Resolved);
        // Sent, and nobody knows what became of it.
        send(api::SendOutcome::Unknown);
        auto unknown = world.of(AlertKind::RefundUnknown);
        QCOMPARE(unknown.size(), std::size_t{1});
        QCOMPARE(unknown.front().state, AlertState::Firing);
        QCOMPARE(world.of(AlertKind::RefundFailed).size(), std::size_t{1});
        DONE(world.get(refunds.recordPaid(world.call, {rows->front().id, 0}, "seen at the bank")));
        QCOMPARE(world.of(AlertKind::RefundUnknown).front().state, AlertState::Resolved);
        QVERIFY(world.sound());
    }

    /// Who works on a refund neither ends its alert nor is told to endpoints as another failure.
    void aClerkEndsNoAlert() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        api::RefundSettings settings;
        settings.provider = api::RefundProviderKind::Http;
        settings.url = "http://localhost:1/refunds";
        settings.maxAttempts = 1;
        auto& refunds = world.workspace->refunds();
        DONE(world.get(refunds.setSettings(world.call, settings)));
        DONE(world.inEngine<WebhookId>([](runtime::UnitOfWork& work) {
            store::webhooks::Endpoint endpoint;
            endpoint.input.name = "erp";
            endpoint.input.url = "https://example.com/";
            endpoint.input.events = {api::WebhookEvent::RefundFailed};
            endpoint.input.enabled = true;
            endpoint.createdAt = work.now();
            return store::webhooks::insert(work.database(), endpoint);
        }));
        const auto told = [&] {
            return world
                .inEngine<std::int64_t>([](runtime::UnitOfWork& work) {
                    return store::readNumber(work.database().statement("SELECT COUNT(*) FROM webhook_event"));
                })
                .value_or(-1);
        };
        QVERIFY(world.buy("A1"));
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}})));
        const auto send = [&](api::SendOutcome said) {
            const auto jobs = world.get(refunds.claimDue(world.call, {"worker", 10, {}}));
            QVERIFY(jobs && jobs->size() == 1);
            DONE(world.get(
                refunds.report(world.call, {{jobs->front().id, jobs->front().token, said, "ref", "no such card", 0}})));
        };
        const auto assign = [&](const std::string& clerk) {
            const auto rows = world.get(refunds.ofOrder(world.call, OrderNo("A1")));
            QVERIFY(rows && rows->size() == 1);
            const auto done = world.get(refunds.assign(world.call, {{rows->front().id, 0}}, clerk));
            QVERIFY(done && done->size() == 1 && !done->front().error);
        };
        send(api::SendOutcome::Declined);
        QCOMPARE(told(), std::int64_t{1});
        assign(world.call.actor.name);
        QCOMPARE(world.of(AlertKind::RefundFailed).front().state, AlertState::Firing);
        QCOMPARE(told(), std::int64_t{1});
        const auto rows = world.get(refunds.ofOrder(world.call, OrderNo("A1")));
        DONE(world.get(refunds.retry(world.call, {{rows->front().id, 0}})));
        send(api::SendOutcome::Unknown);
        QCOMPARE(told(), std::int64_t{2});
        assign("");
        QCOMPARE(world.of(AlertKind::RefundUnknown).size(), std::size_t{1});
        QCOMPARE(world.of(AlertKind::RefundUnknown).front().state, AlertState::Firing);
        QCOMPARE(told(), std::int64_t{2});
        QVERIFY(world.sound());
    }

    void workersThatAreLost() {
        AlertWorld world;
        auto& tasks = world.workspace->tasks();
        const auto note = [&](api::RingChange change, const std::string& worker) {
            api::RingChangeRow row;
            row.change = change;
            row.worker = worker;
            DONE(world.get(tasks.noteRing(world.call, row)));
        };
        note(api::RingChange::Left, "worker 1");
        QVERIFY(world.of(AlertKind::WorkerLost).empty());
        const std::string longest(200, 'w');
        note(api::RingChange::Lost, "worker 2");
        note(api::RingChange::Lost, longest);
        QCOMPARE(world.of(AlertKind::WorkerLost).size(), std::size_t{2});
        QCOMPARE(world.of(AlertKind::WorkerLost).front().subject.id, std::string(64, 'w'));
        note(api::RingChange::Joined, longest);  // the same one again
        QCOMPARE(world.of(AlertKind::WorkerLost)[0].state, AlertState::Resolved);
        QCOMPARE(world.of(AlertKind::WorkerLost)[1].state, AlertState::Firing);
        note(api::RingChange::Joined, "worker 9");  // another one in its place
        QCOMPARE(world.of(AlertKind::WorkerLost)[1].state, AlertState::Resolved);
    }

    void deadTasks() {
        AlertWorld world;
        auto& tasks = world.workspace->tasks();
        const auto bury = [&](const std::string& subject) {
            DONE(world.inEngine<bool>([&](runtime::UnitOfWork& work) {
                return tasks::make(work, api::TaskKind::Backup, subject, {}, work.now());
            }));
            const auto jobs = world.get(tasks.claim(world.call, {"worker", 10, {}, {api::TaskKind::Backup}}));
            QVERIFY(jobs && jobs->size() == 1);
            api::TaskReport said;
            said.ticket = {jobs->front().id, jobs->front().token};
            said.outcome = api::TaskOutcome::Dead;
            said.message = "the disk is gone";
            DONE(world.get(tasks.report(world.call, {said})));
        };
        bury("one");
        bury("two");
        const auto found = world.of(AlertKind::DeadLetter);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().subject, (api::AlertSubject{AlertSubjectType::Tasks, "backup"}));
        QCOMPARE(found.front().detail, std::string("the disk is gone"));
        api::TaskQuery dead;
        dead.filter.statuses = {api::TaskStatus::Dead};
        const auto rows = world.get(tasks.page(world.call, dead));
        QVERIFY(rows && rows->size() == 2);
        DONE(world.get(tasks.drop(world.call, {{rows->front().id, 0}})));
        QCOMPARE(world.of(AlertKind::DeadLetter).front().state, AlertState::Firing);
        DONE(world.get(tasks.drop(world.call, {{rows->back().id, 0}})));
        QCOMPARE(world.of(AlertKind::DeadLetter).front().state, AlertState::Resolved);
    }

    void aBudgetThatIsSpent() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        auto& campaigns = world.workspace->campaigns();
        const CampaignId lunch("lunch");
        api::CampaignSettings settings;
        settings.name = "Lunch";
        settings.shape = {Money{20'000}, 200, Money{1'000}, 3};
        settings.countLimit = 20;
        settings.amountLimit = Money{5'000};
        settings.begin = world.clock.now();
        settings.end = world.clock.now().plusMs(10 * kHour);
        settings.validityMs = base::kDayMs;  // nothing that was drawn comes back meanwhile
        settings.seed = 3;
        DONE(world.get(campaigns.create(world.call, lunch, settings)));
        DONE(world.get(campaigns.start(world.call, lunch)));
        int users = 0;
        const auto spend = [&](std::int64_t percent) {
            while (true) {
                const auto board = world.get(campaigns.board(world.call, lunch));
                QVERIFY(board);
                if (board->granted * 100 >= percent * 20'000) {
                    break;
                }
                const auto user = "u" + std::to_string(users++);
                DONE(world.get(campaigns.draw(world.call, {lunch, {}, UserId(user), std::nullopt})));
            }
            world.pass(kMinute);
        };
        world.pass(kMinute);
        QVERIFY(world.of(AlertKind::Budget).empty());
        QVERIFY(world.of(AlertKind::BudgetPace).empty());
        spend(52);
        auto found = world.of(AlertKind::Budget);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().subject, (api::AlertSubject{AlertSubjectType::Campaign, "lunch"}));
        QVERIFY(found.front().figure.value_or(0) >= 50 && found.front().figure.value_or(0) < 80);
        QCOMPARE(world.of(AlertKind::BudgetPace).size(), std::size_t{1});  // half of it in minutes of ten hours
        QVERIFY(world.of(AlertKind::BudgetPace).front().figure.value_or(0) >= 50);
        DONE(world.get(world.alerts().acknowledge(world.call, {found.front().id})));
        world.pass(kMinute);
        QCOMPARE(world.of(AlertKind::Budget).front().state, AlertState::Acknowledged);
        // Time catches up with what was spent: it goes no faster than planned any more, and is spent all the same.
        world.pass(4 * kHour);
        QCOMPARE(world.of(AlertKind::BudgetPace).front().state, AlertState::Resolved);
        QCOMPARE(world.of(AlertKind::Budget).front().state, AlertState::Acknowledged);
        // The next limit is news, and still the same alert.
        spend(82);
        found = world.of(AlertKind::Budget);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().state, AlertState::Firing);
        QCOMPARE(found.front().repeats, std::int64_t{1});
        QVERIFY(found.front().figure.value_or(0) >= 80);
        QCOMPARE(world.of(AlertKind::BudgetPace).size(), std::size_t{2});
        // So is the last.
        DONE(world.get(world.alerts().acknowledge(world.call, {found.front().id})));
        spend(95);
        found = world.of(AlertKind::Budget);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().state, AlertState::Firing);
        QVERIFY(found.front().figure.value_or(0) >= 95);
        QCOMPARE(world.of(AlertKind::BudgetPace).front().state, AlertState::Firing);
        DONE(world.get(campaigns.stop(world.call, lunch)));
        world.workspace->runUntilIdle();
        QCOMPARE(world.of(AlertKind::Budget).front().state, AlertState::Resolved);
        QCOMPARE(world.of(AlertKind::BudgetPace).front().state, AlertState::Resolved);
        QVERIFY(world.sound());
    }

    void theQueueDiffers() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        QVERIFY(world.buy("A1"));
        auto& timers = world.workspace->timers();
        DONE(world.get(timers.compareQueue(world.call)));
        QVERIFY(world.of(AlertKind::QueueDiffers).empty());
        const auto id = world.row("A1").id;
        DONE(world.inEngine<void>([&](runtime::UnitOfWork& work) {
            return timers::unschedule(work.keyspace(), api::TimerKind::PickUpLate, id);
        }));
        DONE(world.get(timers.compareQueue(world.call)));
        QCOMPARE(world.of(AlertKind::QueueDiffers).size(), std::size_t{1});
        QCOMPARE(world.of(AlertKind::QueueDiffers).front().figure, std::optional<std::int64_t>(1));
        QCOMPARE(world.of(AlertKind::QueueDiffers).front().subject, api::AlertSubject{});
        DONE(world.get(timers.rearmQueue(world.call)));
        QCOMPARE(world.of(AlertKind::QueueDiffers).front().state, AlertState::Resolved);
    }

    /// Of one that was taken: whoever never had a backup has not asked for any.
    void theNewestBackupIsOld() {
        AlertWorld world;
        world.pass(10 * base::kDayMs);
        QVERIFY(world.of(AlertKind::BackupOld).empty());
        const auto path = [&](const char* name) { return world.folder.filePath(QLatin1String(name)).toStdString(); };
        auto& backups = world.workspace->backups();
        DONE(world.get(backups.take(world.call, path("one"), {})));
        world.pass(2 * base::kDayMs - 1);
        QVERIFY(world.of(AlertKind::BackupOld).empty());
        world.pass(1);
        auto found = world.of(AlertKind::BackupOld);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().figure, std::optional<std::int64_t>(48));
        QCOMPARE(found.front().due, world.clock.now());
        // It lives through a restart, and does not fire anew.
        DONE(world.reopen());
        world.workspace->runUntilIdle();
        QCOMPARE(world.of(AlertKind::BackupOld).size(), std::size_t{1});
        QCOMPARE(world.of(AlertKind::BackupOld).front().state, AlertState::Firing);
        DONE(world.get(world.workspace->backups().take(world.call, path("two"), {})));
        world.workspace->runUntilIdle();
        QCOMPARE(world.of(AlertKind::BackupOld).front().state, AlertState::Resolved);
        // Whoever does not want to know is not told.
        api::AlertLimits limits;
        limits.backupAgeMs = 0;
        DONE(world.limits(limits));
        world.pass(10 * base::kDayMs);
        QCOMPARE(world.of(AlertKind::BackupOld).size(), std::size_t{1});
        limits.backupAgeMs = kHour;
        DONE(world.limits(limits));
        world.workspace->runUntilIdle();
        QCOMPARE(world.of(AlertKind::BackupOld).size(), std::size_t{2});
    }

    void theClockIsBehind() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        const auto before = world.clock.now();
        QVERIFY(world.buy("A1"));
        world.clock.set(before.plusMs(-2 * kHour));
        world.workspace->runUntilIdle();
        auto found = world.of(AlertKind::Clock);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().state, AlertState::Firing);
        world.clock.set(before.plusMs(kMinute));
        world.workspace->runUntilIdle();
        QCOMPARE(world.of(AlertKind::Clock).front().state, AlertState::Resolved);
    }

    /// At the limit, not one above it; whatever takes units or changes the limit.
    void aProductRunsLow() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        auto& shop = world.workspace->shop();
        const Sku tea("tea");
        DONE(world.get(shop.addProduct(world.call, {tea, "Tea", Money{100}, 5, 3})));
        const auto state = [&] { return world.of(AlertKind::LowStock).front().state; };
        const auto count = [&] { return world.of(AlertKind::LowStock).size(); };
        QVERIFY(world.buy("A1"));
        QCOMPARE(count(), std::size_t{0});
        QVERIFY(world.buy("A2"));
        QCOMPARE(count(), std::size_t{1});
        auto found = world.of(AlertKind::LowStock).front();
        QCOMPARE(found.state, AlertState::Firing);
        QCOMPARE(found.subject, (api::AlertSubject{AlertSubjectType::Product, "tea"}));
        QCOMPARE(found.figure, std::optional<std::int64_t>(3));
        QVERIFY(found.campus.empty() && found.orderNo.empty());
        // Whoever knows is not told of every further order.
        DONE(world.get(world.alerts().acknowledge(world.call, {found.id})));
        QVERIFY(world.buy("A3"));
        QCOMPARE(count(), std::size_t{1});
        QCOMPARE(state(), AlertState::Acknowledged);
        // Units come back with orders that are cancelled, until there are enough.
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A3"), 0}})));
        QCOMPARE(state(), AlertState::Acknowledged);
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A2"), 0}})));
        QCOMPARE(state(), AlertState::Resolved);
        QCOMPARE(world.of(AlertKind::LowStock).front().resolution, std::string("over"));
        DONE(world.get(shop.correctStock(world.call, tea, -1)));
        QCOMPARE(count(), std::size_t{2});
        QCOMPARE(state(), AlertState::Firing);
        DONE(world.get(shop.receiveStock(world.call, tea, 1, "")));
        QCOMPARE(state(), AlertState::Resolved);
        QVERIFY(world.sound());
    }

    void aLimitOfStockIsSetAndTakenAway() {
        AlertWorld world;
        auto& shop = world.workspace->shop();
        const Sku bun("bun");
        DONE(world.get(shop.addProduct(world.call, {bun, "Bun", Money{100}, 5, 5})));
        const auto state = [&] { return world.of(AlertKind::LowStock).front().state; };
        const auto count = [&] { return world.of(AlertKind::LowStock).size(); };
        QCOMPARE(count(), std::size_t{1});
        const auto limit = [&](std::optional<std::int64_t> units) {
            DONE(world.get(shop.editProduct(world.call, {bun, "Bun", Money{100}, units, 0})));
        };
        limit(std::nullopt);
        QCOMPARE(state(), AlertState::Resolved);
        limit(4);
        QCOMPARE(count(), std::size_t{1});
        limit(5);
        QCOMPARE(count(), std::size_t{2});
        limit(4);
        QCOMPARE(state(), AlertState::Resolved);
        limit(6);
        QCOMPARE(count(), std::size_t{3});
        // One that is not sold needs nobody to look at it.
        DONE(world.get(shop.setProductDisabled(world.call, bun, true, 0)));
        QCOMPARE(state(), AlertState::Resolved);
        DONE(world.get(shop.correctStock(world.call, bun, -1)));
        QCOMPARE(count(), std::size_t{3});
        DONE(world.get(shop.setProductDisabled(world.call, bun, false, 0)));
        QCOMPARE(count(), std::size_t{4});
        QCOMPARE(world.of(AlertKind::LowStock).front().figure, std::optional<std::int64_t>(4));
        // An import of products sets the stock too.
        DONE(world.get(world.orders().upsertProducts(world.call, {{bun, "Bun", Money{100}, 7}}, false)));
        QCOMPARE(state(), AlertState::Resolved);
        DONE(world.get(world.orders().upsertProducts(world.call, {{bun, "Bun", Money{100}, 6}}, false)));
        QCOMPARE(count(), std::size_t{5});
        QCOMPARE(state(), AlertState::Firing);
        DONE(world.product("tea", 0));  // nobody has set a limit
        QCOMPARE(count(), std::size_t{5});
        QVERIFY(world.sound());
    }

    /// News for whoever knows that it runs low; not again with every order that is cancelled and placed.
    void aProductIsSoldOut() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        auto& shop = world.workspace->shop();
        const Sku tea("tea");
        DONE(world.get(shop.addProduct(world.call, {tea, "Tea", Money{100}, 3, 2})));
        DONE(world.inEngine<WebhookId>([](runtime::UnitOfWork& work) {
            store::webhooks::Endpoint endpoint;
            endpoint.input.name = "erp";
            endpoint.input.url = "https://example.com/";
            endpoint.input.events = {api::WebhookEvent::AlertFired};
            endpoint.input.enabled = true;
            endpoint.createdAt = work.now();
            return store::webhooks::insert(work.database(), endpoint);
        }));
        const auto told = [&] {
            return world
                .inEngine<std::int64_t>([](runtime::UnitOfWork& work) {
                    return store::readNumber(work.database().statement("SELECT COUNT(*) FROM webhook_event"));
                })
                .value_or(-1);
        };
        const auto newest = [&] { return world.of(AlertKind::LowStock).front(); };
        QVERIFY(world.buy("A1"));
        QCOMPARE(newest().state, AlertState::Firing);
        QCOMPARE(told(), std::int64_t{1});
        DONE(world.get(world.alerts().acknowledge(world.call, {newest().id})));
        QVERIFY(world.buy("A2"));
        QCOMPARE(newest().state, AlertState::Acknowledged);
        QVERIFY(world.buy("A3"));
        QCOMPARE(newest().state, AlertState::Firing);
        QCOMPARE(newest().repeats, std::int64_t{1});
        QCOMPARE(newest().figure, std::optional<std::int64_t>(0));
        QCOMPARE(told(), std::int64_t{2});
        DONE(world.get(world.alerts().acknowledge(world.call, {newest().id})));
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A3"), 0}})));
        QVERIFY(world.buy("A4"));
        QCOMPARE(newest().state, AlertState::Acknowledged);
        QCOMPARE(told(), std::int64_t{2});
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{1});
        DONE(world.get(shop.receiveStock(world.call, tea, 3, "")));
        QCOMPARE(newest().state, AlertState::Resolved);
        // Sold out at one stroke it is one alert, and fires once.
        DONE(world.get(shop.correctStock(world.call, tea, -3)));
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{2});
        QCOMPARE(newest().state, AlertState::Firing);
        QCOMPARE(newest().repeats, std::int64_t{0});
        QCOMPARE(told(), std::int64_t{3});
        QVERIFY(world.sound());
    }

    /// As in a workspace from before there were such alerts: nobody may ever order what is sold out.
    void whatIsLowAtTheStartIsTold() {
        AlertWorld world;
        DONE(world.product("tea", 4));
        DONE(world.product("bun", 0));
        DONE(world.product("gum", 3));
        DONE(world.product("mug", 2));
        DONE(world.get(world.workspace->shop().setProductDisabled(world.call, Sku("mug"), true, 0)));
        DONE(world.inEngine<std::int64_t>([](runtime::UnitOfWork& work) {
            return work.database().statement("UPDATE product SET low_stock = 3").write();
        }));
        QVERIFY(world.of(AlertKind::LowStock).empty());
        DONE(world.reopen());
        world.workspace->runUntilIdle();
        const auto found = [&] {
            std::string about;
            for (const auto& alert : world.of(AlertKind::LowStock)) {
                about += alert.subject.id + " " + std::to_string(alert.figure.value_or(-1)) + " " +
                         std::string(api::toText(alert.state)) + "; ";
            }
            return about;
        };
        const auto all = world.of(AlertKind::LowStock);
        QCOMPARE(all.size(), std::size_t{2});
        const auto bun = all[0].subject.id == "bun" ? all[0] : all[1];
        const auto gum = all[0].subject.id == "bun" ? all[1] : all[0];
        QCOMPARE(bun.subject, (api::AlertSubject{AlertSubjectType::Product, "bun"}));
        QCOMPARE(bun.figure, std::optional<std::int64_t>(0));
        QCOMPARE(gum.subject, (api::AlertSubject{AlertSubjectType::Product, "gum"}));
        QCOMPARE(gum.figure, std::optional<std::int64_t>(3));
        QVERIFY(world.sound());
        // What lives is told once, however often the program starts.
        DONE(world.get(world.alerts().acknowledge(world.call, {bun.id, gum.id})));
        const auto before = found();
        DONE(world.reopen());
        world.workspace->runUntilIdle();
        QCOMPARE(found(), before);
        QVERIFY(world.sound());
        // One that somebody has resolved has been told, too, whatever words were found for it.
        auto call = world.call;
        call.reason = "over";
        DONE(world.get(world.alerts().resolve(call, {gum.id})));
        QVERIFY(world.sound());
        DONE(world.reopen());
        world.workspace->runUntilIdle();
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{2});
        QVERIFY(world.sound());
        // It is news again once there were enough units meanwhile, told as all others are.
        DONE(world.get(world.workspace->shop().receiveStock(world.call, Sku("gum"), 1, "")));
        QVERIFY(world.sound());
        DONE(world.get(world.workspace->shop().correctStock(world.call, Sku("gum"), -1)));
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{3});
        QCOMPARE(world.of(AlertKind::LowStock).front().state, AlertState::Firing);
        QVERIFY(world.sound());
    }

    /// Whoever has said that it is done with is not told again with every order, but when it is sold out.
    void lowStockThatSomebodyHasResolved() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        auto& shop = world.workspace->shop();
        const Sku tea("tea");
        DONE(world.get(shop.addProduct(world.call, {tea, "Tea", Money{100}, 4, 3})));
        const auto newest = [&] { return world.of(AlertKind::LowStock).front(); };
        const auto count = [&] { return world.of(AlertKind::LowStock).size(); };
        QVERIFY(world.buy("A1"));
        QCOMPARE(newest().state, AlertState::Firing);
        DONE(world.get(world.alerts().resolve(world.call, {newest().id})));
        QVERIFY(world.buy("A2"));
        QCOMPARE(count(), std::size_t{1});
        QCOMPARE(newest().state, AlertState::Resolved);
        QVERIFY(world.sound());
        // Units that come back with an order are enough: then it is news again.
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}, {OrderNo("A2"), 0}})));
        QVERIFY(world.sound());
        QVERIFY(world.buy("A3"));
        QCOMPARE(count(), std::size_t{2});
        QCOMPARE(newest().state, AlertState::Firing);
        // Sold out is news, too.
        DONE(world.get(world.alerts().resolve(world.call, {newest().id})));
        DONE(world.get(shop.correctStock(world.call, tea, -3)));
        QCOMPARE(count(), std::size_t{3});
        QCOMPARE(newest().state, AlertState::Firing);
        QCOMPARE(newest().figure, std::optional<std::int64_t>(0));
        QVERIFY(world.sound());
        // It stays told at that level until there are enough again.
        DONE(world.get(world.alerts().resolve(world.call, {newest().id})));
        DONE(world.get(shop.receiveStock(world.call, tea, 1, "")));
        DONE(world.get(shop.correctStock(world.call, tea, -1)));
        QCOMPARE(count(), std::size_t{3});
        // What is not sold any more needs nobody to know of it.
        DONE(world.get(shop.setProductDisabled(world.call, tea, true, 0)));
        QVERIFY(world.sound());
        DONE(world.get(shop.setProductDisabled(world.call, tea, false, 0)));
        QCOMPARE(count(), std::size_t{4});
        QVERIFY(world.sound());
    }

    /// Around its limit it is told of once in the time between two repeats; sold out is news all the same.
    void aProductThatComesAndGoesIsNotToldEachTime() {
        AlertWorld world;
        auto& shop = world.workspace->shop();
        const Sku tea("tea");
        int fired = 0;
        const auto subscription = world.workspace->subscribe([&fired](const std::vector<api::Event>& events) {
            for (const auto& event : events) {
                fired += event.kind == api::Event::Kind::AlertFired && event.alert == AlertKind::LowStock ? 1 : 0;
            }
        });
        const auto falls = [&](std::int64_t units = 1) { DONE(world.get(shop.correctStock(world.call, tea, -units))); };
        const auto rises = [&] { DONE(world.get(shop.receiveStock(world.call, tea, 1, ""))); };
        const auto newest = [&] { return world.of(AlertKind::LowStock).front(); };
        const auto every = api::AlertLimits().repeatMs;
        DONE(world.get(shop.addProduct(world.call, {tea, "Tea", Money{100}, 4, 3})));
        falls();
        QCOMPARE(fired, 1);
        rises();
        QCOMPARE(newest().state, AlertState::Resolved);
        world.pass(kMinute);
        falls();
        QCOMPARE(newest().state, AlertState::Firing);
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{2});
        QVERIFY(world.sound());
        world.pass(every - kMinute - 1);
        QCOMPARE(fired, 1);
        world.pass(1);  // it stays
        QCOMPARE(fired, 2);
        QCOMPARE(newest().repeats, std::int64_t{1});
        rises();
        world.pass(every);
        falls();
        QCOMPARE(fired, 3);
        // However often it comes and goes, the silence is no longer than that.
        for (const int heard : {3, 3, 4}) {
            rises();
            world.pass(every / 3);
            falls();
            QCOMPARE(fired, heard);
        }
        QVERIFY(world.sound());
        rises();
        falls(4);
        QCOMPARE(newest().figure, std::optional<std::int64_t>(0));
        QCOMPARE(fired, 5);
        QVERIFY(world.sound());
    }

    void aSaleTakesTheStock() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        const Sku tea("tea");
        DONE(world.get(world.workspace->shop().addProduct(world.call, {tea, "Tea", Money{100}, 12, 5})));
        const ActivityId sale("S1");
        auto& sales = world.workspace->seckill();
        const auto now = world.clock.now();
        DONE(world.get(sales.setUp(
            world.call, {sale, "Sale", tea, CampusId("north"), Money{50}, 10, now.plusMs(1), now.plusMs(kHour)})));
        QVERIFY(world.of(AlertKind::LowStock).empty());
        DONE(world.get(sales.start(world.call, sale, 0)));
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{1});
        QCOMPARE(world.of(AlertKind::LowStock).front().figure, std::optional<std::int64_t>(2));
        DONE(world.get(sales.end(world.call, sale, 0)));
        QCOMPARE(world.of(AlertKind::LowStock).front().state, AlertState::Resolved);
        QVERIFY(world.sound());
    }

    /// What comes back whole is for sale again.
    void returnedGoodsAreStock() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.get(world.workspace->shop().addProduct(world.call, {Sku("tea"), "Tea", Money{100}, 2, 1})));
        QVERIFY(world.buy("A1"));
        QCOMPARE(world.of(AlertKind::LowStock).front().state, AlertState::Firing);
        QVERIFY(world.report(api::CourierReport::Kind::PickedUp, "A1"));
        QVERIFY(world.report(api::CourierReport::Kind::Delivered, "A1"));
        auto& returns = world.workspace->returns();
        api::ReturnPolicy policy;
        policy.fourEyesAbove.reset();
        policy.secondAbove.reset();
        DONE(world.get(returns.setPolicy(world.call, {}, policy)));
        const auto made =
            world.get(returns.request(world.call, {ReturnNo("R1"), {}, OrderNo("A1"), {{Sku("tea"), 1}}, "", {}}));
        DONE(made);
        DONE(world.get(returns.approve(world.call, {made->id, 0}, {})));
        QCOMPARE(world.of(AlertKind::LowStock).front().state, AlertState::Firing);
        DONE(world.get(returns.receive(world.call, {made->id, 0}, {})));
        QCOMPARE(world.of(AlertKind::LowStock).front().state, AlertState::Resolved);
        DONE(world.get(returns.undoGoods(world.call, {made->id, 0})));
        QCOMPARE(world.of(AlertKind::LowStock).size(), std::size_t{2});
        QCOMPARE(world.of(AlertKind::LowStock).front().state, AlertState::Firing);
        QVERIFY(world.sound());
    }

    /// One alert for all old cases of a campus, which fires again when there are more of them.
    void casesThatWait() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        auto& returns = world.workspace->returns();
        api::CaseSettings settings;
        settings.ageLimitMs = kHour;
        DONE(world.get(returns.setCaseSettings(world.call, settings)));
        const auto ask = [&](const char* no) {
            const auto bought = world.buy(no);
            const auto made =
                world.get(returns.request(world.call, {ReturnNo(no), {}, OrderNo(no), {{Sku("tea"), 1}}, "worn", {}}));
            return bought && made ? made->id : ReturnId{};
        };
        const auto decide = [&](ReturnId id) {
            DONE(world.get(returns.reject(world.call, {{id, 0}}, "")));
            world.pass(1'000);
        };
        const auto newest = [&] { return world.of(AlertKind::CaseOld).front(); };
        const auto begin = world.clock.now();
        const auto first = ask("A1");
        QVERIFY(first.valid());
        world.pass(10 * kMinute);
        const auto second = ask("A2");
        QVERIFY(second.valid());
        world.pass(50 * kMinute - 1);
        QVERIFY(world.of(AlertKind::CaseOld).empty());
        world.pass(1);
        QCOMPARE(world.of(AlertKind::CaseOld).size(), std::size_t{1});
        QCOMPARE(newest().state, AlertState::Firing);
        QCOMPARE(newest().subject, (api::AlertSubject{AlertSubjectType::Campus, "north"}));
        QCOMPARE(newest().figure, std::optional<std::int64_t>(1));
        QCOMPARE(newest().due, begin.plusMs(kHour));
        DONE(world.get(world.alerts().acknowledge(world.call, {newest().id})));
        world.pass(10 * kMinute);
        QCOMPARE(world.of(AlertKind::CaseOld).size(), std::size_t{1});
        QCOMPARE(newest().state, AlertState::Firing);  // a second one is news
        QCOMPARE(newest().figure, std::optional<std::int64_t>(2));
        DONE(world.get(world.alerts().acknowledge(world.call, {newest().id})));
        decide(first);
        QCOMPARE(newest().state, AlertState::Acknowledged);
        QCOMPARE(newest().figure, std::optional<std::int64_t>(1));
        QCOMPARE(newest().due, begin.plusMs(10 * kMinute + kHour));  // the oldest that still waits
        const auto third = ask("A3");
        world.pass(kHour);
        QCOMPARE(newest().state, AlertState::Firing);  // as many as before, and still another one
        QCOMPARE(newest().figure, std::optional<std::int64_t>(2));
        decide(third);
        decide(second);
        QCOMPARE(newest().state, AlertState::Resolved);
        QCOMPARE(newest().resolution, std::string("over"));
        QCOMPARE(world.of(AlertKind::CaseOld).size(), std::size_t{1});
        QVERIFY(world.sound());
    }

    /// Whoever has said that it is done with is not told of the same cases by the next start, but of every other one.
    void oldCasesThatWereToldAreNotToldAgainByAStart() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        DONE(world.get(world.workspace->returns().setCaseSettings(world.call, {{}, kHour, 0})));
        const auto ask = [&](const char* no) {
            const auto bought = world.buy(no);
            const auto made = world.get(world.workspace->returns().request(
                world.call, {ReturnNo(no), {}, OrderNo(no), {{Sku("tea"), 1}}, "worn", {}}));
            return bought && made ? made->id : ReturnId{};
        };
        const auto start = [&] {
            DONE(world.reopen());
            world.pass(1'000);
        };
        const auto told = [&] { return world.of(AlertKind::CaseOld); };
        const auto resolve = [&] { DONE(world.get(world.alerts().resolve(world.call, {told().front().id}))); };
        const auto first = ask("A1");
        const auto second = ask("A2");
        QVERIFY(first.valid() && second.valid());
        world.pass(kHour);
        QCOMPARE(told().size(), std::size_t{1});
        QCOMPARE(told().front().figure, std::optional<std::int64_t>(2));
        start();
        QCOMPARE(told().size(), std::size_t{1});
        QCOMPARE(told().front().repeats, std::int64_t{0});
        resolve();
        start();
        QCOMPARE(told().size(), std::size_t{1});
        // One is decided and another becomes old while nothing runs: fewer than were told of, and news all the same.
        DONE(world.get(world.workspace->returns().reject(world.call, {{first, 0}}, "")));
        const auto begin = world.clock.now();
        const auto third = ask("A3");
        QVERIFY(third.valid());
        world.clock.advanceMs(kHour);
        start();
        QCOMPARE(told().size(), std::size_t{2});
        QCOMPARE(told().front().state, AlertState::Firing);
        QCOMPARE(told().front().figure, std::optional<std::int64_t>(2));
        QVERIFY(told().front().due < begin.plusMs(kHour));  // the second one has waited longer
        resolve();
        start();
        QCOMPARE(told().size(), std::size_t{2});
        // One that was over by itself says nothing of what somebody knows.
        DONE(world.get(world.workspace->returns().reject(world.call, {{second, 0}}, "")));
        QVERIFY(ask("A4").valid());
        world.pass(kHour);
        QCOMPARE(told().size(), std::size_t{3});
        DONE(world.get(world.workspace->returns().setCaseSettings(world.call, {{}, std::nullopt, 0})));
        world.pass(1'000);
        QCOMPARE(told().front().resolution, std::string("over"));
        start();
        DONE(world.get(world.workspace->returns().setCaseSettings(world.call, {{}, kHour, 0})));
        world.pass(1'000);
        QCOMPARE(told().size(), std::size_t{4});
        QCOMPARE(told().front().figure, std::optional<std::int64_t>(2));
        QVERIFY(world.sound());
    }

    void howOldACaseMayBeIsASetting() {
        AlertWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        auto& returns = world.workspace->returns();
        QVERIFY(world.buy("A1"));
        QVERIFY(world.buy("A2"));
        DONE(world.get(returns.request(world.call, {ReturnNo("R1"), {}, OrderNo("A1"), {{Sku("tea"), 1}}, "", {}})));
        world.pass(kHour);
        const auto limit = [&](std::optional<std::int64_t> ms) {
            DONE(world.get(returns.setCaseSettings(world.call, {{}, ms, 0})));
            world.pass(1'000);
        };
        QVERIFY(world.of(AlertKind::CaseOld).empty());
        limit(kHour);
        QCOMPARE(world.of(AlertKind::CaseOld).size(), std::size_t{1});
        // Whoever says that it is done with is not told of the same cases again, whatever happens to others.
        DONE(world.get(world.alerts().resolve(world.call, {world.of(AlertKind::CaseOld).front().id})));
        DONE(world.get(returns.request(world.call, {ReturnNo("R2"), {}, OrderNo("A2"), {{Sku("tea"), 1}}, "", {}})));
        world.pass(1'000);
        QCOMPARE(world.of(AlertKind::CaseOld).size(), std::size_t{1});
        world.pass(kHour);
        QCOMPARE(world.of(AlertKind::CaseOld).size(), std::size_t{2});
        QCOMPARE(world.of(AlertKind::CaseOld).front().figure, std::optional<std::int64_t>(2));
        limit(std::nullopt);
        QCOMPARE(world.of(AlertKind::CaseOld).front().state, AlertState::Resolved);
        QVERIFY(world.sound());
    }

    void limitsAreKeptAndChecked() {
        AlertWorld world;
        auto shown = world.get(world.alerts().limits(world.call));
        QVERIFY(shown && *shown == api::AlertLimits{});
        QCOMPARE(shown->version, std::int64_t{1});
        api::AlertLimits made;
        made.repeatMs = 0;
        made.spread = 500;
        made.budgetPercent = {0, 60, 90};
        made.pacePercent = 0;
        made.backupAgeMs = kHour;
        made.version = 1;
        DONE(world.limits(made));
        shown = world.get(world.alerts().limits(world.call));
        QVERIFY(shown && *shown == made);
        QCOMPARE(shown->version, std::int64_t{2});
        REFUSED_FIELD(world.limits(made), ErrorCode::Conflict, "version");  // it was seen before
        DONE(world.reopen());
        shown = world.get(world.alerts().limits(world.call));
        QVERIFY(shown && *shown == made);
        const auto refused = [&](const char* field, auto spoil) {
            api::AlertLimits bad;
            spoil(bad);
            REFUSED_FIELD(world.limits(bad), ErrorCode::InvalidArgument, field);
        };
        refused("repeat_ms", [](auto& bad) { bad.repeatMs = 999; });
        refused("repeat_ms", [](auto& bad) { bad.repeatMs = -1; });
        refused("spread", [](auto& bad) { bad.spread = -1; });
        refused("budget_percent", [](auto& bad) { bad.budgetPercent = {50, 80, 101}; });
        refused("budget_percent", [](auto& bad) { bad.budgetPercent = {50, 50, 95}; });
        refused("budget_percent", [](auto& bad) { bad.budgetPercent = {50, 0, 0}; });
        refused("pace_percent", [](auto& bad) { bad.pacePercent = 101; });
        refused("backup_age_ms", [](auto& bad) { bad.backupAgeMs = kHour - 1; });
        shown = world.get(world.alerts().limits(world.call));
        QVERIFY(shown && *shown == made);
        api::AuditQuery query;
        query.filter.operations = {"alerts.set_limits"};
        const auto entries = world.get(world.workspace->audit().page(world.call, query));
        QVERIFY(entries && entries->size() == 1);
        QCOMPARE(entries->front().subject, std::string("limits of alerts"));
    }

    void levelsOfABudget() {
        const api::AlertLimits limits;
        QCOMPARE(alerts::budgetLevel(limits, 49), std::int64_t{0});
        QCOMPARE(alerts::budgetLevel(limits, 50), std::int64_t{1});
        QCOMPARE(alerts::budgetLevel(limits, 80), std::int64_t{2});
        QCOMPARE(alerts::budgetLevel(limits, 100), std::int64_t{3});
        api::AlertLimits none;
        none.budgetPercent = {0, 0, 0};
        QCOMPARE(alerts::budgetLevel(none, 100), std::int64_t{0});
    }
};

}  // namespace test_alert_rules

QTEST_GUILESS_MAIN(test_alert_rules::TestAlertRules)
#include "test_alert_rules.moc"
