// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns by tables: each state with each action and each field of an edit, settings at their bounds, the figures of
// the board from amounts that are known, every filter of draws, and what is written of each action.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <set>
#include <utility>

#include "engine/store/records/campaign_store.h"
#include "tests/unit/timers/timer_world.h"

namespace test_campaign_tables {

using namespace evenhand;
using namespace evenhand::test;

namespace {

using Refusal = api::DrawRefusal;
using State = api::CampaignState;

std::string uuid(int number) {
    auto digits = std::to_string(number);
    return "00000000-0000-4000-8000-" + std::string(12 - digits.size(), '0') + digits;
}

class TableWorld : public TimerWorld {
public:
    api::CampaignDesk& desk() { return workspace->campaigns(); }
    api::CampaignSettings settings(std::int64_t budget = 20'000, std::int64_t places = 200) const {
        api::CampaignSettings made;
        made.name = "Lunch";
        made.shape = {Money{budget}, places, Money{1'000}, 3};
        made.countLimit = 20;
        made.amountLimit = Money{5'000};
        made.begin = clock.now();
        made.end = clock.now().plusMs(kHour);
        made.seed = 3;
        return made;
    }
    Result<api::CampaignRow> create(const char* id, const api::CampaignSettings& made) {
        return get(desk().create(call, CampaignId(id), made));
    }
    bool start(const char* id, const api::CampaignSettings& made) {
        const auto created = create(id, made);
        const auto started = get(desk().start(call, CampaignId(id)));
        return created && started && row(id).state == State::Running;
    }
    bool bring(const char* id, const api::CampaignSettings& made, State state) {
        bool done = state == State::Draft ? create(id, made).has_value() : start(id, made);
        if (state == State::Paused) {
            done = done && get(desk().pause(call, CampaignId(id)));
        } else if (state == State::Ended) {
            done = done && get(desk().stop(call, CampaignId(id)));
        }
        return done && row(id).state == state;
    }
    api::CampaignRow row(const char* id) {
        const auto found = get(desk().campaign(call, CampaignId(id)));
        return found ? *found : api::CampaignRow{};
    }
    api::CampaignBoard board(const char* id) {
        const auto found = get(desk().board(call, CampaignId(id)));
        return found ? *found : api::CampaignBoard{};
    }
    Result<api::DrawAnswer> draw(const char* campaign, const std::string& user,
                                 std::optional<std::int64_t> payable = {}, DrawId id = {}) {
        api::DrawRequest request{CampaignId(campaign), std::move(id), UserId(user), std::nullopt};
        if (payable) {
            request.payable = Money{*payable};
        }
        return get(desk().draw(call, request));
    }
};

template <typename T>
std::optional<Error> errorOf(const Result<T>& done) {
    return done ? std::nullopt : std::optional(done.error());
}

using Change = std::function<void(api::CampaignSettings&)>;

}  // namespace

class TestCampaignTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachActionInEachState_data();
    void eachActionInEachState();
    void eachFieldInEachState_data();
    void eachFieldInEachState();
    void limitsOnlyRise();
    void settingsAtTheirBounds_data();
    void settingsAtTheirBounds();
    void startingTooLate();
    void theEndComesInEachState_data();
    void theEndComesInEachState();
    void idsOfCampaigns();
    void copies();
    void whatIsMadeIsTold();
    void refusalsWithoutARecord();
    void whatIsDrawnOnTheBoard();
    void whatHasEndedBurnsDownNoFurther();
    void aLongBurnDown();
    void rateOfTheLastTenMinutes();
    void filtersOfDraws();
    void givingBack();
    void manyRunOutAtOnce();
};

void TestCampaignTables::eachActionInEachState_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("action");
    QTest::addColumn<bool>("may");
    struct Row {
        const char* action;
        std::array<bool, 4> of;  ///< draft, running, paused, ended
    };
    const std::array states{State::Draft, State::Running, State::Paused, State::Ended};
    for (const auto& row : {Row{"start", {true, false, false, false}}, Row{"pause", {false, true, false, false}},
                            Row{"resume", {false, false, true, false}}, Row{"stop", {false, true, true, false}},
                            Row{"remove", {true, false, false, false}}, Row{"edit", {true, true, true, true}}}) {
        for (std::size_t i = 0; i < states.size(); ++i) {
            QTest::addRow("%s, %s", std::string(api::toText(states[i])).c_str(), row.action)
                << static_cast<int>(states[i]) << QString::fromLatin1(row.action) << row.of[i];
        }
    }
}
void TestCampaignTables::eachActionInEachState() {
    QFETCH(int, state);
    QFETCH(QString, action);
    QFETCH(bool, may);
    TableWorld world;
    QVERIFY(world.bring("lunch", world.settings(), static_cast<State>(state)));
    world.clock.advanceMs(kSecond);
    const auto before = world.row("lunch");
    int told = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            told += event.kind == api::Event::Kind::CampaignChanged && event.campaign == CampaignId("lunch") ? 1 : 0;
        }
    });
    auto edited = before.settings;
    edited.name = "Another lunch";
    auto& desk = world.desk();
    const auto& call = world.call;
    const auto act = [&](const CampaignId& id) {
        return action == QStringLiteral("start")    ? errorOf(world.get(desk.start(call, id)))
               : action == QStringLiteral("pause")  ? errorOf(world.get(desk.pause(call, id)))
               : action == QStringLiteral("resume") ? errorOf(world.get(desk.resume(call, id)))
               : action == QStringLiteral("stop")   ? errorOf(world.get(desk.stop(call, id)))
               : action == QStringLiteral("remove") ? errorOf(world.get(desk.remove(call, id)))
                                                    : errorOf(world.get(desk.edit(call, id, edited, 0)));
    };
    const auto nowhere = act(CampaignId("nowhere"));
    QVERIFY(nowhere);
    QCOMPARE(nowhere->code, ErrorCode::NotFound);
    QCOMPARE(nowhere->field, std::string("campaign"));
    const auto error = act(CampaignId("lunch"));
    if (!may) {
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::WrongStatus);
        QCOMPARE(error->field, std::string("state"));
        QCOMPARE(error->value, std::string(api::toText(before.state)));
        QCOMPARE(world.row("lunch").version, before.version);
        QVERIFY(world.row("lunch").state == before.state);
        QCOMPARE(told, 0);
        HOLDS(world);
        return;
    }
    QVERIFY2(!error, error ? error->text().c_str() : "");
    QVERIFY(told > 0);
    const auto audited = world.lastAudit("campaigns." + action.toStdString());
    QCOMPARE(audited.subject, std::string("campaign lunch"));
    QCOMPARE(audited.reason, std::string("because"));
    if (action == QStringLiteral("remove")) {
        QVERIFY(world.get(desk.campaigns(call))->empty());
        return;
    }
    const auto after = world.row("lunch");
    // Started, it is built, and then it runs.
    QCOMPARE(after.version, before.version + (action == QStringLiteral("start") ? 2 : 1));
    QVERIFY(after.state == (action == QStringLiteral("start")    ? State::Running
                            : action == QStringLiteral("resume") ? State::Running
                            : action == QStringLiteral("pause")  ? State::Paused
                            : action == QStringLiteral("stop")   ? State::Ended
                                                                 : before.state));
    if (action == QStringLiteral("start")) {
        QVERIFY(after.startedAt && *after.startedAt == world.clock.now());
        QCOMPARE(after.built, 200);
    } else if (action == QStringLiteral("stop")) {
        QVERIFY(after.endedAt && *after.endedAt == world.clock.now());
        QCOMPARE(after.ended, std::optional(api::CampaignEnd::Stopped));
        QCOMPARE(world.board("lunch").unspent, 20'000);
    } else if (action == QStringLiteral("edit")) {
        QCOMPARE(after.settings, edited);
    }
    HOLDS(world);
}

void TestCampaignTables::eachFieldInEachState_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("begun");
    QTest::addColumn<QString>("may");
    const auto all = QStringLiteral(
        "name budget places max_discount queues count_limit amount_limit begin end seed cap_at_max validity_ms "
        "recovery_ms");
    const auto begun = QStringLiteral("name count_limit amount_limit end validity_ms recovery_ms");
    QTest::newRow("draft") << static_cast<int>(State::Draft) << true << all;
    QTest::newRow("running, to begin") << static_cast<int>(State::Running) << false << begun + QStringLiteral(" begin");
    QTest::newRow("running") << static_cast<int>(State::Running) << true << begun;
    QTest::newRow("paused") << static_cast<int>(State::Paused) << true << begun;
    QTest::newRow("ended") << static_cast<int>(State::Ended) << true << QStringLiteral("name");
}
void TestCampaignTables::eachFieldInEachState() {
    QFETCH(int, state);
    QFETCH(bool, begun);
    QFETCH(QString, may);
    TableWorld world;
    auto made = world.settings();
    if (!begun) {
        made.begin = world.clock.now().plusMs(kHour);
        made.end = world.clock.now().plusMs(2 * kHour);
    }
    QVERIFY(world.bring("lunch", made, static_cast<State>(state)));
    const std::pair<const char*, Change> changes[] = {
        {"name", [](auto& s) { s.name = "Another"; }},
        {"budget", [](auto& s) { s.shape.budget = Money{30'000}; }},
        {"places", [](auto& s) { s.shape.places = 100; }},
        {"max_discount", [](auto& s) { s.shape.maxDiscount = Money{900}; }},
        {"queues", [](auto& s) { s.shape.queues = 4; }},
        {"count_limit", [](auto& s) { s.countLimit += 1; }},
        {"amount_limit", [](auto& s) { s.amountLimit.minor += 1; }},
        {"begin", [](auto& s) { s.begin = s.begin.plusMs(1); }},
        {"end", [](auto& s) { s.end = s.end.plusMs(1); }},
        {"seed", [](auto& s) { s.seed = 4; }},
        {"cap_at_max", [](auto& s) { s.capAtMax = false; }},
        {"validity_ms", [](auto& s) { s.validityMs += 1; }},
        {"recovery_ms", [](auto& s) { s.recoveryMs += 1; }}};
    const auto allowed = may.split(QLatin1Char(' '));
    for (const auto& [field, change] : changes) {
        const auto before = world.row("lunch");
        auto edited = before.settings;
        change(edited);
        const auto done = world.get(world.desk().edit(world.call, CampaignId("lunch"), edited, before.version));
        if (allowed.contains(QString::fromLatin1(field))) {
            QVERIFY2(done, done ? "" : done.error().text().c_str());
            QCOMPARE(world.row("lunch").settings, edited);
            QCOMPARE(world.row("lunch").version, before.version + 1);
        } else {
            REFUSED_FIELD(done, ErrorCode::WrongStatus, field);
            QCOMPARE(world.row("lunch").settings, before.settings);
            QCOMPARE(world.row("lunch").version, before.version);
        }
    }
    const auto version = world.row("lunch").version;
    for (const auto other : {version - 1, version + 1}) {
        REFUSED_FIELD(world.get(world.desk().edit(world.call, CampaignId("lunch"), made, other)), ErrorCode::Conflict,
                      "version");
    }
    HOLDS(world);
}

void TestCampaignTables::limitsOnlyRise() {
    TableWorld world;
    QVERIFY(world.start("lunch", world.settings()));
    const auto edit = [&](const Change& change) {
        auto edited = world.row("lunch").settings;
        change(edited);
        return world.get(world.desk().edit(world.call, CampaignId("lunch"), edited, 0));
    };
    REFUSED_FIELD(edit([](auto& s) { s.countLimit -= 1; }), ErrorCode::WrongStatus, "count_limit");
    REFUSED_FIELD(edit([](auto& s) { s.amountLimit.minor -= 1; }), ErrorCode::WrongStatus, "amount_limit");
    DONE(edit([](auto&) {}));
    DONE(edit([](auto& s) { s.countLimit += 1; }));
    DONE(edit([](auto& s) { s.amountLimit.minor += 1; }));
    // The end may come nearer, as long as it is to come.
    world.clock.advanceMs(kMinute);
    const auto now = world.clock.now();
    REFUSED_FIELD(edit([&](auto& s) { s.end = now; }), ErrorCode::InvalidArgument, "end");
    DONE(edit([&](auto& s) { s.end = now.plusMs(1); }));
    world.pass(1);
    QCOMPARE(world.row("lunch").state, State::Ended);
    QCOMPARE(world.row("lunch").ended, std::optional(api::CampaignEnd::Time));
    QVERIFY(world.row("lunch").endedAt && *world.row("lunch").endedAt == now.plusMs(1));
}

void TestCampaignTables::settingsAtTheirBounds_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("may");
    const auto row = [](const char* name, const char* field, Change change, bool may) {
        QTest::newRow(name) << QString::fromLatin1(field) << std::move(change) << may;
    };
    row(
        "name of 200", "name", [](auto& s) { s.name = std::string(200, 'x'); }, true);
    row(
        "name of 201", "name", [](auto& s) { s.name = std::string(201, 'x'); }, false);
    row(
        "no name", "name", [](auto& s) { s.name.clear(); }, false);
    row(
        "as many places as units", "places", [](auto& s) { s.shape.places = 20'000; }, true);
    row(
        "a place more", "places", [](auto& s) { s.shape.places = 20'001; }, false);
    row(
        "all that the places can give", "budget", [](auto& s) { s.shape.budget = Money{200'000}; }, true);
    row(
        "a unit more", "budget", [](auto& s) { s.shape.budget = Money{200'001}; }, false);
    row(
        "10,000 queues", "queues", [](auto& s) { s.shape.queues = 10'000; }, true);
    row(
        "10,001 queues", "queues", [](auto& s) { s.shape.queues = 10'001; }, false);
    row(
        "count 1", "count_limit", [](auto& s) { s.countLimit = 1; }, true);
    row(
        "count 9,000", "count_limit", [](auto& s) { s.countLimit = 9'000; }, true);
    row(
        "amount 1", "amount_limit", [](auto& s) { s.amountLimit = Money{1}; }, true);
    row(
        "largest amount", "amount_limit", [](auto& s) { s.amountLimit = Money{999'999'999'999}; }, true);
    row(
        "begins at the beginning of time", "begin", [](auto& s) { s.begin = Instant{0}; }, true);
    row(
        "and before", "begin", [](auto& s) { s.begin = Instant{-1}; }, false);
    row(
        "a moment", "end", [](auto& s) { s.end = s.begin.plusMs(1); }, true);
    row(
        "no time", "end", [](auto& s) { s.end = s.begin; }, false);
    row(
        "seed 0", "seed", [](auto& s) { s.seed = 0; }, true);
    row(
        "largest seed", "seed", [](auto& s) { s.seed = INT64_MAX; }, true);
    row(
        "no seed", "seed", [](auto& s) { s.seed.reset(); }, true);
    row(
        "shortest validity", "validity_ms", [](auto& s) { s.validityMs = 1'000; }, true);
    row(
        "shorter", "validity_ms", [](auto& s) { s.validityMs = 999; }, false);
    row(
        "longest validity", "validity_ms", [](auto& s) { s.validityMs = api::kMaxDrawValidityMs; }, true);
    row(
        "longer", "validity_ms", [](auto& s) { s.validityMs = api::kMaxDrawValidityMs + 1; }, false);
    row(
        "shortest recovery", "recovery_ms", [](auto& s) { s.recoveryMs = 100; }, true);
    row(
        "shorter recovery", "recovery_ms", [](auto& s) { s.recoveryMs = 99; }, false);
    row(
        "longest recovery", "recovery_ms", [](auto& s) { s.recoveryMs = kHour; }, true);
    row(
        "longer recovery", "recovery_ms", [](auto& s) { s.recoveryMs = kHour + 1; }, false);
}
void TestCampaignTables::settingsAtTheirBounds() {
    QFETCH(QString, field);
    QFETCH(Change, change);
    QFETCH(bool, may);
    TableWorld world;
    auto made = world.settings();
    change(made);
    const auto created = world.create("lunch", made);
    if (!may) {
        REFUSED_FIELD(created, ErrorCode::InvalidArgument, field.toStdString());
        return;
    }
    DONE(created);
    QCOMPARE(created->settings, made);
    QCOMPARE(world.get(world.desk().campaigns(world.call))->front().settings, made);
    // As an edit of another draft.
    DONE(world.create("other", world.settings()));
    const auto edited = world.get(world.desk().edit(world.call, CampaignId("other"), made, 0));
    DONE(edited);
    QCOMPARE(edited->settings, made);
}

void TestCampaignTables::startingTooLate() {
    TableWorld world;
    auto made = world.settings();
    made.seed.reset();
    DONE(world.create("late", made));
    DONE(world.create("just", made));
    world.clock.set(made.end.plusMs(-1));
    const auto started = world.get(world.desk().start(world.call, CampaignId("just")));
    DONE(started);
    QVERIFY(started->settings.seed && *started->settings.seed >= 0);  // so that it can be built again
    QCOMPARE(world.row("just").settings.seed, started->settings.seed);
    world.clock.set(made.end);
    REFUSED_FIELD(world.get(world.desk().start(world.call, CampaignId("late"))), ErrorCode::InvalidArgument, "end");
    QCOMPARE(world.row("late").state, State::Draft);
}

void TestCampaignTables::theEndComesInEachState_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("restarted");
    for (const auto state : {State::Draft, State::Running, State::Paused, State::Ended}) {
        for (const bool restarted : {false, true}) {
            QTest::addRow("%s%s", std::string(api::toText(state)).c_str(), restarted ? ", restarted" : "")
                << static_cast<int>(state) << restarted;
        }
    }
}
/// What has been started ends at its end, whether or not somebody paused it; nothing else does.
void TestCampaignTables::theEndComesInEachState() {
    QFETCH(int, state);
    QFETCH(bool, restarted);
    const bool open = state == static_cast<int>(State::Running) || state == static_cast<int>(State::Paused);
    TableWorld world;
    QVERIFY(world.bring("lunch", world.settings(), static_cast<State>(state)));
    const auto end = world.row("lunch").settings.end;
    world.pass(end.ms - world.clock.now().ms - 1);
    if (restarted) {
        world.reopen();
    }
    const auto before = world.row("lunch");
    QVERIFY(before.state == static_cast<State>(state));
    world.pass(1);
    const auto after = world.row("lunch");
    if (open) {
        QVERIFY(after.state == State::Ended);
        QCOMPARE(after.ended, std::optional(api::CampaignEnd::Time));
        QCOMPARE(after.endedAt, std::optional(end));
        QCOMPARE(world.board("lunch").unspent, 20'000);
        QCOMPARE(world.draw("lunch", "late")->refusal, std::optional(Refusal::Ended));
    } else {
        QVERIFY(after.state == before.state);
        QCOMPARE(after.version, before.version);
        QCOMPARE(after.endedAt, before.endedAt);
    }
    HOLDS(world);
}

void TestCampaignTables::idsOfCampaigns() {
    TableWorld world;
    DONE(world.create("lunch", world.settings()));
    REFUSED_FIELD(world.create("lunch", world.settings()), ErrorCode::AlreadyExists, "campaign");
    REFUSED_FIELD(world.create(std::string(65, 'x').c_str(), world.settings()), ErrorCode::InvalidArgument, "campaign");
    DONE(world.create(std::string(64, 'x').c_str(), world.settings()));
    const auto made = world.create("", world.settings());
    DONE(made);
    QCOMPARE(made->id.str().size(), std::size_t{9});
    QVERIFY(made->id.str().starts_with("C"));
    // The newest first.
    const auto rows = world.get(world.desk().campaigns(world.call));
    QCOMPARE(rows->size(), std::size_t{3});
    QCOMPARE(rows->front().id, made->id);
    QCOMPARE(rows->back().id.str(), std::string("lunch"));
}

/// Pages that are open learn of each campaign that is made, and of nothing where none is.
void TestCampaignTables::whatIsMadeIsTold() {
    TableWorld world;
    std::set<std::string> told;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            if (event.kind == api::Event::Kind::CampaignChanged) {
                told.insert(event.campaign.str());
            }
        }
    });
    using Told = std::set<std::string>;
    const auto since = [&] { return std::exchange(told, {}); };
    DONE(world.create("lunch", world.settings()));
    QVERIFY(since() == Told{"lunch"});
    const auto named = world.create("", world.settings());
    DONE(named);
    QVERIFY(since() == Told{named->id.str()});
    DONE(world.get(world.desk().copy(world.call, CampaignId("lunch"), CampaignId("again"))));
    QVERIFY(since() == Told{"again"});
    const auto copied = world.get(world.desk().copy(world.call, CampaignId("lunch"), CampaignId()));
    DONE(copied);
    QVERIFY(since() == Told{copied->id.str()});
    REFUSED_FIELD(world.create("lunch", world.settings()), ErrorCode::AlreadyExists, "campaign");
    REFUSED_FIELD(world.get(world.desk().copy(world.call, CampaignId("none"), CampaignId("third"))),
                  ErrorCode::NotFound, "campaign");
    QVERIFY(since().empty());
}

void TestCampaignTables::copies() {
    for (const auto state : {State::Draft, State::Running, State::Paused, State::Ended}) {
        TableWorld world;
        auto made = world.settings();
        made.capAtMax = false;
        made.validityMs = 60'000;
        QVERIFY(world.bring("lunch", made, state));
        world.clock.advanceMs(kMinute);
        const auto before = world.row("lunch");
        const auto copy = world.get(world.desk().copy(world.call, CampaignId("lunch"), CampaignId("again")));
        DONE(copy);
        auto wanted = made;
        wanted.begin = world.clock.now();
        wanted.end = world.clock.now().plusMs(kHour);
        wanted.seed.reset();
        QCOMPARE(copy->settings, wanted);
        QCOMPARE(copy->state, State::Draft);
        QVERIFY(!copy->startedAt && !copy->endedAt && !copy->ended);
        QCOMPARE(world.row("lunch").version, before.version);
        const auto audited = world.lastAudit("campaigns.copy");
        QCOMPARE(audited.subject, std::string("campaign again"));
        QCOMPARE(audited.detail, std::string("copy of lunch"));
        REFUSED_FIELD(world.get(world.desk().copy(world.call, CampaignId("lunch"), CampaignId("again"))),
                      ErrorCode::AlreadyExists, "campaign");
        REFUSED_FIELD(world.get(world.desk().copy(world.call, CampaignId("none"), CampaignId("third"))),
                      ErrorCode::NotFound, "campaign");
    }
}

void TestCampaignTables::refusalsWithoutARecord() {
    TableWorld world;
    auto made = world.settings();
    made.begin = world.clock.now().plusMs(kMinute);
    DONE(world.create("lunch", made));
    QCOMPARE(world.draw("lunch", "ann")->refusal, std::optional(Refusal::NotStarted));  // a draft
    DONE(world.get(world.desk().start(world.call, CampaignId("lunch"))));
    world.pass(kMinute - 1);
    QCOMPARE(world.draw("lunch", "ann")->refusal, std::optional(Refusal::NotStarted));
    world.pass(1);
    QVERIFY(!world.draw("lunch", "ann")->refusal);
    DONE(world.get(world.desk().pause(world.call, CampaignId("lunch"))));
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(world.draw("lunch", "ann")->refusal, std::optional(Refusal::Paused));
    }
    DONE(world.get(world.desk().stop(world.call, CampaignId("lunch"))));
    QCOMPARE(world.draw("lunch", "ann")->refusal, std::optional(Refusal::Ended));
    std::map<Refusal, std::int64_t> counts;
    for (const auto& entry : world.board("lunch").refusals) {
        counts[entry.reason] += entry.draws;
    }
    QCOMPARE(counts.size(), std::size_t{3});
    QCOMPARE(counts[Refusal::NotStarted], 2);
    QCOMPARE(counts[Refusal::Paused], 3);
    QCOMPARE(counts[Refusal::Ended], 1);
    QCOMPARE(world.board("lunch").drawsRefused, 0);
    QCOMPARE(*world.get(world.desk().countDraws(world.call, {})), 1);
}

/// Every amount is 1,000, so that each draws exactly what the order may take.
void TestCampaignTables::whatIsDrawnOnTheBoard() {
    TableWorld world;
    auto made = world.settings(100'000, 100);
    QVERIFY(world.start("lunch", made));
    const std::pair<const char*, std::int64_t> draws[] = {{"a", 100}, {"b", 101}, {"c", 1},   {"d", 200},
                                                          {"e", 201}, {"f", 900}, {"g", 901}, {"h", 1'000},
                                                          {"i", 999}, {"j", 500}, {"k", 500}, {"l", 2}};
    DrawId ofH;
    for (const auto& [user, payable] : draws) {
        const auto drawn = world.draw("lunch", user, payable);
        DONE(drawn);
        QVERIFY(!drawn->refusal);
        QCOMPARE(drawn->amount.minor, payable);
        ofH = *user == 'h' ? drawn->id : ofH;
    }
    QCOMPARE(world.draw("lunch", "a", 50)->amount.minor, 50);
    QCOMPARE(world.draw("lunch", "m", 0)->refusal, std::optional(Refusal::NothingPayable));
    auto board = world.board("lunch");
    QCOMPARE(board.distribution, (std::vector<std::int64_t>{4, 2, 1, 0, 2, 0, 0, 0, 1, 3}));
    QCOMPARE(board.granted, 5'455);
    QCOMPARE(board.givenBack, 0);
    QCOMPARE(board.drawsGranted, 13);
    QCOMPARE(board.drawsRefused, 1);
    QCOMPARE(board.drawsOpen, 13);
    QCOMPARE(board.users, 12);
    QCOMPARE(board.placesLeft, 87);
    const auto top = [&] {
        std::string text;
        for (const auto& user : board.topUsers) {
            text += user.user.str() + std::to_string(user.count) + ":" + std::to_string(user.amount) + " ";
        }
        return text;
    };
    QCOMPARE(top(), std::string("h1:1000 i1:999 g1:901 f1:900 j1:500 k1:500 e1:201 d1:200 a2:150 b1:101 "));
    DONE(world.get(world.desk().giveBack(world.call, ofH)));
    board = world.board("lunch");
    QCOMPARE(top(), std::string("i1:999 g1:901 f1:900 j1:500 k1:500 e1:201 d1:200 a2:150 b1:101 l1:2 "));
    QCOMPARE(board.givenBack, 1'000);
    QCOMPARE(board.granted, 5'455);
    QCOMPARE(board.drawsOpen, 12);
    QCOMPARE(board.distribution.back(), 3);  // it was drawn all the same
    std::int64_t places = 0, amount = 0, compensation = 0;
    for (const auto& queue : board.queues) {
        places += queue.places;
        amount += queue.amount;
        compensation += queue.compensation;
    }
    QCOMPARE(places, board.placesLeft);
    QCOMPARE(amount, board.queued);
    QCOMPARE(compensation, board.compensation);
    QCOMPARE(board.queued, 87'000);
    HOLDS(world);
}

void TestCampaignTables::whatHasEndedBurnsDownNoFurther() {
    TableWorld world;
    QVERIFY(world.start("lunch", world.settings(1'000'000, 1'000)));
    for (int i = 0; i < 4; ++i) {
        QVERIFY(!world.draw("lunch", "ann")->refusal);
        world.pass(kMinute);
    }
    DONE(world.get(world.desk().stop(world.call, CampaignId("lunch"))));
    const auto ended = world.board("lunch");
    world.pass(5 * kMinute);
    const auto later = world.board("lunch");
    QVERIFY(later.row.endedAt && *later.row.endedAt < world.clock.now());
    QCOMPARE(later.burnDown.back().at, *later.row.endedAt);
    QCOMPARE(later.burnDown.back().left, ended.burnDown.back().left);
}

/// Of many points some are shown: the first, the last, and each only once.
void TestCampaignTables::aLongBurnDown() {
    TableWorld world;
    auto made = world.settings();
    made.end = world.clock.now().plusMs(kDay);
    QVERIFY(world.start("long", made));
    const auto begun = world.clock.now();
    constexpr std::int64_t kPoints = 1'234;
    DONE(world.get(
        world.workspace->core().engine().ask<void>(world.call, [&](runtime::UnitOfWork& work) -> Result<void> {
            EVENHAND_ASSIGN(const auto campaign, store::campaigns::find(work.database(), CampaignId("long")));
            for (std::int64_t i = 1; i <= kPoints; ++i) {
                EVENHAND_TRY(store::campaigns::addPoint(work.database(), campaign->no,
                                                        {begun.plusMs(i * kSecond), 20'000 - i, 200}));
            }
            return {};
        })));
    world.clock.set(begun.plusMs((kPoints + 1) * kSecond));
    const auto burnDown = world.board("long").burnDown;
    QCOMPARE(burnDown.size(), std::size_t{1'001});  // and the present one
    QVERIFY(burnDown.front().at <= begun.plusMs(kSecond));
    const auto& newest = burnDown.at(999);
    QCOMPARE(newest.at, begun.plusMs(kPoints * kSecond));
    QCOMPARE(newest.left, 20'000 - kPoints);
    QVERIFY(std::adjacent_find(burnDown.begin(), burnDown.end(),
                               [](const auto& a, const auto& b) { return a.at >= b.at; }) == burnDown.end());
}

void TestCampaignTables::rateOfTheLastTenMinutes() {
    TableWorld world;
    auto made = world.settings(1'000'000, 1'000);
    made.countLimit = 9'000;
    made.amountLimit = Money{999'999'999};
    QVERIFY(world.start("lunch", made));
    QVERIFY(!world.board("lunch").perMinute);  // nothing was drawn yet
    for (int i = 0; i < 40; ++i) {
        for (int draws = i < 20 ? 1 : i < 38 ? 3 : 9; draws > 0; --draws) {
            QVERIFY(!world.draw("lunch", "ann")->refusal);
        }
        world.pass(kMinute / 2);
    }
    const auto board = world.board("lunch");
    const auto& last = board.burnDown.back();
    QCOMPARE(last.at, world.clock.now());
    const auto first = std::find_if(board.burnDown.begin(), board.burnDown.end(),
                                    [&](const auto& point) { return last.at.ms - point.at.ms <= 10 * kMinute; });
    QVERIFY(first != board.burnDown.begin());          // some are older
    QVERIFY(last.at.ms - first->at.ms > 9 * kMinute);  // and many are not
    const auto tookMs = static_cast<double>(last.at.ms - first->at.ms);
    const auto spent = static_cast<double>(first->left - last.left);
    QVERIFY(board.perMinute);
    QCOMPARE(*board.perMinute, spent * 60'000.0 / tookMs);
    QVERIFY(board.projectedEnd);
    const auto leftMs = static_cast<double>(last.left) * tookMs / spent;
    QVERIFY(std::abs(static_cast<double>(board.projectedEnd->ms - last.at.ms) - leftMs) <= 1);
    DONE(world.get(world.desk().pause(world.call, CampaignId("lunch"))));
    QVERIFY(!world.board("lunch").projectedEnd);
    QVERIFY(world.board("lunch").perMinute);
}

void TestCampaignTables::filtersOfDraws() {
    TableWorld world;
    auto made = world.settings();
    made.countLimit = 2;
    QVERIFY(world.start("lunch", made));
    QVERIFY(world.start("dinner", made));
    int number = 0;
    for (const char* campaign : {"lunch", "dinner"}) {
        for (const char* user : {"ann", "bob"}) {
            for (int i = 0; i < (*user == 'a' ? 3 : 1); ++i) {
                world.clock.advanceMs(kSecond);
                DONE(world.draw(campaign, user, {}, DrawId(uuid(++number))));
            }
        }
    }
    DONE(world.get(world.desk().giveBack(world.call, DrawId(uuid(1)))));
    auto order = TableWorld::request("1");
    order.user = UserId("ann");
    order.lines = {{Sku("tea"), 30, Money{100}}};
    order.draw = api::OrderDraw{CampaignId("lunch"), DrawId(uuid(2))};
    const auto placed = world.get(world.orders().place(world.call, order));
    DONE(placed);
    QVERIFY(placed->draw && !placed->draw->validUntil);  // an order has it: it does not run out
    const auto page = [&](const api::DrawFilter& filter, bool descending = false, std::int64_t offset = 0,
                          std::int64_t limit = 100) {
        return world.get(world.desk().draws(world.call, {filter, descending, offset, limit})).value();
    };
    const auto all = page({});
    QCOMPARE(all.size(), std::size_t{8});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& row = all[i];
        QCOMPARE(row.id.str(), uuid(static_cast<int>(i) + 1));
        const bool refused = i == 2 || i == 6;
        QVERIFY(row.state == (refused ? api::DrawState::Refused : api::DrawState::Granted));
        QCOMPARE(row.refusal, refused ? std::optional(Refusal::CountLimit) : std::optional<Refusal>());
        QCOMPARE(row.amount.minor > 0, !refused);
        QCOMPARE(row.orderNo.str(), std::string(i == 1 ? "1" : ""));
        QCOMPARE(row.givenBackAt.has_value(), i == 0);
        QVERIFY(!row.givenBackAt || *row.givenBackAt == world.clock.now());
        QCOMPARE(row.validUntil.has_value(), !refused && i > 1);
        QVERIFY(!row.validUntil || row.validUntil->ms == row.at.ms + 30 * kMinute);
        QVERIFY(row.queue >= 0 && row.queue < 3);
    }
    std::vector<api::DrawFilter> filters;
    for (const char* campaign : {"", "lunch", "dinner", "none"}) {
        for (const char* user : {"", "ann", "bob", "cat"}) {
            for (const auto& states : {std::vector<api::DrawState>{},
                                       {api::DrawState::Granted},
                                       {api::DrawState::Refused},
                                       {api::DrawState::RolledBack},
                                       {api::DrawState::Granted, api::DrawState::Refused}}) {
                for (const auto& id : {std::string(), uuid(4), uuid(99)}) {
                    filters.push_back({CampaignId(campaign), UserId(user), states, DrawId(id)});
                }
            }
        }
    }
    for (const auto& filter : filters) {
        std::vector<std::string> wanted;
        for (const auto& row : all) {
            if ((filter.campaign.empty() || filter.campaign == row.campaign) &&
                (filter.user.empty() || filter.user == row.user) && (filter.id.empty() || filter.id == row.id) &&
                (filter.states.empty() ||
                 std::find(filter.states.begin(), filter.states.end(), row.state) != filter.states.end())) {
                wanted.push_back(row.id.str());
            }
        }
        const auto ids = [](const std::vector<api::DrawRow>& rows) {
            std::vector<std::string> found;
            for (const auto& row : rows) {
                found.push_back(row.id.str());
            }
            return found;
        };
        QCOMPARE(ids(page(filter)), wanted);
        QCOMPARE(world.get(world.desk().countDraws(world.call, filter)).value_or(-1),
                 static_cast<std::int64_t>(wanted.size()));
        std::reverse(wanted.begin(), wanted.end());
        QCOMPARE(ids(page(filter, true)), wanted);
        const auto size = static_cast<std::ptrdiff_t>(wanted.size());
        const std::vector<std::string> cut(wanted.begin() + std::min<std::ptrdiff_t>(1, size),
                                           wanted.begin() + std::min<std::ptrdiff_t>(3, size));
        QCOMPARE(ids(page(filter, true, 1, 2)), cut);
    }
    const auto path = world.folder.filePath(QStringLiteral("draws.csv"));
    api::DrawFilter refused{CampaignId("dinner"), {}, {api::DrawState::Refused}, {}};
    QCOMPARE(*world.get(world.desk().exportDraws(world.call, refused, path.toStdString(), {})), 1);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"));
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].endsWith(
        QStringLiteral("draw_id,campaign,user_id,state,reason,amount,at,order_no,valid_until,given_back_at")));
    QVERIFY(
        lines[1].startsWith(QString::fromStdString(uuid(7)) + QStringLiteral(",dinner,ann,refused,count_limit,0.00,")));
    QVERIFY(lines[1].endsWith(QStringLiteral(",,,")));
}

void TestCampaignTables::givingBack() {
    TableWorld world;
    auto made = world.settings();
    made.countLimit = 1;
    QVERIFY(world.start("lunch", made));
    const auto back = [&](const DrawId& id) { return world.get(world.desk().giveBack(world.call, id)); };
    REFUSED_FIELD(back(DrawId(uuid(9))), ErrorCode::NotFound, "draw_id");
    const auto drawn = world.draw("lunch", "ann", {}, DrawId(uuid(1)));
    DONE(drawn);
    QVERIFY(drawn->validUntil && drawn->validUntil->ms == world.clock.now().ms + 30 * kMinute);
    QVERIFY(world.draw("lunch", "ann", {}, DrawId(uuid(2)))->refusal);
    REFUSED_FIELD(back(DrawId(uuid(2))), ErrorCode::WrongStatus, "draw_id");
    auto order = TableWorld::request("1");
    order.user = UserId("bob");
    order.lines = {{Sku("tea"), 30, Money{100}}};
    order.draw = api::OrderDraw{CampaignId("lunch"), DrawId(uuid(3))};
    DONE(world.get(world.orders().place(world.call, order)));
    REFUSED_FIELD(back(DrawId(uuid(3))), ErrorCode::WrongStatus, "draw_id");
    const auto before = world.board("lunch");
    const auto done = back(DrawId(uuid(1)));
    DONE(done);
    QVERIFY(done->givenBack && !done->validUntil && !done->refusal);
    QCOMPARE(done->amount, drawn->amount);
    QCOMPARE(world.lastAudit("campaigns.give_back").subject, "draw " + uuid(1));
    const auto after = world.board("lunch");
    QCOMPARE(after.compensation, before.compensation + drawn->amount.minor);
    QCOMPARE(after.placesLeft, before.placesLeft);
    REFUSED_FIELD(back(DrawId(uuid(1))), ErrorCode::WrongStatus, "draw_id");
    // Its place in the count of the user stays used.
    QCOMPARE(world.draw("lunch", "ann")->refusal, std::optional(Refusal::CountLimit));
    HOLDS(world);
}

/// More than are given back in one go, and not one too early.
void TestCampaignTables::manyRunOutAtOnce() {
    TableWorld world;
    auto made = world.settings(200'000, 200);
    made.validityMs = 10 * kMinute;
    QVERIFY(world.start("lunch", made));
    for (int i = 0; i < 70; ++i) {
        QVERIFY(!world.draw("lunch", "user" + std::to_string(i))->refusal);
    }
    world.pass(1);
    QVERIFY(!world.draw("lunch", "later")->refusal);
    world.pass(10 * kMinute - 2);
    QCOMPARE(world.board("lunch").drawsOpen, 71);
    world.pass(1);
    QCOMPARE(world.board("lunch").drawsOpen, 1);
    QCOMPARE(world.board("lunch").givenBack, 70'000);
    world.pass(1);
    QCOMPARE(world.board("lunch").drawsOpen, 0);
    HOLDS(world);
}

}  // namespace test_campaign_tables

QTEST_GUILESS_MAIN(test_campaign_tables::TestCampaignTables)
#include "test_campaign_tables.moc"
