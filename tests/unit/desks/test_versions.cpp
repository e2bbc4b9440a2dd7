// SPDX-License-Identifier: GPL-3.0-or-later
// Two people change the same: the first one does; the second, who saw what was there before, is told what it was and
// who changed it when, and nothing is changed. Whoever names no version changes whatever is there.
#include <QtTest>
#include <algorithm>

#include "desk_world.h"
#include "engine/dispatch/keys.h"
#include "engine/task_making/make.h"
#include "tests/support/fakes/memory_secrets.h"

namespace test_versions {

using namespace evenhand;
using test::DeskWorld;

namespace {

constexpr std::int64_t kHour = 3'600'000;

api::Call by(const char* who) { return {api::Actor::administrator(who), "because", {}}; }

/// A Conflict of version `version` that says all these words.
bool tells(const Error& error, std::int64_t version, std::initializer_list<std::string_view> words) {
    return error.code == ErrorCode::Conflict && error.field == "version" && error.value == std::to_string(version) &&
           std::all_of(words.begin(), words.end(),
                       [&](std::string_view word) { return error.message.find(word) != std::string::npos; });
}

#define CONFLICT(expression, version, ...)                                                                      \
    do {                                                                                                        \
        const auto& conflictResult = (expression);                                                              \
        QVERIFY2(!conflictResult, "was accepted");                                                              \
        QVERIFY2(tells(conflictResult.error(), version, {__VA_ARGS__}), conflictResult.error().text().c_str()); \
    } while (false)

constexpr const char* kToday = "2024-06-01 0";  // in UTC

}  // namespace

class TestVersions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dispatchPolicy();
    void savingACampusDoesNotPauseIt();
    void pause();
    void duty();
    void courier();
    void calibration();
    void timerPolicy();
    void returnPolicy();
    void refundSettings();
    void accountSettings();
    void backupSchedule();
    void sale();
    void campaign();
    void longAgo();
    void task();
    void delivery();
    void heldKinds();
    void numberOfWorkers();
    void delayQueue();
    void pausedTimers();
    void alert();
    void handOver();
    void undoneReassignment();
    void order();
    void timers();
    void returnAndItsRefund();
    void person();
};

void TestVersions::dispatchPolicy() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    const auto row = [&] { return world.get(world.dispatch().campuses(world.call)).value().front(); };
    const auto seen = row();
    QVERIFY(seen.version > 0);
    auto anns = seen, bobs = seen;
    anns.policy.step = 20;
    bobs.policy.step = 30;
    bobs.name = "Bob's";
    DONE(world.get(world.dispatch().upsertCampus(by("ann"), anns)));
    const auto now = seen.version + 1;
    CONFLICT(world.get(world.dispatch().upsertCampus(by("bob"), bobs)), now, "dispatch policy of north", "by ann",
             kToday, "(dispatch.upsert_campus)");
    QCOMPARE(row().policy.step, std::int64_t{20});
    QCOMPARE(row().name, seen.name);
    QCOMPARE(row().version, now);
    QCOMPARE(world.get(world.dispatch().board(world.call, seen.id)).value().campus.version, now);
    bobs.version = now;
    DONE(world.get(world.dispatch().upsertCampus(by("bob"), bobs)));
    bobs.version = 0;
    bobs.policy.step = 40;
    DONE(world.get(world.dispatch().upsertCampus(by("bob"), bobs)));
    QCOMPARE(row().policy.step, std::int64_t{40});
    QCOMPARE(row().version, now + 2);
}

void TestVersions::savingACampusDoesNotPauseIt() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    const auto row = [&] { return world.get(world.dispatch().campuses(world.call)).value().front(); };
    auto seen = row();
    QVERIFY(!seen.paused);
    DONE(world.get(world.dispatch().setPaused(by("ann"), seen.id, true)));
    seen.policy.step = 20;
    DONE(world.get(world.dispatch().upsertCampus(by("bob"), seen)));  // a pause is no change of the policy
    QCOMPARE(row().policy.step, std::int64_t{20});
    QVERIFY(row().paused);
    seen = row();
    seen.paused = false;
    DONE(world.get(world.dispatch().upsertCampus(by("bob"), seen)));
    QVERIFY(row().paused);
    api::CampusRow fresh{CampusId("aside"), "Aside", {}};
    fresh.paused = true;
    DONE(world.get(world.dispatch().upsertCampus(by("bob"), fresh)));
    QCOMPARE(row().id, fresh.id);
    QVERIFY(!row().paused);
}

/// Whoever would resume what they have paused does not resume what somebody else has paused since.
void TestVersions::pause() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    auto& desk = world.dispatch();
    const auto row = [&] { return world.get(desk.campuses(world.call)).value().front(); };
    const auto seen = row();
    QCOMPARE(seen.pauseVersion, std::int64_t{1});
    const auto paused = world.get(desk.setPaused(by("ann"), seen.id, true, seen.pauseVersion));
    DONE(paused);
    QCOMPARE(*paused, std::int64_t{2});
    QCOMPARE(row().pauseVersion, *paused);
    QCOMPARE(world.get(desk.board(world.call, seen.id)).value().campus.pauseVersion, *paused);
    for (const bool pauses : {true, false}) {  // also where nothing would be left to do
        CONFLICT(world.get(desk.setPaused(by("bob"), seen.id, pauses, seen.pauseVersion)), *paused, "north", "by ann",
                 kToday, "(dispatch.set_paused)");
    }
    QVERIFY(row().paused);
    DONE(world.get(desk.setPaused(by("bob"), seen.id, false, *paused)));
    const auto anew = world.get(desk.setPaused(by("bob"), seen.id, true));
    DONE(anew);
    CONFLICT(world.get(desk.setPaused(by("ann"), seen.id, false, *paused)), *anew, "north", "by bob", kToday);
    QVERIFY(row().paused);
    // Nothing to do is no change, and what is refused for another reason is not counted.
    const auto same = world.get(desk.setPaused(by("ann"), seen.id, true));
    DONE(same);
    QCOMPARE(*same, *anew);
    REFUSED(world.get(desk.setPaused(by("ann"), CampusId("nowhere"), true)), ErrorCode::NotFound);
    QCOMPARE(row().pauseVersion, *anew);
    QCOMPARE(row().version, seen.version);  // the policy is as it was
}

/// That a courier is on duty again, as one of the two saw it, does not say that nobody has changed it.
void TestVersions::duty() {
    DeskWorld world;
    DONE(world.couriers({"k", "other"}));
    auto& desk = world.dispatch();
    const CourierId courier("k");
    const auto row = [&] {
        const auto board = world.get(desk.board(world.call, CampusId("north"))).value();
        return *std::find_if(board.couriers.begin(), board.couriers.end(),
                             [&](const api::CourierRow& one) { return one.id == courier; });
    };
    const auto seen = row();
    QVERIFY(seen.onDuty && seen.dutyVersion > 0);
    QCOMPARE(world.get(desk.findCouriers(world.call, "k", 10)).value().front().dutyVersion, seen.dutyVersion);
    const auto off = world.get(desk.setDuty(by("ann"), courier, false, seen.dutyVersion));
    DONE(off);
    QCOMPARE(row().dutyVersion, *off);
    for (const bool on : {false, true}) {  // also where nothing would be left to do
        CONFLICT(world.get(desk.setDuty(by("bob"), courier, on, seen.dutyVersion)), *off, "courier k went off duty",
                 "by ann", kToday);
    }
    QVERIFY(!row().onDuty);
    // Another courier's duty is not this one's.
    DONE(world.get(desk.setDuty(by("carol"), CourierId("other"), false)));
    QCOMPARE(row().dutyVersion, *off);
    const auto on = world.get(desk.setDuty(by("bob"), courier, true, *off));
    DONE(on);
    QVERIFY(*on > *off);
    const auto offAgain = world.get(desk.setDuty(by("bob"), courier, false, *on));
    DONE(offAgain);
    // Ann would take back what she did, and it looks as she left it.
    CONFLICT(world.get(desk.setDuty(by("ann"), courier, true, *off)), *offAgain, "courier k went off duty", "by bob",
             kToday);
    QVERIFY(!row().onDuty);
    // Nothing to do is no change.
    const auto same = world.get(desk.setDuty(by("ann"), courier, false));
    DONE(same);
    QCOMPARE(*same, *offAgain);
    DONE(world.get(desk.setDuty(by("ann"), courier, true)));
    QVERIFY(row().onDuty);
}

/// Name and phone of a courier have one version, its duty another: whoever saves a form has seen both.
void TestVersions::courier() {
    DeskWorld world;
    DONE(world.couriers({"k", "other"}));
    auto& desk = world.dispatch();
    const auto row = [&](const char* id = "k") {
        return world.get(desk.findCouriers(world.call, id, 10)).value().front();
    };
    const auto inputOf = [](const api::CourierRow& seen) {
        return api::CourierInput{seen.id,     seen.campus,  seen.name,       seen.phone,
                                 seen.onDuty, seen.version, seen.dutyVersion};
    };
    const auto save = [&](const char* who, std::vector<api::CourierInput> inputs) {
        return world.get(desk.upsertCouriers(by(who), std::move(inputs)));
    };
    const auto seen = row();
    QCOMPARE(seen.version, std::int64_t{1});
    auto anns = inputOf(seen), bobs = inputOf(seen);
    anns.phone = "13800000000";
    bobs.name = "Bob's";
    DONE(save("ann", {anns}));
    QCOMPARE(row().version, std::int64_t{2});
    QCOMPARE(world.get(desk.board(world.call, CampusId("north"))).value().couriers.front().version +
                 world.get(desk.board(world.call, CampusId("north"))).value().couriers.back().version,
             std::int64_t{3});  // of the two, only this one was changed
    // All or none: the other one is as it was seen.
    auto others = inputOf(row("other"));
    others.phone = "1";
    CONFLICT(save("bob", {others, bobs}), 2, "courier k", "by ann", kToday, "(dispatch.upsert_couriers)");
    QCOMPARE(row().name, seen.name);
    QCOMPARE(row("other").phone, std::string());
    // Nothing else was said: no change.
    anns.version = 2;
    DONE(save("ann", {anns}));
    QCOMPARE(row().version, std::int64_t{2});
    // An import names no version and overwrites; the same courier may stand in it twice.
    bobs.version = 0;
    auto after = bobs;
    after.name = seen.name;
    DONE(save("bob", {bobs, after}));
    QCOMPARE(row().name, seen.name);
    QCOMPARE(row().phone, seen.phone);
    QCOMPARE(row().version, std::int64_t{4});
    // Who would save a name does not bring back on duty whom somebody has sent home meanwhile.
    auto dans = inputOf(row());
    dans.name = "Dan's";
    DONE(world.get(desk.setDuty(by("carol"), CourierId("k"), false)));
    const auto late = save("dan", {dans});
    REFUSED_FIELD(late, ErrorCode::Conflict, "duty_version");
    QVERIFY2(late.error().message.find("courier k went off duty meanwhile, by carol at ") != std::string::npos,
             late.error().text().c_str());
    QVERIFY(!row().onDuty);
    QCOMPARE(row().name, seen.name);
    dans.dutyVersion = row().dutyVersion;
    DONE(save("dan", {dans}));
    QVERIFY(row().onDuty);
    QCOMPARE(row().name, std::string("Dan's"));
}

/// What is applied is what was previewed, or nothing.
void TestVersions::calibration() {
    DeskWorld world;
    DONE(world.couriers({"k", "other"}));
    DONE(world.product("tea", 10));
    auto& desk = world.dispatch();
    const CampusId north("north");
    const auto drift = [&](const char* courier, const char* amount) {
        return world.get(world.workspace->core().engine().ask<bool>(
            world.call, [north, courier, amount](runtime::UnitOfWork& work) -> Result<bool> {
                EVENHAND_TRY(work.keyspace().call({"ZINCRBY", dispatch::CampusKeys(north).weights(), amount, courier}));
                return true;
            }));
    };
    const auto differences = [&] {
        std::vector<std::int64_t> found;
        const auto rows = world.get(desk.previewCalibration(world.call, north));
        for (const auto& row : rows.value()) {
            found.push_back(row.difference);
        }
        return found;
    };
    using Differences = std::vector<std::int64_t>;
    DONE(drift("k", "-30"));
    const auto seen = world.get(desk.previewCalibration(world.call, north));
    DONE(seen);
    QVERIFY(world.buy("A1"));  // which changes weights, and no difference
    DONE(world.get(desk.calibrate(by("ann"), north, *seen)));
    QCOMPARE(differences(), (Differences{0, 0}));
    const auto late = world.get(desk.calibrate(by("bob"), north, *seen));
    REFUSED_FIELD(late, ErrorCode::Conflict, "courier");
    QCOMPARE(late.error().value, std::string("k"));
    QVERIFY2(late.error().message.find("was calibrated meanwhile, by ann at ") != std::string::npos,
             late.error().text().c_str());
    // One has drifted anew since: that of the other is not applied either.
    DONE(drift("other", "7"));
    const auto second = world.get(desk.previewCalibration(world.call, north));
    DONE(second);
    DONE(drift("k", "5"));
    const auto other = world.get(desk.calibrate(by("bob"), north, *second));
    REFUSED_FIELD(other, ErrorCode::Conflict, "courier");
    QCOMPARE(other.error().value, std::string("k"));
    QCOMPARE(differences(), (Differences{-5, -7}));
    DONE(world.get(desk.calibrate(by("bob"), north)));
    QCOMPARE(differences(), (Differences{0, 0}));
}

void TestVersions::timerPolicy() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    auto& desk = world.workspace->timers();
    const auto row = [&] { return world.get(desk.policies(world.call)).value().front(); };
    const auto seen = row();
    QCOMPARE(seen.version, std::int64_t{1});
    auto anns = seen.policy, bobs = seen.policy;
    anns.unpaidMs = 111'000;
    bobs.unpaidMs = 222'000;
    DONE(world.get(desk.setPolicy(by("ann"), seen.campus, anns, seen.version)));
    CONFLICT(world.get(desk.setPolicy(by("bob"), seen.campus, bobs, seen.version)), 2, "timer policy of north",
             "by ann", kToday, "(timers.set_policy)");
    QCOMPARE(row().policy.unpaidMs, anns.unpaidMs);
    QCOMPARE(row().version, std::int64_t{2});
    DONE(world.get(desk.setPolicy(by("bob"), seen.campus, bobs, 0)));
    QCOMPARE(row().policy.unpaidMs, bobs.unpaidMs);
    // What is refused for another reason is not counted.
    bobs.unpaidMs = -1;
    REFUSED(world.get(desk.setPolicy(by("bob"), seen.campus, bobs)), ErrorCode::InvalidArgument);
    REFUSED(world.get(desk.setPolicy(by("bob"), CampusId("nowhere"), anns)), ErrorCode::NotFound);
    QCOMPARE(row().version, std::int64_t{3});
}

void TestVersions::returnPolicy() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    auto& desk = world.workspace->returns();
    const auto rows = [&] { return world.get(desk.policies(world.call)).value(); };
    const auto seen = rows();
    QCOMPARE(seen.size(), std::size_t{2});  // the workspace's and the campus's
    for (const std::size_t which : {0, 1}) {
        const auto& campus = seen[which].campus;
        auto anns = seen[which].policy, bobs = seen[which].policy;
        anns.goods = api::GoodsRule::NoGoods;
        bobs.goods = api::GoodsRule::GoodsFirst;
        DONE(world.get(desk.setPolicy(by("ann"), campus, anns, seen[which].version)));
        const auto now = seen[which].version + 1;
        CONFLICT(world.get(desk.setPolicy(by("bob"), campus, bobs, seen[which].version)), now,
                 which == 0 ? "return policy of all campuses" : "return policy of north", "by ann", kToday);
        QVERIFY(rows()[which].policy == anns);
        QVERIFY(rows()[which].own);
        QCOMPARE(rows()[which].version, now);
        DONE(world.get(desk.setPolicy(by("bob"), campus, bobs)));
        QVERIFY(rows()[which].policy == bobs);
    }
    // A campus that has none of its own any more still says that it was changed.
    const auto own = rows()[1];
    DONE(world.get(desk.setPolicy(by("ann"), own.campus, std::nullopt, own.version)));
    QVERIFY(!rows()[1].own);
    CONFLICT(world.get(desk.setPolicy(by("bob"), own.campus, own.policy, own.version)), own.version + 1, "by ann");
    QVERIFY(!rows()[1].own);
}

void TestVersions::refundSettings() {
    DeskWorld world;
    auto& desk = world.workspace->refunds();
    const auto read = [&] { return world.get(desk.settings(world.call)).value(); };
    auto anns = read(), bobs = anns;
    QVERIFY(anns.version > 0);
    anns.maxAttempts = 5;
    bobs.maxAttempts = 7;
    DONE(world.get(desk.setSettings(by("ann"), anns)));
    CONFLICT(world.get(desk.setSettings(by("bob"), bobs)), anns.version + 1, "refund settings", "by ann", kToday,
             "(refunds.set_settings)");
    QVERIFY(read() == anns);
    bobs.version = 0;
    DONE(world.get(desk.setSettings(by("bob"), bobs)));
    QVERIFY(read() == bobs);
    QCOMPARE(read().version, anns.version + 2);
}

void TestVersions::accountSettings() {
    DeskWorld world;
    auto& desk = world.workspace->accounts();
    const auto read = [&] { return world.get(desk.settings(world.call)).value(); };
    auto anns = read(), bobs = anns;
    QVERIFY(anns.version > 0);
    anns.lockAfter = 5;
    bobs.lockAfter = 7;
    DONE(world.get(desk.setSettings(by("ann"), anns)));
    CONFLICT(world.get(desk.setSettings(by("bob"), bobs)), anns.version + 1, "rules of signing in", "by ann", kToday,
             "(accounts.set_settings)");
    QVERIFY(read() == anns);
    bobs.version = 0;
    DONE(world.get(desk.setSettings(by("bob"), bobs)));
    QVERIFY(read() == bobs);
}

void TestVersions::backupSchedule() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    const auto read = [&] { return world.get(desk.schedule(world.call)).value(); };
    auto anns = read(), bobs = anns;
    QVERIFY(anns.version > 0);
    anns.keep = 5;
    bobs.keep = 7;
    DONE(world.get(desk.setSchedule(by("ann"), anns)));
    CONFLICT(world.get(desk.setSchedule(by("bob"), bobs)), anns.version + 1, "backup schedule", "by ann", kToday,
             "(backups.set_schedule)");
    QVERIFY(read() == anns);
    bobs.version = 0;
    DONE(world.get(desk.setSchedule(by("bob"), bobs)));
    QVERIFY(read() == bobs);
}

void TestVersions::sale() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    DONE(world.product("tea", 100));
    auto& desk = world.workspace->seckill();
    const ActivityId id("noon");
    const auto row = [&] { return world.get(desk.activities(world.call)).value().front(); };
    api::ActivityInput input{id,        "Tea", Sku("tea"),        CampusId("north"),
                             Money{50}, 10,    world.clock.now(), world.clock.now().plusMs(kHour)};
    const auto draft = world.get(desk.setUp(by("ann"), input));
    DONE(draft);
    input.name = "Green tea";
    DONE(world.get(desk.edit(by("ann"), input, draft->version)));
    CONFLICT(world.get(desk.start(by("bob"), id, draft->version)), draft->version + 1, "sale noon", "by ann", kToday,
             "(edited)");
    CONFLICT(world.get(desk.discard(by("bob"), id, draft->version)), draft->version + 1, "sale noon", "by ann");
    QCOMPARE(row().state, api::ActivityState::Draft);
    const auto started = world.get(desk.start(by("ann"), id, draft->version + 1));
    DONE(started);
    const auto topped = world.get(desk.topUp(by("ann"), id, 2, started->version));
    DONE(topped);
    for (auto& answer : {world.get(desk.topUp(by("bob"), id, 3, started->version)),
                         world.get(desk.stop(by("bob"), id, started->version)),
                         world.get(desk.end(by("bob"), id, started->version))}) {
        CONFLICT(answer, topped->version, "sale noon", "by ann", kToday, "(topped_up)");
    }
    QCOMPARE(row().added, std::int64_t{2});
    QCOMPARE(row().state, api::ActivityState::Started);
    QCOMPARE(row().set.end, input.end);
    DONE(world.get(desk.topUp(by("bob"), id, 3)));
    QCOMPARE(row().added, std::int64_t{5});
    const auto stopped = world.get(desk.stop(by("ann"), id, row().version));
    DONE(stopped);
    CONFLICT(world.get(desk.resume(by("bob"), id, topped->version)), stopped->version, "sale noon", "by ann");
    QCOMPARE(row().state, api::ActivityState::Stopped);
    DONE(world.get(desk.resume(by("bob"), id, stopped->version)));
    DONE(world.get(desk.end(by("bob"), id)));
}

void TestVersions::campaign() {
    DeskWorld world;
    auto& desk = world.workspace->campaigns();
    const CampaignId id("spring");
    const auto row = [&] { return world.get(desk.campaign(world.call, id)).value(); };
    api::CampaignSettings settings;
    settings.name = "Spring";
    settings.shape = {Money{10'000}, 20, Money{1'000}, 2};
    settings.begin = world.clock.now();
    settings.end = world.clock.now().plusMs(24 * kHour);
    settings.seed = 1;
    const auto draft = world.get(desk.create(by("eve"), id, settings));
    DONE(draft);
    settings.name = "Early spring";
    DONE(world.get(desk.edit(by("ann"), id, settings, draft->version)));
    auto bobs = settings;
    bobs.name = "Late spring";
    CONFLICT(world.get(desk.edit(by("bob"), id, bobs, draft->version)), draft->version + 1, "campaign spring", "by ann",
             kToday, "(campaigns.edit)");
    CONFLICT(world.get(desk.start(by("bob"), id, draft->version)), draft->version + 1, "campaign spring", "by ann");
    CONFLICT(world.get(desk.remove(by("bob"), id, draft->version)), draft->version + 1, "campaign spring", "by ann");
    QCOMPARE(row().settings.name, settings.name);
    QCOMPARE(row().state, api::CampaignState::Draft);
    DONE(world.get(desk.start(by("ann"), id, draft->version + 1)));
    const auto running = row();
    QCOMPARE(running.state, api::CampaignState::Running);
    const auto paused = world.get(desk.pause(by("ann"), id, running.version));
    DONE(paused);
    for (auto& answer : {world.get(desk.resume(by("bob"), id, running.version)),
                         world.get(desk.stop(by("bob"), id, running.version))}) {
        CONFLICT(answer, paused->version, "campaign spring", "by ann", kToday, "(campaigns.pause)");
    }
    // What it is says more than that it was something else before.
    REFUSED(world.get(desk.pause(by("bob"), id, running.version)), ErrorCode::WrongStatus);
    QCOMPARE(row().state, api::CampaignState::Paused);
    DONE(world.get(desk.resume(by("bob"), id)));
    // What can be given back once only: the second is told who did.
    const auto drawn = world.get(desk.draw(world.call, {id, {}, UserId("u1"), {}}));
    DONE(drawn);
    DONE(world.get(desk.giveBack(by("ann"), drawn->id)));
    const auto again = world.get(desk.giveBack(by("bob"), drawn->id));
    QVERIFY(!again && again.error().code == ErrorCode::WrongStatus);
    const auto& words = again.error().message;
    QVERIFY2(words.find(", by ann at ") != std::string::npos && words.ends_with("UTC (campaigns.give_back)"),
             words.c_str());
    DONE(world.get(desk.stop(by("bob"), id, paused->version + 1)));
    // Of one that somebody has stopped too, also to whoever saw it run.
    const auto late = world.get(desk.stop(by("ann"), id, paused->version + 1));
    REFUSED_FIELD(late, ErrorCode::WrongStatus, "state");
    QVERIFY2(late.error().message.starts_with("it is not running, by bob at ") &&
                 late.error().message.ends_with("UTC (campaigns.stop)"),
             late.error().text().c_str());
}

/// However much else people have done since: who has changed it is found all the same.
void TestVersions::longAgo() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    auto& desk = world.workspace->campaigns();
    api::CampaignSettings settings;
    settings.name = "Spring";
    settings.shape = {Money{10'000}, 20, Money{1'000}, 2};
    settings.begin = world.clock.now();
    settings.end = world.clock.now().plusMs(24 * kHour);
    const auto draft = world.get(desk.create(by("eve"), CampaignId("spring"), settings));
    DONE(draft);
    settings.name = "Early spring";
    DONE(world.get(desk.edit(by("ann"), CampaignId("spring"), settings, draft->version)));
    for (int i = 0; i < 1'001; ++i) {
        DONE(world.get(world.dispatch().setDuty(by("carol"), CourierId("k"), i % 2 == 1)));
    }
    CONFLICT(world.get(desk.start(by("bob"), CampaignId("spring"), draft->version)), draft->version + 1,
             "campaign spring", "by ann", "(campaigns.edit)");
}

/// People name the token that they saw. What a worker has done since is not laid at the door of who asked for it.
void TestVersions::task() {
    DeskWorld world;
    auto& desk = world.workspace->tasks();
    DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [](runtime::UnitOfWork& work) {
        return tasks::make(work, api::TaskKind::Backup, "b", {}, work.now());
    })));
    const auto row = [&] { return world.get(desk.page(world.call, {})).value().front(); };
    const auto seen = row();
    const auto named = "task " + std::to_string(seen.id.value);
    const auto refusal = [&](std::int64_t token) {
        const auto answer = world.get(desk.drop(by("bob"), {{seen.id, token}}));
        return answer && answer->front().error ? *answer->front().error : Error{};
    };
    const auto says = [](const Error& error, std::string_view words) {
        return error.code == ErrorCode::Conflict && error.field == "token" &&
               error.message.find(words) != std::string::npos;
    };
    const auto retried = world.get(desk.retry(by("ann"), {{seen.id, seen.token}}));
    QVERIFY(retried && !retried->front().error);
    auto conflict = refusal(seen.token == 0 ? 99 : seen.token);
    QVERIFY2(says(conflict, named + " was changed meanwhile, by ann at ") && says(conflict, "(tasks.retry)"),
             conflict.text().c_str());
    const auto asked = row().token;
    const auto jobs = world.get(desk.claim(world.call, {"w1", 1, {}, {}}));
    QVERIFY(jobs && jobs->size() == 1);
    conflict = refusal(asked);
    QVERIFY2(says(conflict, named) && says(conflict, "worker w1") && !says(conflict, "ann"), conflict.text().c_str());
    DONE(world.get(
        desk.report(world.call, {{{jobs->front().id, jobs->front().token}, api::TaskOutcome::Dead, "x", {}, 0}})));
    const auto dead = row().token;
    const auto dropped = world.get(desk.drop(by("carol"), {{seen.id, dead}}));
    QVERIFY(dropped && !dropped->front().error);
    conflict = refusal(dead);
    QVERIFY2(says(conflict, "by carol at ") && says(conflict, "(tasks.drop)"), conflict.text().c_str());
}

/// A message that two people would have sent again is sent once. The second is told who was first, whether that was
/// done to the delivery or to its task.
void TestVersions::delivery() {
    DeskWorld world(std::make_shared<test::MemorySecrets>());
    auto& desk = world.workspace->webhooks();
    auto& tasks = world.workspace->tasks();
    const auto made = world.get(desk.create(
        by("eve"), {"till", "https://shop.example/in", {api::WebhookEvent::OrderClosed}, true, false, false}, {}));
    DONE(made);
    const auto id = world.get(desk.test(by("eve"), made->row.id));
    DONE(id);
    const auto token = [&] { return world.get(desk.delivery(world.call, *id)).value().row.token; };
    const auto taskNow = [&] {
        api::TaskQuery query;
        query.filter.kinds = {api::TaskKind::Webhook};
        return world.get(tasks.page(world.call, query)).value().front();
    };
    const auto refusal = [&](std::optional<std::int64_t> seen) {
        const auto answer = world.get(desk.resend(by("bob"), {{*id, seen}}));
        return answer && answer->front().error ? *answer->front().error : Error{};
    };
    const auto says = [](const Error& error, const std::string& words) {
        return error.code == ErrorCode::Conflict && error.field == "token" &&
               error.message.find(words) != std::string::npos;
    };
    const auto named = "delivery " + std::to_string(id->value) + " was changed meanwhile";
    const auto seen = token();
    QVERIFY(seen.has_value());  // also of one that nobody has tried to send yet
    const auto first = world.get(desk.resend(by("ann"), {{*id, seen}}));
    QVERIFY(first && !first->front().error);
    const auto since = token();
    auto conflict = refusal(seen);
    QVERIFY2(says(conflict, named + ", by ann at ") && says(conflict, "(webhooks.resend)"), conflict.text().c_str());
    QCOMPARE(token(), since);
    // The task is what was sent again: so says it to whoever comes by it, and the other way round.
    const auto task = taskNow();
    const auto retried = world.get(tasks.retry(by("carol"), {{task.id, task.token}}));
    QVERIFY(retried && !retried->front().error);
    conflict = refusal(since);
    QVERIFY2(says(conflict, named + ", by carol at ") && says(conflict, "(tasks.retry)"), conflict.text().c_str());
    const auto stale = taskNow().token;
    const auto third = world.get(desk.resend(by("dan"), {*id}));  // whatever it is now
    QVERIFY(third && !third->front().error);
    const auto dropped = world.get(tasks.drop(by("bob"), {{task.id, stale}}));
    QVERIFY(dropped && dropped->front().error);
    conflict = *dropped->front().error;
    QVERIFY2(says(conflict, "task " + std::to_string(task.id.value) + " was changed meanwhile, by dan at ") &&
                 says(conflict, "(webhooks.resend)"),
             conflict.text().c_str());
    // What a worker has done since is not laid at a person's door.
    const auto asked = token();
    const auto jobs = world.get(tasks.claim(world.call, {"w1", 1, {}, {api::TaskKind::Webhook}}));
    QVERIFY(jobs && jobs->size() == 1);
    conflict = refusal(asked);
    QVERIFY2(says(conflict, named) && says(conflict, "worker w1") && !says(conflict, "dan"), conflict.text().c_str());
    QVERIFY(taskNow().status == api::TaskStatus::Processing);
}

void TestVersions::heldKinds() {
    using Kind = api::TaskKind;
    DeskWorld world;
    auto& desk = world.workspace->tasks();
    const auto row = [&](Kind kind) {
        return world.get(desk.ring(world.call)).value().counts[static_cast<std::size_t>(kind)];
    };
    const auto seen = row(Kind::Webhook).holdVersion;
    QCOMPARE(seen, std::int64_t{1});
    const auto held = world.get(desk.setHeld(by("ann"), {Kind::Webhook}, true, {{Kind::Webhook, seen}}));
    DONE(held);
    const auto since = held->at(Kind::Webhook);
    QCOMPARE(row(Kind::Webhook).holdVersion, since);
    QVERIFY(row(Kind::Webhook).held);
    // All or none: the other kind would have been fit.
    for (const bool holds : {true, false}) {
        CONFLICT(world.get(desk.setHeld(by("bob"), {Kind::Backup, Kind::Webhook}, holds,
                                        {{Kind::Backup, 1}, {Kind::Webhook, seen}})),
                 since, "webhook tasks", "by ann", kToday, "(tasks.set_held)");
    }
    QVERIFY(row(Kind::Webhook).held && !row(Kind::Backup).held);
    QCOMPARE(row(Kind::Backup).holdVersion, std::int64_t{1});
    DONE(world.get(desk.setHeld(by("bob"), {Kind::Webhook}, false, *held)));
    const auto anew = world.get(desk.setHeld(by("bob"), {Kind::Webhook, Kind::Backup}, true));
    DONE(anew);
    QCOMPARE(anew->size(), std::size_t{2});
    CONFLICT(world.get(desk.setHeld(by("ann"), {Kind::Webhook}, false, *held)), anew->at(Kind::Webhook), "by bob",
             kToday);
    QVERIFY(row(Kind::Webhook).held);
    const auto same = world.get(desk.setHeld(by("ann"), {Kind::Webhook}, true));  // nothing to do is no change
    DONE(same);
    QCOMPARE(same->at(Kind::Webhook), anew->at(Kind::Webhook));
}

void TestVersions::numberOfWorkers() {
    DeskWorld world;
    auto& desk = world.workspace->tasks();
    const auto stored = [&] { return world.get(desk.workerSettings(world.call)).value(); };
    const auto seen = stored();
    QCOMPARE(seen.workers, std::int64_t{4});
    QCOMPARE(seen.version, std::int64_t{1});
    DONE(world.get(desk.setWorkers(by("ann"), {7, seen.version})));
    CONFLICT(world.get(desk.setWorkers(by("bob"), {9, seen.version})), 2, "number of workers", "by ann", kToday,
             "(tasks.set_workers)");
    QVERIFY((stored() == api::WorkerSettings{7, 2}));
    for (const std::int64_t wrong : {0, -1, 101}) {
        const auto refused = world.get(desk.setWorkers(by("bob"), {wrong, 2}));
        QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument && refused.error().field == "workers");
    }
    QVERIFY((stored() == api::WorkerSettings{7, 2}));  // what is refused is not counted
    DONE(world.get(desk.setWorkers(by("bob"), {1, 0})));
    DONE(world.get(desk.setWorkers(by("bob"), {100, 3})));
    QVERIFY((stored() == api::WorkerSettings{100, 4}));
}

void TestVersions::delayQueue() {
    DeskWorld world;
    auto& desk = world.workspace->timers();
    const auto board = [&] { return world.get(desk.board(world.call, {})).value(); };
    const auto seen = board().queueVersion;
    QCOMPARE(seen, std::int64_t{1});
    DONE(world.get(desk.setQueue(by("ann"), false, 700, seen)));
    CONFLICT(world.get(desk.setQueue(by("bob"), true, 900, seen)), 2, "delay queue", "by ann", kToday,
             "(timers.set_queue)");
    QVERIFY(!board().queueOn);
    QCOMPARE(board().pollIntervalMs, std::int64_t{700});
    QCOMPARE(board().queueVersion, std::int64_t{2});
    DONE(world.get(desk.setQueue(by("bob"), true, 900)));
    QVERIFY(board().queueOn);
    QCOMPARE(board().queueVersion, std::int64_t{3});
    // What is refused for another reason is not counted; a pause is no change of it.
    QVERIFY(!world.get(desk.setQueue(by("bob"), true, 1, 3)));
    DONE(world.get(desk.setPaused(by("bob"), api::TimerKind::Unpaid, true)));
    QCOMPARE(board().queueVersion, std::int64_t{3});
}

void TestVersions::pausedTimers() {
    DeskWorld world;
    auto& desk = world.workspace->timers();
    constexpr auto kKind = api::TimerKind::PickUpLate;
    const auto row = [&] {
        return world.get(desk.board(world.call, {})).value().kinds[static_cast<std::size_t>(kKind)];
    };
    QCOMPARE(row().pauseVersion, std::int64_t{1});
    const auto paused = world.get(desk.setPaused(by("ann"), kKind, true, 1));
    DONE(paused);
    QCOMPARE(row().pauseVersion, *paused);
    for (const bool pauses : {true, false}) {
        CONFLICT(world.get(desk.setPaused(by("bob"), kKind, pauses, 1)), *paused, "pick up late", "by ann", kToday,
                 "(timers.set_paused)");
    }
    QVERIFY(row().paused);
    // Another kind is not this one.
    DONE(world.get(desk.setPaused(by("carol"), api::TimerKind::Unpaid, true, 1)));
    QCOMPARE(row().pauseVersion, *paused);
    DONE(world.get(desk.setPaused(by("bob"), kKind, false, *paused)));
    const auto anew = world.get(desk.setPaused(by("bob"), kKind, true));
    DONE(anew);
    CONFLICT(world.get(desk.setPaused(by("ann"), kKind, false, *paused)), *anew, "by bob", kToday);
    QVERIFY(row().paused);
    const auto same = world.get(desk.setPaused(by("ann"), kKind, true));  // nothing to do is no change
    DONE(same);
    QCOMPARE(*same, *anew);
    QCOMPARE(row().pauseVersion, *anew);
}

void TestVersions::alert() {
    DeskWorld world;
    DONE(world.couriers({"k"}, "north", false));
    DONE(world.product("tea", 100));
    QVERIFY(world.buy("A1"));
    world.clock.advanceMs(kHour);
    world.workspace->runUntilIdle();
    auto& desk = world.workspace->alerts();
    api::AlertQuery unassigned;  // the campus has nobody on duty, which is an alert of its own
    unassigned.kinds = {api::AlertKind::Unassigned};
    const auto row = [&] { return world.get(desk.page(world.call, unassigned)).value().front(); };
    const auto seen = row();
    QCOMPARE(seen.version, std::int64_t{1});
    const auto named = "alert " + std::to_string(seen.id.value);
    const auto until = world.clock.now().plusMs(kHour);
    const auto first = world.get(desk.acknowledge(by("ann"), {{seen.id, seen.version}}));
    DONE(first);
    QVERIFY(!first->front().error);
    const auto stale = world.get(desk.silence(by("bob"), {{seen.id, seen.version}}, until));
    DONE(stale);
    QVERIFY(stale->front().error);
    QVERIFY2(tells(*stale->front().error, 2, {named, "by ann", kToday, "(alerts.acknowledge)"}),
             stale->front().error->text().c_str());
    QCOMPARE(row().state, api::AlertState::Acknowledged);
    QCOMPARE(row().actor, std::string("ann"));
    const auto silenced = world.get(desk.silence(by("bob"), {seen.id}, until));
    QVERIFY(silenced && !silenced->front().error);
    QCOMPARE(row().version, std::int64_t{3});
    // That it fires again is no change by which somebody's answer would come too late.
    world.clock.advanceMs(2 * kHour);
    world.workspace->runUntilIdle();
    QCOMPARE(row().state, api::AlertState::Firing);
    QCOMPARE(row().version, std::int64_t{3});
    const auto late = world.get(desk.resolve(by("ann"), {{seen.id, 2}}));
    QVERIFY(late && late->front().error && tells(*late->front().error, 3, {named, "by bob"}));
    QVERIFY(late->front().error->message.ends_with(" UTC"));  // it has fired since: what was done is not known any more
    const auto resolved = world.get(desk.resolve(by("ann"), {{seen.id, 3}}));
    QVERIFY(resolved && !resolved->front().error);
    // By its id it is found in whatever state, and no other.
    QVERIFY(world.get(desk.page(world.call, unassigned)).value().empty());
    api::AlertQuery query;
    for (const auto sort : {api::AlertSort::Fired, api::AlertSort::Due, api::AlertSort::State}) {
        query.sort = sort;
        query.only = {seen.id, {999'999}, {888'888}};
        const auto found = world.get(desk.page(world.call, query));
        DONE(found);
        QCOMPARE(found->size(), std::size_t{1});
        QCOMPARE(found->front().id, seen.id);
        QCOMPARE(found->front().state, api::AlertState::Resolved);
        query.only = {AlertId{999'999}};
        QVERIFY(world.get(desk.page(world.call, query)).value().empty());
        query.only.assign(1'001, seen.id);
        REFUSED(world.get(desk.page(world.call, query)), ErrorCode::InvalidArgument);
    }
}

void TestVersions::handOver() {
    DeskWorld world;
    DONE(world.couriers({"ann"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.buy("A2"));
    DONE(world.couriers({"bob"}));
    const std::vector<api::OrderRef> seen{{OrderNo("A1"), world.row("A1").version},
                                          {OrderNo("A2"), world.row("A2").version}};
    DONE(world.get(world.dispatch().reassign(world.call, {seen[1]}, {CourierId("bob")})));
    world.workspace->runUntilIdle();
    QCOMPARE(world.row("A2").courier, CourierId("bob"));
    const auto epoch = world.row("A2").epoch;
    // Neither as it was seen, nor as whatever it is now: it is somebody else's work.
    for (const auto version : {seen[1].version, world.row("A2").version, std::int64_t{0}}) {
        const auto other =
            world.get(world.dispatch().handOver(world.call, CourierId("ann"), {}, {{OrderNo("A2"), version}}));
        QVERIFY(other && other->size() == 1 && other->front().error);
        QCOMPARE(other->front().error->code, ErrorCode::Conflict);
    }
    const auto handed = world.get(world.dispatch().handOver(world.call, CourierId("ann"), {}, seen));
    DONE(handed);
    QCOMPARE(handed->size(), std::size_t{2});
    for (const auto& outcome : *handed) {
        QCOMPARE(outcome.error.has_value(), outcome.orderNo == OrderNo("A2"));
    }
    world.workspace->runUntilIdle();
    QCOMPARE(world.row("A1").courier, CourierId("bob"));
    QCOMPARE(world.row("A2").epoch, epoch);
    // A version that has gone by since is a conflict, of the courier's own order too.
    const auto stale = world.get(world.dispatch().handOver(world.call, CourierId("bob"), {}, {seen[0]}));
    QVERIFY(stale && stale->front().error && stale->front().error->code == ErrorCode::Conflict);
    QCOMPARE(world.row("A1").courier, CourierId("bob"));
}

/// Who has given it away again is told to whoever would take it back.
void TestVersions::undoneReassignment() {
    DeskWorld world;
    DONE(world.couriers({"k", "other", "third"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.buy("A1"));
    const auto done = world.get(world.dispatch().reassign(by("ann"), {{OrderNo("A1"), 0}}, {}));
    QVERIFY(done && !done->front().error);
    const auto again = world.get(world.dispatch().reassign(by("bob"), {{OrderNo("A1"), 0}}, {}));
    QVERIFY(again && !again->front().error);
    const auto undone = world.get(world.dispatch().undoReassign(by("ann"), *done));
    QVERIFY(undone && undone->size() == 1 && undone->front().error);
    const auto& error = *undone->front().error;
    QCOMPARE(error.code, ErrorCode::Conflict);
    QVERIFY2(error.message.find("reassigned again meanwhile, by bob at ") != std::string::npos, error.text().c_str());
    QVERIFY2(error.message.ends_with(" UTC (reassign_requested)"), error.text().c_str());
}

/// A timer has no version: it is known by its kind and its instant. Of many that somebody acts on, each says of itself
/// who was quicker.
void TestVersions::timers() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    DONE(world.product("tea", 100));
    for (const char* no : {"A1", "A2", "A3"}) {
        DONE(world.get(world.orders().place(world.call, world.request(no))));
    }
    std::vector<api::TimerRef> seen;
    for (const auto& row : world.get(world.workspace->timers().page(world.call, {})).value()) {
        seen.push_back({row.orderNo, row.kind, row.due});
    }
    QCOMPARE(seen.size(), std::size_t{3});
    std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.orderNo < b.orderNo; });
    DONE(world.get(world.workspace->timers().postponeBy(by("ann"), {{OrderNo("A1"), {}, {}}}, kHour)));
    DONE(world.get(world.workspace->timers().cancel(by("carol"), {{OrderNo("A2"), {}, {}}})));
    const auto outcomes = world.get(world.workspace->timers().postponeBy(by("bob"), seen, kHour));
    QVERIFY(outcomes && outcomes->size() == 3);
    const auto says = [&](std::size_t row, ErrorCode code, std::string_view what) {
        const auto& error = (*outcomes)[row].error;
        return error && error->code == code && error->message.find(what) != std::string::npos &&
                       error->message.find(kToday) != std::string::npos
                   ? QString()
                   : QString::fromStdString(error ? error->text() : "was accepted");
    };
    QCOMPARE(says(0, ErrorCode::Conflict, "the timer was changed meanwhile, by ann at "), QString());
    QCOMPARE(says(1, ErrorCode::WrongStatus, "the order has no open timer, by carol at "), QString());
    QVERIFY(!(*outcomes)[2].error);
    // Whoever names nothing that they have seen is told of nobody.
    const auto anything = world.get(world.workspace->timers().postponeBy(by("bob"), {{OrderNo("A2"), {}, {}}}, kHour));
    QVERIFY(anything && anything->front().error);
    QCOMPARE(anything->front().error->message, std::string("the order has no open timer"));
}

/// Who was quicker, also where the system has carried on what they did: it has found another courier.
void TestVersions::order() {
    DeskWorld world;
    DONE(world.couriers({"k", "other"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.buy("A1"));
    const auto seen = world.row("A1");
    const std::vector<api::OrderRef> refs{{seen.orderNo, seen.version}};
    // Empty: it is the conflict that is meant.
    const auto differs = [&](const auto& outcomes, std::int64_t version,
                             std::initializer_list<std::string_view> words) {
        if (!outcomes || outcomes->size() != 1 || !outcomes->front().error) {
            return QStringLiteral("was accepted");
        }
        const auto& error = *outcomes->front().error;
        return tells(error, version, words) ? QString() : QString::fromStdString(error.text());
    };
    const auto moved = world.get(world.dispatch().reassign(by("ann"), refs, {}));
    QVERIFY(moved && !moved->front().error);
    auto now = world.row("A1");
    QVERIFY(now.version > seen.version + 1 && !now.courier.empty() && now.courier != seen.courier);
    // A note changes nothing, whoever writes it.
    DONE(world.get(world.orders().note(by("carol"), {{seen.orderNo, 0}}, "rings twice")));
    QCOMPARE(differs(world.get(world.dispatch().reassign(by("bob"), refs, {})), now.version,
                     {"the order was changed meanwhile, by ann at ", kToday, "(reassign_requested)"}),
             QString());
    QCOMPARE(differs(world.get(world.dispatch().handOver(by("bob"), seen.courier, {}, refs)), now.version,
                     {"the order was changed meanwhile, by ann at ", "(reassign_requested)"}),
             QString());
    QCOMPARE(differs(world.get(world.orders().cancel(by("bob"), refs)), now.version,
                     {"the order was changed meanwhile, by ann at ", "(reassign_requested)"}),
             QString());
    // Ann's change is not what came between for whoever has seen it; the system was.
    const std::vector<api::OrderRef> later{{seen.orderNo, now.version - 1}};
    QCOMPARE(differs(world.get(world.dispatch().reassign(by("bob"), later, {})), now.version,
                     {"the order was changed meanwhile, by system at "}),
             QString());
    DONE(world.get(world.orders().cancel(by("carol"), {{seen.orderNo, now.version}})));
    QCOMPARE(differs(world.get(world.orders().cancel(by("bob"), {{seen.orderNo, now.version}})),
                     world.row("A1").version, {"the order was changed meanwhile, by carol at ", "(closed)"}),
             QString());
}

void TestVersions::returnAndItsRefund() {
    DeskWorld world;
    DONE(world.couriers({"k"}));
    DONE(world.product("tea", 100));
    auto order = DeskWorld::request("A1");
    order.lines.front().quantity = 2;  // what is left keeps the order open
    DONE(world.get(world.orders().place(world.call, order)));
    DONE(world.get(world.orders().pay(world.call, {PaymentNo("P1"), OrderNo("A1"), Money{200}})));
    auto& returns = world.workspace->returns();
    auto& refunds = world.workspace->refunds();
    api::RequestReturn request;
    request.number = ReturnNo("R1");
    request.orderNo = OrderNo("A1");
    request.lines = {{Sku("tea"), 1}};
    const auto made = world.get(returns.request(by("eve"), request));
    DONE(made);
    const auto rowOf = [&] { return world.get(returns.rows(world.call, {made->id})).value().front(); };
    const api::ReturnRef seen{made->id, rowOf().version};
    DONE(world.get(returns.approve(by("ann"), seen, {})));
    DONE(world.get(returns.note(by("carol"), {made->id, 0}, "was friendly")));
    for (auto& answer :
         {world.get(returns.approve(by("bob"), seen, {})), world.get(returns.skipGoods(by("bob"), seen))}) {
        CONFLICT(answer, rowOf().version, "the return was changed meanwhile, by ann at ", kToday, "(");
    }
    const auto refund = world.get(refunds.ofOrder(world.call, OrderNo("A1"))).value().front();
    const api::RefundRef owed{refund.id, refund.version};
    DONE(world.get(refunds.assign(by("ann"), {owed}, "ann")));
    DONE(world.get(refunds.note(by("carol"), {refund.id, 0}, "by Friday")));
    const auto late = world.get(refunds.assign(by("bob"), {owed}, "bob"));
    QVERIFY(late && late->size() == 1 && late->front().error);
    QVERIFY2(tells(*late->front().error, refund.version + 1,
                   {"the refund was changed meanwhile, by ann at ", kToday, "(assigned)"}),
             late->front().error->text().c_str());
}

/// Who signs in changes nothing, though the log has it about the same person and later.
void TestVersions::person() {
    DeskWorld world;
    auto& desk = world.workspace->accounts();
    const auto get = [&](auto answer) {
        (void)QTest::qWaitFor([&] {
            world.workspace->runUntilIdle();
            return answer.isFinished();
        });
        return answer.result();
    };
    const Secret password("a long password");
    const auto made = get(desk.create(by("eve"), {"ann", "Ann", {api::Role::Administrator}}, password));
    DONE(made);
    DONE(get(desk.rename(by("carol"), {made->id, made->version}, "Ann B")));
    DONE(get(desk.signIn({"ann", password, api::Via::Console})));
    const auto now = get(desk.people(world.call)).value().front();
    CONFLICT(get(desk.rename(by("bob"), {made->id, made->version}, "Ann C")), now.version, "person ann", "by carol",
             "(accounts.edit)");
    QCOMPARE(get(desk.people(world.call)).value().front().name, std::string("Ann B"));
}

}  // namespace test_versions

QTEST_GUILESS_MAIN(test_versions::TestVersions)
#include "test_versions.moc"
