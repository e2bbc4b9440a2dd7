// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns through their desk on a workspace: life, building in slices, restarts, edits that are refused, the board,
// what falls due by time, permissions, exports, rehearsals.
#include <QtTest>

#include "app/workspace/campaign_rehearsal.h"
#include "app/workspace/verification.h"
#include "tests/unit/timers/timer_world.h"

namespace test_campaign_desk {

using namespace evenhand;
using namespace evenhand::test;

namespace {

using Refusal = api::DrawRefusal;
using State = api::CampaignState;

class World : public TimerWorld {
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
    bool start(const char* id, const api::CampaignSettings& made) {
        const auto created = get(desk().create(call, CampaignId(id), made));
        const auto started = get(desk().start(call, CampaignId(id)));
        return created && started && row(id).state == State::Running;
    }
    api::CampaignRow row(const char* id) {
        const auto found = get(desk().campaign(call, CampaignId(id)));
        return found ? *found : api::CampaignRow{};
    }
    api::CampaignBoard board(const char* id) {
        const auto found = get(desk().board(call, CampaignId(id)));
        return found ? *found : api::CampaignBoard{};
    }
    Result<api::DrawAnswer> draw(const char* campaign, const std::string& user, DrawId id = {}) {
        return get(desk().draw(call, {CampaignId(campaign), std::move(id), UserId(user), std::nullopt}));
    }
};

std::int64_t accounted(const api::CampaignBoard& board) {
    return board.granted - board.givenBack + board.queued + board.compensation + board.inFlight + board.unspent;
}

}  // namespace

class TestCampaignDesk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fromDraftToEnd() {
        World world;
        const auto made = world.settings();
        const auto created = world.get(world.desk().create(world.call, CampaignId("lunch"), made));
        QVERIFY(created);
        QCOMPARE(created->state, State::Draft);
        QCOMPARE(created->settings, made);
        QCOMPARE(world.draw("lunch", "ann")->refusal, Refusal::NotStarted);
        QVERIFY(world.get(world.desk().start(world.call, CampaignId("lunch"))));
        QCOMPARE(world.row("lunch").state, State::Running);
        QCOMPARE(world.row("lunch").built, 200);
        QCOMPARE(world.board("lunch").queued, 20'000);
        QVERIFY(!world.draw("lunch", "ann")->refusal);
        QVERIFY(world.get(world.desk().pause(world.call, CampaignId("lunch"))));
        QCOMPARE(world.draw("lunch", "ann")->refusal, Refusal::Paused);
        QVERIFY(world.get(world.desk().resume(world.call, CampaignId("lunch"))));
        QVERIFY(!world.draw("lunch", "ann")->refusal);
        HOLDS(world);
        QVERIFY(world.get(world.desk().stop(world.call, CampaignId("lunch"))));
        QCOMPARE(world.row("lunch").ended, api::CampaignEnd::Stopped);
        QCOMPARE(world.draw("lunch", "ann")->refusal, Refusal::Ended);
        const auto board = world.board("lunch");
        QCOMPARE(accounted(board), 20'000);
        QCOMPARE(board.queued, 0);
        QCOMPARE(board.drawsGranted, 2);
        HOLDS(world);
        // Each step only from where it may be made.
        QCOMPARE(world.get(world.desk().start(world.call, CampaignId("lunch"))).error().code, ErrorCode::WrongStatus);
        QCOMPARE(world.get(world.desk().resume(world.call, CampaignId("lunch"))).error().code, ErrorCode::WrongStatus);
        QCOMPARE(world.get(world.desk().stop(world.call, CampaignId("lunch"))).error().code, ErrorCode::WrongStatus);
        QCOMPARE(world.get(world.desk().remove(world.call, CampaignId("lunch"))).error().code, ErrorCode::WrongStatus);
        // A copy is a new draft that begins now.
        world.clock.advanceMs(kDay);
        const auto copy = world.get(world.desk().copy(world.call, CampaignId("lunch"), CampaignId("again")));
        QVERIFY(copy);
        QCOMPARE(copy->state, State::Draft);
        QCOMPARE(copy->settings.shape, made.shape);
        QVERIFY(made.seed && !copy->settings.seed);  // its amounts are not known from the other's
        QCOMPARE(copy->settings.end.ms - copy->settings.begin.ms, kHour);
        QCOMPARE(world.get(world.desk().campaigns(world.call))->size(), std::size_t{2});
        QVERIFY(world.get(world.desk().remove(world.call, CampaignId("again"))));
        QCOMPARE(world.get(world.desk().campaign(world.call, CampaignId("again"))).error().code, ErrorCode::NotFound);
    }

    void badSettings_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<std::function<void(api::CampaignSettings&)>>("spoil");
        const auto row = [](const char* name, const char* field, std::function<void(api::CampaignSettings&)> spoil) {
            QTest::newRow(name) << QString::fromLatin1(field) << std::move(spoil);
        };
        row("no name", "name", [](auto& s) { s.name = " "; });
        row("more places than budget", "places", [](auto& s) { s.shape.places = 20'001; });
        row("budget too large", "budget", [](auto& s) { s.shape.budget = Money{200'001}; });
        row("not divisible by 10", "max_discount", [](auto& s) { s.shape.maxDiscount = Money{1'005}; });
        row("no queues", "queues", [](auto& s) { s.shape.queues = 0; });
        row("count limit 0", "count_limit", [](auto& s) { s.countLimit = 0; });
        row("count limit too high", "count_limit", [](auto& s) { s.countLimit = 9'001; });
        row("amount limit 0", "amount_limit", [](auto& s) { s.amountLimit = Money{0}; });
        row("amount limit too high", "amount_limit", [](auto& s) { s.amountLimit = Money{1'000'000'000'000}; });
        row("ends before it begins", "end", [](auto& s) { s.end = s.begin; });
        row("negative seed", "seed", [](auto& s) { s.seed = -1; });
        row("validity", "validity_ms", [](auto& s) { s.validityMs = 0; });
        row("recovery", "recovery_ms", [](auto& s) { s.recoveryMs = 1; });
    }
    void badSettings() {
        QFETCH(QString, field);
        QFETCH(std::function<void(api::CampaignSettings&)>, spoil);
        World world;
        auto made = world.settings();
        spoil(made);
        const auto created = world.get(world.desk().create(world.call, CampaignId("lunch"), made));
        QVERIFY(!created);
        QCOMPARE(created.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(QString::fromStdString(created.error().field), field);
        QVERIFY(!created.error().message.empty());
        QVERIFY(world.get(world.desk().campaigns(world.call))->empty());
        // As an edit it changes nothing either.
        QVERIFY(world.get(world.desk().create(world.call, CampaignId("lunch"), world.settings())));
        QVERIFY(!world.get(world.desk().edit(world.call, CampaignId("lunch"), made, 0)));
        QCOMPARE(world.row("lunch").settings, world.settings());
    }

    void editsOfARunningCampaign() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        const auto before = world.row("lunch");
        const auto refusedBy = [&](auto change) {
            auto edited = before.settings;
            change(edited);
            const auto done = world.get(world.desk().edit(world.call, CampaignId("lunch"), edited, 0));
            if (done) {
                return std::string("accepted");
            }
            return done.error().code == ErrorCode::WrongStatus ? done.error().field : done.error().text();
        };
        QCOMPARE(refusedBy([](auto& s) { s.shape.budget = Money{30'000}; }), std::string("budget"));
        QCOMPARE(refusedBy([](auto& s) { s.shape.places = 100; }), std::string("places"));
        QCOMPARE(refusedBy([](auto& s) { s.shape.maxDiscount = Money{900}; }), std::string("max_discount"));
        QCOMPARE(refusedBy([](auto& s) { s.shape.queues = 4; }), std::string("queues"));
        QCOMPARE(refusedBy([](auto& s) { s.seed = 4; }), std::string("seed"));
        QCOMPARE(refusedBy([](auto& s) { s.capAtMax = false; }), std::string("cap_at_max"));
        QCOMPARE(refusedBy([](auto& s) { s.begin = s.begin.plusMs(1); }), std::string("begin"));
        QCOMPARE(refusedBy([](auto& s) { s.countLimit = 19; }), std::string("count_limit"));
        QCOMPARE(refusedBy([](auto& s) { s.amountLimit = Money{4'999}; }), std::string("amount_limit"));
        QCOMPARE(world.row("lunch").version, before.version);
        QCOMPARE(world.row("lunch").settings, before.settings);
        auto edited = before.settings;
        edited.name = "Long lunch";
        edited.countLimit = 30;
        edited.amountLimit = Money{6'000};
        edited.end = edited.end.plusMs(kHour);
        edited.validityMs = 60'000;
        QCOMPARE(world.get(world.desk().edit(world.call, CampaignId("lunch"), edited, before.version - 1)).error().code,
                 ErrorCode::Conflict);
        QVERIFY(world.get(world.desk().edit(world.call, CampaignId("lunch"), edited, before.version)));
        QCOMPARE(world.row("lunch").settings, edited);
        HOLDS(world);
    }

    void permissions() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        auto reader = world.call;
        reader.actor.permissions = 1U << static_cast<unsigned>(api::Permission::Read);
        const CampaignId id("lunch");
        QCOMPARE(world.get(world.desk().create(reader, CampaignId("x"), world.settings())).error().code,
                 ErrorCode::PermissionDenied);
        QCOMPARE(world.get(world.desk().pause(reader, id)).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(world.get(world.desk().stop(reader, id)).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(world.get(world.desk().draw(reader, {id, {}, UserId("ann"), {}})).error().code,
                 ErrorCode::PermissionDenied);
        QVERIFY(world.get(world.desk().board(reader, id)));
        auto silent = world.call;
        silent.reason.clear();
        QCOMPARE(QString::fromStdString(world.get(world.desk().stop(silent, id)).error().field),
                 QStringLiteral("reason"));
    }

    void buildingGoesOnAfterARestart() {
        World world;
        auto made = world.settings(8'000'000, 80'000);
        QVERIFY(world.get(world.desk().create(world.call, CampaignId("large"), made)));
        auto started = world.desk().start(world.call, CampaignId("large"));
        while (!started.isFinished()) {
            QVERIFY(world.workspace->step());
        }
        // Until a part of it stands in the queues.
        std::int64_t built = 0;
        while (built == 0) {
            QVERIFY(world.workspace->step());
            auto row = world.desk().campaign(world.call, CampaignId("large"));
            while (!row.isFinished()) {
                QVERIFY(world.workspace->step());
            }
            built = row.result()->state == State::Building ? row.result()->built : 80'000;
        }
        world.reopen();
        world.workspace->runUntilIdle();
        QCOMPARE(world.row("large").state, State::Running);
        QCOMPARE(world.board("large").queued, 8'000'000);
        QCOMPARE(world.board("large").placesLeft, 80'000);
        HOLDS(world);
    }

    /// A draw's id is one campaign's and one user's: nobody is told of it in another place.
    void aDrawOfAnotherCampaignIsRefused() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        QVERIFY(world.start("dinner", world.settings()));
        const DrawId id("123e4567-e89b-12d3-a456-426614174000");
        QVERIFY(!world.draw("lunch", "ann", id)->refusal);
        for (const auto& [campaign, user] : {std::pair("dinner", "ann"), std::pair("lunch", "bob")}) {
            const auto other = world.draw(campaign, user, id);
            QVERIFY(!other);
            QCOMPARE(other.error().code, ErrorCode::KeyReused);
            QCOMPARE(other.error().field, std::string("draw_id"));
        }
        QCOMPARE(world.board("dinner").drawsGranted, 0);
        QVERIFY(world.draw("lunch", "ann", id)->repeated);
        HOLDS(world);
    }

    /// Two that were started together have their own amounts each.
    void twoAreBuiltAtOnce() {
        World world;
        const auto lunch = world.settings();
        auto dinner = world.settings(30'000, 100);
        dinner.shape.queues = 2;
        DONE(world.get(world.desk().create(world.call, CampaignId("lunch"), lunch)));
        DONE(world.get(world.desk().create(world.call, CampaignId("dinner"), dinner)));
        const auto first = world.desk().start(world.call, CampaignId("lunch"));
        DONE(world.get(world.desk().start(world.call, CampaignId("dinner"))));
        DONE(world.get(first));
        for (const auto* id : {"lunch", "dinner"}) {
            const auto& shape = world.row(id).settings.shape;
            QCOMPARE(world.row(id).state, State::Running);
            QCOMPARE(world.board(id).queued, shape.budget.minor);
            QCOMPARE(world.board(id).placesLeft, shape.places);
        }
        HOLDS(world);
    }

    /// The line of what is left has a point for each change, and none for every instant at which nothing had changed.
    void aPointOfEachChange() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        world.pass(kMinute);
        QCOMPARE(world.board("lunch").burnDown.size(), std::size_t{2});  // where it began, and the present
        world.pass(kMinute);
        QCOMPARE(world.board("lunch").burnDown.size(), std::size_t{2});
        QVERIFY(!world.draw("lunch", "ann")->refusal);
        world.pass(kMinute);
        QCOMPARE(world.board("lunch").burnDown.size(), std::size_t{3});
        world.pass(10 * kMinute);
        QCOMPARE(world.board("lunch").burnDown.size(), std::size_t{3});
    }

    void everythingSurvivesARestart() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        const DrawId id("123e4567-e89b-12d3-a456-426614174000");
        const auto first = world.draw("lunch", "ann", id);
        for (int i = 0; i < 10; ++i) {
            QVERIFY(world.draw("lunch", "bob" + std::to_string(i)));
        }
        const auto before = world.board("lunch");
        world.reopen();
        const auto after = world.board("lunch");
        QCOMPARE(after.queued, before.queued);
        QCOMPARE(after.granted, before.granted);
        QCOMPARE(world.draw("lunch", "ann", id)->amount, first->amount);
        QVERIFY(world.draw("lunch", "ann", id)->repeated);
        HOLDS(world);
    }

    void endsByTime() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        QVERIFY(!world.draw("lunch", "ann")->refusal);
        world.pass(kHour - 1);
        QCOMPARE(world.row("lunch").state, State::Running);
        world.pass(1);
        QCOMPARE(world.row("lunch").state, State::Ended);
        QCOMPARE(world.row("lunch").ended, api::CampaignEnd::Time);
        QCOMPARE(accounted(world.board("lunch")), 20'000);
        HOLDS(world);
    }

    void unusedDrawsComeBackInTime() {
        World world;
        auto made = world.settings();
        made.validityMs = 10 * kMinute;
        QVERIFY(world.start("lunch", made));
        const auto drawn = world.draw("lunch", "ann");
        QCOMPARE(world.board("lunch").drawsOpen, 1);
        world.pass(10 * kMinute - 1);
        QCOMPARE(world.board("lunch").compensation, 0);
        world.pass(1);
        QCOMPARE(world.board("lunch").compensation, drawn->amount.minor);
        QCOMPARE(world.board("lunch").drawsOpen, 0);
        QCOMPARE(world.board("lunch").topUsers.front().amount, 0);
        // One by hand.
        const auto other = world.draw("lunch", "bob");
        QVERIFY(world.get(world.desk().giveBack(world.call, other->id))->givenBack);
        QCOMPARE(world.get(world.desk().giveBack(world.call, other->id)).error().code, ErrorCode::WrongStatus);
        QCOMPARE(accounted(world.board("lunch")), 20'000);
        HOLDS(world);
    }

    void aDrawFromAClockThatWasAheadIsValidFromWhereTimeGoesOn() {
        World world;
        auto made = world.settings();
        made.validityMs = 10 * kMinute;
        QVERIFY(world.start("lunch", made));
        world.pass(30 * kMinute);
        const auto drawn = world.draw("lunch", "ann");
        world.clock.advanceMs(-30 * kMinute);
        QVERIFY(world.get(world.timers().resetClock(world.call)));
        world.pass(10 * kMinute - 1);
        QCOMPARE(world.board("lunch").drawsOpen, 1);
        world.pass(1);
        QCOMPARE(world.board("lunch").drawsOpen, 0);
        QCOMPARE(world.board("lunch").compensation, drawn->amount.minor);
        HOLDS(world);
    }

    void ordersThatTimeOutGiveBack() {
        World world;
        QVERIFY(world.start("lunch", world.settings()));
        auto order = World::request("1");
        order.lines = {{Sku("tea"), 30, Money{100}}};
        order.draw = api::OrderDraw{CampaignId("lunch"), {}};
        const auto placed = world.get(world.orders().place(world.call, order));
        QVERIFY(placed && placed->draw && !placed->draw->refusal);
        QCOMPARE(placed->payable.minor, 3'000 - placed->draw->amount.minor);
        HOLDS(world);
        world.pass(30 * kMinute);  // nobody paid
        QCOMPARE(world.row("lunch").state, State::Running);
        QCOMPARE(world.board("lunch").compensation, placed->draw->amount.minor);
        HOLDS(world);
    }

    void theBoardTellsIt() {
        World world;
        auto made = world.settings();
        made.countLimit = 2;
        QVERIFY(world.start("lunch", made));
        std::int64_t sum = 0;
        for (int i = 0; i < 30; ++i) {
            const auto answer = world.draw("lunch", "user" + std::to_string(i % 10));
            QVERIFY(answer);
            sum += answer->amount.minor;
            world.pass(kSecond * 10);
        }
        QVERIFY(world.get(world.desk().pause(world.call, CampaignId("lunch"))));
        QCOMPARE(world.draw("lunch", "late")->refusal, Refusal::Paused);
        QVERIFY(world.get(world.desk().resume(world.call, CampaignId("lunch"))));
        const auto board = world.board("lunch");
        QCOMPARE(board.granted, sum);
        QCOMPARE(board.drawsGranted, 20);
        QCOMPARE(board.drawsRefused, 10);
        QCOMPARE(board.users, 10);
        QCOMPARE(board.placesLeft, 180);
        QCOMPARE(board.queues.size(), std::size_t{3});
        QCOMPARE(board.topUsers.size(), std::size_t{10});
        QVERIFY(std::is_sorted(board.topUsers.begin(), board.topUsers.end(),
                               [](const auto& a, const auto& b) { return a.amount > b.amount; }));
        std::int64_t draws = 0;
        for (const auto count : board.distribution) {
            draws += count;
        }
        QCOMPARE(draws, 20);
        std::map<Refusal, std::int64_t> refusals;
        for (const auto& entry : board.refusals) {
            refusals[entry.reason] += entry.draws;
        }
        QCOMPARE(refusals[Refusal::CountLimit], 10);
        QCOMPARE(refusals[Refusal::Paused], 1);
        QVERIFY(board.burnDown.size() > 5);
        QCOMPARE(board.burnDown.front().left, 20'000);
        QVERIFY(std::is_sorted(board.burnDown.begin(), board.burnDown.end(),
                               [](const auto& a, const auto& b) { return a.left > b.left; }));
        QVERIFY(board.perMinute && *board.perMinute > 0);
        QVERIFY(board.projectedEnd);
        HOLDS(world);
        // The rows behind it.
        api::DrawQuery query;
        query.filter.states = {api::DrawState::Refused};
        QCOMPARE(world.get(world.desk().draws(world.call, query))->size(), std::size_t{10});
        query.filter = {CampaignId("lunch"), UserId("user3"), {}};
        QCOMPARE(world.get(world.desk().draws(world.call, query))->size(), std::size_t{3});
        QCOMPARE(*world.get(world.desk().countDraws(world.call, {CampaignId("lunch"), {}, {}})), 30);
        const auto path = world.folder.filePath(QStringLiteral("draws.csv"));
        QCOMPARE(*world.get(world.desk().exportDraws(world.call, {}, path.toStdString(), {})), 30);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count("\r\n"), 31);
    }

    void anIdleCampaignDoesNotPoll() {
        World world;
        auto made = world.settings();
        made.begin = world.clock.now().plusMs(kHour);
        made.end = world.clock.now().plusMs(2 * kHour);
        QVERIFY(world.start("later", made));
        const auto wake = world.workspace->core().embedded()->nextWake();
        QVERIFY(wake && *wake >= world.clock.now().plusMs(20 * kMinute));
    }

    void rehearsals() {
        api::CampaignRehearsal rehearsal;
        rehearsal.settings = World().settings(100'000, 1'000);
        rehearsal.settings.amountLimit = Money{10'000};
        rehearsal.users = 100;
        std::int64_t seen = 0;
        const auto first = app::rehearseCampaign(rehearsal, [&](std::int64_t attempts) { seen = attempts; }, {});
        QVERIFY2(first, first ? "" : first.error().text().c_str());
        QCOMPARE(seen, first->attempts);
        QCOMPARE(first->board.row.state, State::Ended);
        QCOMPARE(accounted(first->board), 100'000);
        QVERIFY(first->orders > 0 && first->cancelled > 0 && first->repeated > 0);
        QVERIFY(!first->invariants.empty());
        for (const auto& invariant : first->invariants) {
            QVERIFY2(invariant.violations == 0, invariant.offender.c_str());
        }
        const auto again = app::rehearseCampaign(rehearsal, {}, {});
        QCOMPARE(again->board.granted, first->board.granted);
        QCOMPARE(again->attempts, first->attempts);
        QCOMPARE(app::rehearseCampaign(rehearsal, {}, [] { return true; }).error().code, ErrorCode::Cancelled);
        rehearsal.users = 0;
        QCOMPARE(QString::fromStdString(app::rehearseCampaign(rehearsal, {}, {}).error().field),
                 QStringLiteral("users"));
    }

    void rehearsalByTheDesk() {
        World world;
        api::CampaignRehearsal rehearsal;
        rehearsal.settings = world.settings();
        rehearsal.draws = 50;
        auto answer = world.desk().rehearse(world.call, rehearsal, {});
        answer.waitForFinished();
        QVERIFY(answer.result());
        QCOMPARE(answer.result()->attempts, 50);
        QVERIFY(world.get(world.desk().campaigns(world.call))->empty());
    }
};

}  // namespace test_campaign_desk

QTEST_GUILESS_MAIN(test_campaign_desk::TestCampaignDesk)
#include "test_campaign_desk.moc"
