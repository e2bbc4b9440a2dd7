// SPDX-License-Identifier: GPL-3.0-or-later
// Each kind of alert on the real engine, in one table: the act that raises it, and the one that ends it. What is
// particular to a kind (that it fires once, its limits, its levels) is looked at in test_alert_rules.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

#include "engine/base/log.h"
#include "engine/store/records/alert_store.h"
#include "engine/store/records/webhook_store.h"
#include "engine/task_making/make.h"
#include "tests/unit/seckill/seckill_world.h"

namespace test_alert_kinds {

using namespace evenhand;
using namespace evenhand::test;
using api::AlertKind;
using api::AlertState;
using api::AlertSubject;
using api::AlertSubjectType;
using Report = api::CourierReport::Kind;

namespace {

constexpr std::int64_t kBudget = 20'000;

/// ann and bob on duty in north, tea to sell. What people do, in one word each: true if it was done.
class KindWorld : public SeckillWorld {
public:
    std::vector<api::AlertRow> of(AlertKind kind, std::vector<AlertState> states) {
        api::AlertQuery query;
        query.kinds = {kind};
        query.states = std::move(states);
        workspace->runUntilIdle();
        return get(alertDesk().page(call, query)).value_or(std::vector<api::AlertRow>());
    }
    std::vector<api::AlertRow> open(AlertKind kind) {
        return of(kind, {AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced});
    }
    std::vector<api::AlertRow> all(AlertKind kind) {
        return of(kind, {AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced, AlertState::Resolved});
    }
    template <typename T>
    Result<T> inEngine(std::function<Result<T>(runtime::UnitOfWork&)> fn) {
        return get(workspace->core().engine().ask<T>(call, std::move(fn)));
    }
    std::int64_t levelOf(AlertKind kind, const AlertSubject& subject) {
        return inEngine<std::int64_t>([&](runtime::UnitOfWork& work) -> Result<std::int64_t> {
                   EVENHAND_ASSIGN(const auto live, store::alerts::liveOf(work.database(), kind, subject));
                   return live ? live->level : -1;
               })
            .value_or(-1);
    }

    bool later(std::int64_t ms) {
        pass(ms);
        return true;
    }
    bool setDuty(const char* courier, bool on) {
        return get(dispatch().setDuty(call, CourierId(courier), on)).has_value();
    }
    bool nobody() { return setDuty("ann", false) && setDuty("bob", false); }
    /// ann alone, with room for one order.
    bool oneOrder() {
        return setDuty("bob", false) && get(dispatch().setLoadLimit(call, CourierId("ann"), 1)).has_value();
    }
    bool deliver(const std::string& no) { return report(Report::PickedUp, no) && report(Report::Delivered, no); }
    bool cancel(const std::string& no) {
        const auto done = get(orders().cancel(call, {{OrderNo(no), 0}}));
        return done && !done->front().error;
    }
    /// How far weights may lie apart.
    bool limitSpread(std::int64_t spread) {
        api::AlertLimits limits;
        limits.spread = spread;
        return get(alertDesk().setLimits(call, limits)).has_value();
    }
    /// The walk of a night, to its end.
    bool night() {
        const auto name = "night " + std::to_string(m_nights++);
        const auto made = inEngine<bool>([&](runtime::UnitOfWork& work) {
            return tasks::make(work, api::TaskKind::Reconcile, name, {}, work.now());
        });
        while (workspace->runTasks().value_or(0) > 0) {
        }
        workspace->runUntilIdle();
        return made.value_or(false);
    }
    bool change(const std::string& sql) {
        return inEngine<void>([&](runtime::UnitOfWork& work) { return work.database().execute(sql); }).has_value();
    }
    /// No effect that needs the weights of north can be had any more: they are no sorted set.
    bool breakWeights() {
        m_weights = {"ZADD", kWeights};
        const auto found = workspace->core().embedded()->keyspace().call({"ZRANGE", kWeights, "0", "-1", "WITHSCORES"});
        for (std::size_t i = 0; found && i + 1 < found->elements.size(); i += 2) {
            m_weights.insert(m_weights.end(), {found->elements[i + 1].text, found->elements[i].text});
        }
        (void)tamper({"DEL", kWeights});
        (void)tamper({"SET", kWeights, "x"});
        return m_weights.size() > 2;
    }
    bool mendWeights() {
        (void)tamper({"DEL", kWeights});
        return tamper(m_weights);
    }

    /// A refund whose only attempt ended so.
    bool refund(api::SendOutcome said) {
        api::RefundSettings settings;
        settings.provider = api::RefundProviderKind::Http;
        settings.url = "http://localhost:1/refunds";
        settings.maxAttempts = 1;
        auto& refunds = workspace->refunds();
        if (!get(refunds.setSettings(call, settings)) || !buy("A1") || !cancel("A1")) {
            return false;
        }
        const auto jobs = get(refunds.claimDue(call, {"worker", 10, {}}));
        return jobs && jobs->size() == 1 &&
               get(refunds.report(call, {{jobs->front().id, jobs->front().token, said, "ref", "no such card", 0}}))
                   .has_value();
    }
    bool runCampaign() {
        api::CampaignSettings settings;
        settings.name = "Lunch";
        settings.shape = {Money{kBudget}, 200, Money{1'000}, 3};
        settings.countLimit = 20;
        settings.amountLimit = Money{5'000};
        settings.begin = clock.now();
        settings.end = clock.now().plusMs(10 * kHour);
        settings.seed = 3;
        settings.validityMs = 10 * kHour;  // nothing comes back meanwhile
        auto& campaigns = workspace->campaigns();
        return get(campaigns.create(call, CampaignId("lunch"), settings)).has_value() &&
               get(campaigns.start(call, CampaignId("lunch"))).has_value();
    }
    bool spend(std::int64_t percent) {
        auto& campaigns = workspace->campaigns();
        while (true) {
            const auto board = get(campaigns.board(call, CampaignId("lunch")));
            if (!board || m_users > 1'000) {
                return false;
            }
            if (board->granted * 100 >= percent * kBudget) {
                return later(kMinute);
            }
            const UserId user("u" + std::to_string(m_users++));
            if (!get(campaigns.draw(call, {CampaignId("lunch"), {}, user, std::nullopt}))) {
                return false;
            }
        }
    }
    bool takeBackup(const char* name, bool nameIsTakenMeanwhile = false) {
        const auto path = folder.filePath(QLatin1String(name));
        const auto taken = get(workspace->backups().take(call, path.toStdString(), [&](std::int64_t, std::int64_t) {
            if (nameIsTakenMeanwhile) {
                QFile file(path);
                std::ignore = file.open(QIODevice::WriteOnly);
            }
        }));
        workspace->runUntilIdle();
        return taken.has_value();
    }
    bool noteRing(api::RingChange what) {
        api::RingChangeRow row;
        row.change = what;
        row.worker = "worker 2";
        return get(workspace->tasks().noteRing(call, row)).has_value();
    }

private:
    static constexpr const char* kWeights = "dispatch:{north}:weights";
    std::vector<std::string> m_weights;  ///< the command that brings them back
    int m_nights = 0;
    int m_users = 0;
};

// --- dead letters

/// A timer of an order: its effect fails until it is given up.
bool timerDies(KindWorld& world) {
    api::TimerPolicy policy;
    policy.autoReassign = true;
    return world.policy(policy).has_value() && world.buy("A1") && world.breakWeights() && world.later(4 * kHour);
}
bool timerIsRetried(KindWorld& world) {
    if (!world.mendWeights()) {
        return false;
    }
    const auto done = world.get(world.timers().retry(world.call, {{OrderNo("A1"), {}, {}}}));
    return done && !done->front().error;
}

/// A message that no attempt can handle: of an epoch that the order has not reached.
bool messageDies(KindWorld& world) {
    if (!world.buy("A1")) {
        return false;
    }
    const auto id = std::to_string(world.row("A1").id.value);
    const auto published = world.inEngine<std::string>([&](runtime::UnitOfWork& work) {
        return work.publish("order@@first", {{"order", id}, {"no", "A1"}, {"campus", "north"}, {"epoch", "7"}});
    });
    for (int i = 0; i < 200 && world.open(AlertKind::DeadLetter).empty(); ++i) {
        world.clock.advanceMs(kMinute);
        world.workspace->runUntilIdle();
    }
    return published.has_value();
}
bool messageIsRetried(KindWorld& world) {
    const auto letters = world.get(world.dispatch().deadLetters(world.call, 10));
    if (!letters || letters->size() != 1) {
        return false;
    }
    const auto done = world.get(world.dispatch().retryDeadLetters(world.call, {letters->front().id}));
    return done && !done->front().error;
}

/// A reservation that can never become an order.
bool reservationDies(KindWorld& world) {
    if (!world.sell(3)) {
        return false;
    }
    const auto spoilt = world.inEngine<void>([&](runtime::UnitOfWork& work) -> Result<void> {
        auto& keyspace = work.keyspace();
        EVENHAND_ASSIGN(const auto id,
                        keyspace.call({"XADD", world.keys.stream, "*", "user", "bob", "no", "Nbob", "at", "whenever"}));
        EVENHAND_TRY(keyspace.call({"HINCRBY", world.keys.live, "stock", "-1"}));
        EVENHAND_TRY(keyspace.call({"HSET", world.keys.slots, "bob", "Nbob " + id.text}));
        return {};
    });
    return spoilt.has_value() && world.later(10 * kMinute);
}
bool reservationIsDismissed(KindWorld& world) {
    const auto letters = world.get(world.seckill().deadLetters(world.call, KindWorld::id(), 10));
    if (!letters || letters->size() != 1) {
        return false;
    }
    const auto done = world.get(world.seckill().dismissLetters(world.call, {letters->front().id}));
    return done && !done->front().error;
}

bool taskDies(KindWorld& world) {
    auto& tasks = world.workspace->tasks();
    const auto made = world.inEngine<bool>(
        [](runtime::UnitOfWork& work) { return tasks::make(work, api::TaskKind::Backup, "one", {}, work.now()); });
    const auto jobs = world.get(tasks.claim(world.call, {"worker", 10, {}, {api::TaskKind::Backup}}));
    if (!made || !jobs || jobs->size() != 1) {
        return false;
    }
    api::TaskReport said;
    said.ticket = {jobs->front().id, jobs->front().token};
    said.outcome = api::TaskOutcome::Dead;
    said.message = "the disk is gone";
    return world.get(tasks.report(world.call, {said})).has_value();
}
bool taskIsDropped(KindWorld& world) {
    api::TaskQuery dead;
    dead.filter.statuses = {api::TaskStatus::Dead};
    const auto rows = world.get(world.workspace->tasks().page(world.call, dead));
    return rows && rows->size() == 1 &&
           world.get(world.workspace->tasks().drop(world.call, {{rows->front().id, 0}})).has_value();
}

// --- what a night finds

bool saleDiffers(KindWorld& world) {
    return world.sell(3) && !world.bought("ann").empty() && world.night() &&
           world.open(AlertKind::SaleDiffers).empty() && world.tamper({"HDEL", world.keys.slots, "ann"}) &&
           world.night();
}
bool queueDiffers(KindWorld& world) {
    if (!world.buy("A1") || !world.night() || !world.open(AlertKind::QueueDiffers).empty()) {
        return false;
    }
    const auto id = std::to_string(world.row("A1").id.value);
    return world.tamper({"ZREM", timers::queueKeys(api::TimerKind::PickUpLate).due, id}) && world.night();
}
bool auditIsEdited(KindWorld& world) {
    return world.night() && world.open(AlertKind::AuditLog).empty() &&
           world.change("UPDATE audit_entry SET at = at + 1 WHERE seq = 1") && world.night();
}
/// Only the whole log tells that it is over.
bool auditIsPutRight(KindWorld& world) {
    const bool restored = world.change("UPDATE audit_entry SET at = at - 1 WHERE seq = 1") && world.night() &&
                          world.open(AlertKind::AuditLog).size() == 1;
    const auto report = world.get(world.workspace->audit().verify(world.call, {}));
    return restored && report && report->intact();
}

// --- others

bool storageFails(KindWorld& world) {
    world.workspace->core().embedded()->invalidate({ErrorCode::Storage, "the connection broke", {}, {}});
    // It works again, and tells of it.
    for (int tries = 0; tries < 1'000; ++tries) {
        world.workspace->runUntilIdle();
        if (world.workspace->status().state == api::EngineState::Live) {
            return true;
        }
    }
    return false;
}
bool clockMoves(KindWorld& world, std::int64_t ms) {
    world.clock.advanceMs(ms);
    world.workspace->runUntilIdle();
    return true;
}
bool returnWaits(KindWorld& world) {
    auto& returns = world.workspace->returns();
    api::CaseSettings settings;
    settings.ageLimitMs = kHour;
    return world.get(returns.setCaseSettings(world.call, settings)).has_value() && world.buy("A1") &&
           world.get(returns.request(world.call, {ReturnNo("R1"), {}, OrderNo("A1"), {{Sku("tea"), 1}}, "worn", {}}))
               .has_value() &&
           world.later(kHour);
}
bool returnIsDecided(KindWorld& world) {
    return world.get(world.workspace->returns().reject(world.call, {{ReturnId{1}, 0}}, "")).has_value() &&
           world.later(kSecond);
}
/// Nobody has paid it out by hand yet.
bool refundWaits(KindWorld& world) {
    api::CaseSettings settings;
    settings.ageLimitMs = kHour;
    return world.get(world.workspace->returns().setCaseSettings(world.call, settings)).has_value() && world.buy("A1") &&
           world.get(world.workspace->refunds().request(world.call, {"key", OrderNo("A1"), Money{5}})).has_value() &&
           world.later(kHour);
}
bool refundIsPaid(KindWorld& world) {
    return world.get(world.workspace->refunds().recordPaid(world.call, {RefundId{1}, 0}, "cash")).has_value() &&
           world.later(kSecond);
}

using Act = std::function<bool(KindWorld&)>;
struct Row {
    const char* name;
    AlertKind kind;
    AlertSubject subject;
    Act begins;
    Act ends;
    const char* resolution = "over";
    std::optional<std::int64_t> figure{};
    std::int64_t level = 0;
};

AlertSubject ofOrder() { return {AlertSubjectType::Order, "A1"}; }
AlertSubject ofCampus() { return {AlertSubjectType::Campus, "north"}; }
AlertSubject ofSale() { return {AlertSubjectType::Sale, KindWorld::id().str()}; }
AlertSubject ofRefund() { return {AlertSubjectType::Refund, "1"}; }
AlertSubject ofCampaign() { return {AlertSubjectType::Campaign, "lunch"}; }

/// A new kind gets its row here.
const std::vector<Row>& table() {
    static const std::vector<Row> rows{
        {"no courier in time", AlertKind::Unassigned, ofOrder(),
         [](KindWorld& w) { return w.nobody() && w.buy("A1") && w.later(2 * kMinute); },
         [](KindWorld& w) { return w.setDuty("ann", true); }, "assigned"},
        {"not picked up in time", AlertKind::PickUpLate, ofOrder(),
         [](KindWorld& w) { return w.buy("A1") && w.later(2 * kHour); },
         [](KindWorld& w) { return w.report(Report::PickedUp, "A1"); }, "picked_up"},
        {"not delivered in time", AlertKind::DeliveryLate, ofOrder(),
         [](KindWorld& w) { return w.buy("A1") && w.report(Report::PickedUp, "A1") && w.later(kDay); },
         [](KindWorld& w) { return w.report(Report::Delivered, "A1"); }, "delivered"},
        {"nobody on duty", AlertKind::NoCourier, ofCampus(), [](KindWorld& w) { return w.nobody() && w.buy("A1"); },
         [](KindWorld& w) { return w.setDuty("bob", true); }},
        {"everybody at the limit", AlertKind::AtLimit, ofCampus(),
         [](KindWorld& w) { return w.oneOrder() && w.buy("A1") && w.buy("A2"); },
         [](KindWorld& w) { return w.deliver("A1"); }},
        {"dead letter of a timer", AlertKind::DeadLetter, ofOrder(), timerDies, timerIsRetried},
        {"dead letter of a topic",
         AlertKind::DeadLetter,
         {AlertSubjectType::Topic, "order@@first"},
         messageDies,
         messageIsRetried},
        {"dead letter of a sale", AlertKind::DeadLetter, ofSale(), reservationDies, reservationIsDismissed},
        {"dead task", AlertKind::DeadLetter, {AlertSubjectType::Tasks, "backup"}, taskDies, taskIsDropped},
        {"refund failed", AlertKind::RefundFailed, ofRefund(),
         [](KindWorld& w) { return w.refund(api::SendOutcome::Declined); },
         [](KindWorld& w) {
             return w.get(w.workspace->refunds().retry(w.call, {{RefundId{1}, 0}})).has_value();
         },
         "over", 100},
        {"refund unknown", AlertKind::RefundUnknown, ofRefund(),
         [](KindWorld& w) { return w.refund(api::SendOutcome::Unknown); },
         [](KindWorld& w) {
             return w.get(w.workspace->refunds().recordPaid(w.call, {RefundId{1}, 0}, "seen at the bank")).has_value();
         },
         "over", 100},
        {"budget at its last limit", AlertKind::Budget, ofCampaign(),
         [](KindWorld& w) { return w.runCampaign() && w.spend(95); },
         [](KindWorld& w) { return w.get(w.workspace->campaigns().stop(w.call, CampaignId("lunch"))).has_value(); },
         "over", std::nullopt, 3},
        // A third of it at once; after two of ten hours that is no more than an even pace allows.
        {"pace of a budget", AlertKind::BudgetPace, ofCampaign(),
         [](KindWorld& w) { return w.runCampaign() && w.spend(30); }, [](KindWorld& w) { return w.later(2 * kHour); }},
        {"weights apart, until an order is closed", AlertKind::Spread, ofCampus(),
         [](KindWorld& w) { return w.buy("A1") && w.buy("A2") && w.limitSpread(1) && w.buy("A3"); },
         [](KindWorld& w) { return w.cancel("A3"); }, "over", 10},
        {"weights apart, until they are calibrated", AlertKind::Spread, ofCampus(),
         [](KindWorld& w) {
             const bool even = w.buy("A1") && w.buy("A2") && w.limitSpread(50);
             (void)w.tamper({"ZINCRBY", "dispatch:{north}:weights", "-100", "ann"});
             return even && w.buy("A3");
         },
         [](KindWorld& w) { return w.get(w.dispatch().calibrate(w.call, CampusId("north"))).has_value(); }, "over", 90},
        {"sale differs", AlertKind::SaleDiffers, ofSale(), saleDiffers,
         [](KindWorld& w) { return w.get(w.seckill().repair(w.call, KindWorld::id())).has_value(); }, "over", 1},
        // The night puts it right, and the next one finds that it is.
        {"queue differs", AlertKind::QueueDiffers, {}, queueDiffers, [](KindWorld& w) { return w.night(); }, "over", 1},
        {"worker lost",
         AlertKind::WorkerLost,
         {AlertSubjectType::Worker, "worker 2"},
         [](KindWorld& w) { return w.noteRing(api::RingChange::Lost); },
         [](KindWorld& w) { return w.noteRing(api::RingChange::Joined); }},
        {"low stock",
         AlertKind::LowStock,
         {AlertSubjectType::Product, "bun"},
         [](KindWorld& w) {
             return w.get(w.workspace->shop().addProduct(w.call, {Sku("bun"), "Bun", Money{100}, 5, 5})).has_value();
         },
         [](KindWorld& w) { return w.get(w.workspace->shop().receiveStock(w.call, Sku("bun"), 1, "")).has_value(); },
         "over",
         5},
        {"clock behind",
         AlertKind::Clock,
         {},
         [](KindWorld& w) { return w.buy("A1") && clockMoves(w, -2 * kHour); },
         [](KindWorld& w) { return clockMoves(w, 2 * kHour + kMinute); }},
        // It must have worked for a while before that is believed.
        {"storage failed", AlertKind::Storage, {}, storageFails, [](KindWorld& w) { return w.later(10 * kMinute); }},
        {"audit log edited", AlertKind::AuditLog, {}, auditIsEdited, auditIsPutRight, "over", 1},
        {"backup failed",
         AlertKind::BackupFailed,
         {},
         [](KindWorld& w) { return !w.takeBackup("one", true); },
         [](KindWorld& w) { return w.takeBackup("two"); }},
        {"backup old",
         AlertKind::BackupOld,
         {},
         [](KindWorld& w) { return w.takeBackup("one") && w.later(2 * kDay); },
         [](KindWorld& w) { return w.takeBackup("two"); },
         "over",
         48},
        {"returns wait", AlertKind::CaseOld, ofCampus(), returnWaits, returnIsDecided, "over", 1, 1},
        {"refund waits", AlertKind::CaseOld, ofCampus(), refundWaits, refundIsPaid, "over", 1, 1},
    };
    return rows;
}

}  // namespace

class TestAlertKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void everyKindHasItsRow() {
        const auto kinds = api::allAlertKinds();
        std::set<AlertKind> untold(kinds.begin(), kinds.end());
        QCOMPARE(untold.size(), api::kAlertKinds);
        for (const auto& row : table()) {
            untold.erase(row.kind);
        }
        for (const auto kind : untold) {
            QVERIFY2(false, std::string(api::toText(kind)).c_str());
        }
    }

    void eachBeginsAndEnds_data() {
        QTest::addColumn<std::size_t>("at");
        for (std::size_t i = 0; i < table().size(); ++i) {
            QTest::newRow(table()[i].name) << i;
        }
    }
    void eachBeginsAndEnds() {
        QFETCH(std::size_t, at);
        const auto& row = table()[at];
        KindWorld world;
        QVERIFY(world.all(row.kind).empty());
        QVERIFY(row.begins(world));
        const auto fired = world.open(row.kind);
        QCOMPARE(fired.size(), std::size_t{1});
        QCOMPARE(fired.front().state, AlertState::Firing);
        QCOMPARE(fired.front().subject, row.subject);
        QCOMPARE(world.levelOf(row.kind, row.subject), row.level);
        if (row.figure) {
            QCOMPARE(fired.front().figure, row.figure);
        }
        QVERIFY(row.ends(world));
        QVERIFY(world.open(row.kind).empty());
        const auto all = world.all(row.kind);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all.front().id.value, fired.front().id.value);
        QCOMPARE(all.front().state, AlertState::Resolved);
        QCOMPARE(all.front().resolution, std::string(row.resolution));
    }

    /// The reason for which orders wait becomes another one: so does the alert.
    void fromNoRoomToNobodyAndBack() {
        KindWorld world;
        QVERIFY(world.oneOrder() && world.buy("A1") && world.buy("A2"));
        QCOMPARE(world.open(AlertKind::AtLimit).size(), std::size_t{1});
        QVERIFY(world.open(AlertKind::NoCourier).empty());
        QVERIFY(world.setDuty("ann", false));
        QCOMPARE(world.row("A2").wait, api::WaitReason::NoCourier);
        QVERIFY(world.open(AlertKind::AtLimit).empty());
        QCOMPARE(world.open(AlertKind::NoCourier).size(), std::size_t{1});
        QVERIFY(world.setDuty("ann", true));  // she still has A1 in hand
        QCOMPARE(world.row("A2").wait, api::WaitReason::AtLimit);
        QVERIFY(world.open(AlertKind::NoCourier).empty());
        QCOMPARE(world.open(AlertKind::AtLimit).size(), std::size_t{1});
        HOLDS(world);
    }

    /// Endpoints are told of each limit of a budget once.
    void limitsOfABudgetAreAnnounced() {
        KindWorld world;
        DONE(world.inEngine<WebhookId>([](runtime::UnitOfWork& work) {
            store::webhooks::Endpoint endpoint;
            endpoint.input.name = "erp";
            endpoint.input.url = "https://example.com/";
            endpoint.input.events = {api::WebhookEvent::CampaignBudget};
            endpoint.input.enabled = true;
            endpoint.createdAt = work.now();
            return store::webhooks::insert(work.database(), endpoint);
        }));
        const auto told = [&] {
            return world.get(world.workspace->webhooks().deliveries(world.call, {}))
                .value_or(std::vector<api::DeliveryRow>());
        };
        QVERIFY(world.runCampaign());
        QVERIFY(world.later(kMinute));
        QVERIFY(told().empty());
        std::size_t limits = 0;
        for (const std::int64_t percent : {50, 80, 95}) {
            QVERIFY(world.spend(percent));
            QVERIFY(world.later(5 * kMinute));  // it is looked at once more
            const auto rows = told();
            ++limits;
            QCOMPARE(rows.size(), limits);
            QCOMPARE(rows.front().event, api::WebhookEvent::CampaignBudget);
            QCOMPARE(rows.front().subject, std::string("lunch"));
            QCOMPARE(rows.front().status, api::DeliveryStatus::Pending);
            const auto detail = world.get(world.workspace->webhooks().delivery(world.call, rows.front().id));
            DONE(detail);
            const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(detail->body)).object();
            const auto data = body.value(QStringLiteral("data")).toObject();
            QCOMPARE(data.value(QStringLiteral("campaign")).toString(), QStringLiteral("lunch"));
            const auto number = [&](const char* name) {
                return static_cast<std::int64_t>(data.value(QLatin1String(name)).toInteger());
            };
            QCOMPARE(number("budget"), kBudget);
            QVERIFY(number("percent") >= percent && number("percent") <= 100);
            QCOMPARE(number("spent") * 100 / kBudget, number("percent"));
        }
    }
};

}  // namespace test_alert_kinds

QTEST_GUILESS_MAIN(test_alert_kinds::TestAlertKinds)
#include "test_alert_kinds.moc"
