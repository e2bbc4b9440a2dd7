// SPDX-License-Identifier: GPL-3.0-or-later
// Several consoles on one service: each sees what the others have open while their lines are up, and an administrator
// can end one.
#include <QtTest>
#include <algorithm>

#include "engine/lock_out/lock_out.h"
#include "engine/wire/protocol.h"
#include "line_proxy.h"
#include "raw_console.h"
#include "team_world.h"
#include "tests/support/expect.h"

namespace test_team {

using namespace evenhand;
using namespace evenhand::test;

namespace {

const api::Subject kOrder{OrderId{7}, {}, {}, {}};

std::vector<api::Onlooker> othersOf(api::EngineApi& engine, const api::Call& call) {
    return TeamWorld::wait(engine.team().others(call, kOrder)).value_or(std::vector<api::Onlooker>());
}

}  // namespace

class TestTeam : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twoConsolesSeeEachOther() {
        TeamWorld world;
        QVERIFY(world.addPerson("ann", {api::Role::Administrator}));
        QVERIFY(world.addPerson("bob", {api::Role::Dispatcher}));
        const auto one = world.console();
        const auto other = world.console();
        const auto ann = world.signIn(*one, "ann");
        const auto bob = world.signIn(*other, "bob");
        DONE(ann);
        DONE(bob);
        const api::Call asAnn{ann->actor, "because", {}};
        const api::Call asBob{bob->actor, "because", {}};
        std::atomic<int> told{0};
        const auto hears = one->subscribe([&](const std::vector<api::Event>& events) {
            told += static_cast<int>(std::count_if(events.begin(), events.end(), [](const api::Event& event) {
                return event.kind == api::Event::Kind::PresenceChanged && event.order == kOrder.order;
            }));
        });
        DONE(TeamWorld::wait(other->team().look(asBob, {kOrder, false})));
        QTRY_VERIFY(told > 0);
        QCOMPARE(othersOf(*one, asAnn), (std::vector<api::Onlooker>{{"bob", false}}));
        QVERIFY(othersOf(*other, asBob).empty());
        DONE(TeamWorld::wait(other->team().look(asBob, {kOrder, true})));
        QCOMPARE(othersOf(*one, asAnn), (std::vector<api::Onlooker>{{"bob", true}}));
        // The round trip is measured by the service.
        const auto rows = [&] { return *TeamWorld::wait(one->team().connected(asAnn)); };
        const auto isMeasured = [&] {
            const auto now = rows();
            return std::all_of(now.begin(), now.end(), [](const auto& row) { return row.roundTripMs >= 0; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMeasured(), 30'000);
        const auto all = rows();
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].who, std::string("ann"));
        QVERIFY(all[0].own && !all[1].own);
        QCOMPARE(all[1].from, std::string("127.0.0.1"));
        QCOMPARE(all[1].program, std::string(EVENHAND_VERSION));
        REFUSED(TeamWorld::wait(other->team().connected(asBob)), ErrorCode::PermissionDenied);
        REFUSED(TeamWorld::wait(other->team().end(asBob, all[0].id)), ErrorCode::PermissionDenied);
        // Signing out ends one's presence.
        DONE(TeamWorld::wait(other->accounts().signOut(asBob)));
        QVERIFY(othersOf(*one, asAnn).empty());
        QCOMPARE(rows().size(), std::size_t{1});
    }

    /// By the person's own name, where there is one: after a cut line and at a service started anew, too.
    void whoHasItOpenIsCalledByName() {
        TeamWorld world;
        for (const char* login : {"ann", "bob"}) {
            QVERIFY(world.addPerson(login, {api::Role::Administrator}));
        }
        const auto people = TeamWorld::wait(world.workspace->accounts().people(world.call));
        DONE(people);
        const auto bob =
            *std::find_if(people->begin(), people->end(), [](const auto& each) { return each.login == "bob"; });
        DONE(TeamWorld::wait(world.workspace->accounts().rename(world.call, {bob.id, 0}, "Bob Marsh")));
        LineProxy proxy(world.host->port());
        const auto one = world.console();
        const auto other = world.console(proxy.port());
        const auto asAnn = world.signIn(*one, "ann");
        const auto asBob = world.signIn(*other, "bob");
        DONE(asAnn);
        DONE(asBob);
        const auto looks = [&] {
            return TeamWorld::wait(other->team().look({asBob->actor, {}, {}}, {kOrder, false})).has_value();
        };
        const auto seen = [&] { return othersOf(*one, {asAnn->actor, {}, {}}); };
        const std::vector<api::Onlooker> named{{"bob", false, "Bob Marsh"}};
        QVERIFY(looks());
        QCOMPARE(seen(), named);
        const auto before = proxy.connections();
        proxy.cut();
        QTRY_VERIFY(proxy.connections() > before);
        QTRY_VERIFY(looks());
        QTRY_COMPARE(seen(), named);
        world.restart();
        QTRY_VERIFY(looks());
        QTRY_COMPARE(seen(), named);
    }

    /// The service and its consoles agree on when a line without a word is dead; what follows below does so sooner.
    void aLineIsDeadAfterFifteenSeconds() {
        QCOMPARE(wire::kDeadLineMs, std::int64_t{15'000});
        QCOMPARE(app::HttpHostOptions().server.limits.heartbeatMs, wire::kDeadLineMs);
        QVERIFY(2 * wire::kPingMs < wire::kDeadLineMs);
        QCOMPARE(app::HttpHostOptions().server.limits.message, wire::kMaxRequest);
    }

    void presenceGoesWithTheLine_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"closed", "cut", "stalled"}) {
            QTest::newRow(how) << QString::fromLatin1(how);
        }
    }
    void presenceGoesWithTheLine() {
        QFETCH(QString, how);
        ingest::ServerOptions server;
        server.limits.heartbeatMs = 3'000;  // a line on which nothing came for so long is closed
        TeamWorld world(server);
        LineProxy proxy(world.host->port());
        const auto here = world.console();
        auto there = world.console(proxy.port());
        const api::Call asHere{*here->owner(), {}, {}};
        DONE(TeamWorld::wait(there->team().look({*there->owner(), {}, {}}, {kOrder, true})));
        QCOMPARE(othersOf(*here, asHere).size(), std::size_t{1});
        std::atomic<bool> told{false};
        const auto hears = here->subscribe([&](const std::vector<api::Event>& events) {
            for (const auto& event : events) {
                told = told || event.kind == api::Event::Kind::PresenceChanged;
            }
        });
        if (how == QLatin1String("closed")) {
            there.reset();
        } else {
            proxy.stall(how == QLatin1String("stalled"));
            if (how == QLatin1String("cut")) {
                proxy.cut();
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(othersOf(*here, asHere).empty(), 30'000);
        QTRY_VERIFY(told);
        proxy.stall(false);
    }

    void anAdministratorEndsOne() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        QVERIFY(world.addPerson("bob", {api::Role::Dispatcher}));
        LineProxy proxy(world.host->port());
        const auto one = world.console();
        const auto other = world.console(proxy.port());
        const auto boss = world.signIn(*one, "boss");
        const auto bob = world.signIn(*other, "bob");
        DONE(boss);
        DONE(bob);
        const api::Call asBoss{boss->actor, "left open at the counter", {}};
        const auto rows = TeamWorld::wait(one->team().connected(asBoss));
        DONE(rows);
        const auto row = std::find_if(rows->begin(), rows->end(), [](const auto& each) { return each.who == "bob"; });
        QVERIFY(row != rows->end());
        const auto before = proxy.connections();
        DONE(TeamWorld::wait(one->team().end(asBoss, row->id)));
        QTRY_VERIFY(bob->actor.ended());
        // The console reconnects, but nobody is signed in.
        QTRY_VERIFY(proxy.connections() > before);
        QTRY_COMPARE(other->status().state, api::EngineState::Live);
        REFUSED(TeamWorld::wait(other->orders().count({boss->actor, {}, {}}, {})), ErrorCode::SessionEnded);
        QCOMPARE(TeamWorld::wait(one->team().connected(asBoss))->size(), std::size_t{1});
        DONE(world.signIn(*other, "bob"));
        QCOMPARE(TeamWorld::wait(one->team().connected(asBoss))->size(), std::size_t{2});
        const auto entries = TeamWorld::wait(world.workspace->audit().page(world.call, {}));
        QVERIFY(entries && std::any_of(entries->begin(), entries->end(), [](const api::AuditRecord& entry) {
                    return entry.operation == "team.end" && entry.actor == "boss" && entry.subject == "console bob" &&
                           entry.reason == "left open at the counter";
                }));
    }

    void whoIsEndedIsToldAndDoesNotComeBackByTheToken() {
        TeamWorld world;
        QVERIFY(world.addPerson("bob", {api::Role::Administrator}));
        RawConsole raw(world.host->port());
        QVERIFY(raw.greet());
        const auto entered = raw.ask(
            {{"id", 1}, {"signIn", {{"login", "bob"}, {"password", TeamWorld::kPassword}, {"via", "Console"}}}});
        QVERIFY(entered.contains("value"));
        const auto token = entered.at("value").at("token").get_string();
        const auto rows = TeamWorld::wait(world.workspace->team().connected(world.call));
        QVERIFY(rows && rows->size() == 1);
        DONE(TeamWorld::wait(world.workspace->team().end(world.call, rows->front().id)));
        QCOMPARE(raw.end(), std::string("An administrator has ended this connection."));
        RawConsole again(world.host->port());
        QVERIFY(again.greet());
        QVERIFY(again.ask({{"id", 1}, {"resume", token}}).contains("problem"));
    }

    /// A client cannot act as another console: the service itself says which connection a call comes from.
    void aConsoleIsNobodyElse() {
        TeamWorld world;
        const auto other = world.console();
        const api::Call call{*other->owner(), "because", {}};
        // The console's number in a call is not sent to the service.
        auto forged = call;
        forged.console = ConsoleId{1};
        DONE(TeamWorld::wait(other->team().look(forged, {kOrder, false})));
        RawConsole raw(world.host->port());
        QVERIFY(raw.greet());
        const boost::json::object subject{{"order", 7}, {"returnId", 0}, {"refund", 0}, {"campaign", ""}};
        const boost::json::object looking{{"subject", subject}, {"deciding", true}};
        const auto seen = raw.ask({{"id", 1}, {"call", "team.others"}, {"arguments", {{"subject", subject}}}});
        QCOMPARE(seen.at("value").get_array().size(), std::size_t{1});
        QVERIFY(raw.ask({{"id", 2}, {"call", "team.look"}, {"arguments", {{"looking", looking}}}}).contains("value"));
        QCOMPARE(othersOf(*other, call).size(), std::size_t{1});
        QVERIFY(raw.send(boost::json::object{
            {"id", 3}, {"call", "team.look"}, {"arguments", {{"looking", looking}}}, {"console", 1}}));
        QVERIFY(QString::fromStdString(raw.end()).contains(QLatin1String("console")));
        QTRY_VERIFY(othersOf(*other, call).empty());
    }

    /// The service tells the accounts where an attempt comes from. So guessing at many logins from one address is
    /// locked out too.
    void guessingManyLoginsOverALine() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        api::AccountSettings rules;
        rules.freeFailures = 0;
        rules.firstDelayMs = accounts::kMaxDelayMs;
        DONE(TeamWorld::wait(world.workspace->accounts().setSettings(world.call, rules)));
        const auto guess = [&](const char* login) {
            const auto console = world.console();
            return TeamWorld::wait(console->accounts().signIn({login, Secret("a wrong password"), api::Via::Console}));
        };
        REFUSED(guess("one"), ErrorCode::SignInRefused);
        REFUSED(guess("other"), ErrorCode::Locked);
    }
};

}  // namespace test_team

QTEST_GUILESS_MAIN(test_team::TestTeam)
#include "test_team.moc"
