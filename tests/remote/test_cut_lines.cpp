// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that are cut, stalled and taken up again: nothing is lost, nothing has its effect twice, and nothing is told as
// done that is not.
#include <QtTest>
#include <deque>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "app/service/standby_host.h"
#include "line_proxy.h"
#include "team_world.h"
#include "tests/support/expect.h"

namespace test_cut_lines {

using namespace evenhand;
using namespace evenhand::test;

class TestCutLines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSessionIsTakenUpAgain() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        LineProxy proxy(world.host->port());
        const auto console = world.console(proxy.port());
        const auto boss = world.signIn(*console, "boss");
        DONE(boss);
        const auto before = proxy.connections();
        proxy.cut();
        QTRY_VERIFY(proxy.connections() > before);
        QTRY_COMPARE(console->status().state, api::EngineState::Live);
        QTRY_VERIFY(TeamWorld::wait(console->accounts().people({boss->actor, {}, {}})).has_value());
        QVERIFY(!boss->actor.ended());
        // But not if the session has ended in the meantime.
        proxy.stall(true);
        proxy.cut();
        const auto people = TeamWorld::wait(world.workspace->accounts().people(world.call));
        QVERIFY(people && !people->empty());
        DONE(TeamWorld::wait(world.workspace->accounts().resetPassword(world.call, {people->front().id, 0},
                                                                       Secret("another-long-password"))));
        proxy.stall(false);
        QTRY_VERIFY(boss->actor.ended());
    }

    void withoutALineNothingIsAsked() {
        TeamWorld world;
        LineProxy proxy(world.host->port());
        const auto console = world.console(proxy.port());
        const api::Call call{*console->owner(), {}, {}};
        QTRY_COMPARE(console->status().state, api::EngineState::Live);
        world.stopService();
        QTRY_COMPARE(console->status().state, api::EngineState::Disconnected);
        QVERIFY(!console->status().reason.empty());
        REFUSED(TeamWorld::wait(console->orders().place(call, oneTea("k"))), ErrorCode::Unreachable);
        QCOMPARE(*TeamWorld::wait(world.workspace->orders().count(world.call, {})), std::int64_t{0});
    }

    /// The service has run the command and the answer is lost on the way. The console sends the command again under the
    /// same key: the service repeats its answer and does not run it twice.
    void aCommandWhoseAnswerIsLostIsDoneOnce() {
        TeamWorld world;
        LineProxy proxy(world.host->port());
        const auto console = world.console(proxy.port());
        const api::Call call{*console->owner(), "because", {}};
        DONE(TeamWorld::wait(console->shop().receiveStock(call, Sku("tea"), 5, "before")));
        proxy.stall(true);
        auto answer = console->shop().receiveStock(call, Sku("tea"), 7, "once");
        proxy.cut();
        proxy.stall(false);
        const auto received = TeamWorld::wait(answer);
        DONE(received);
        const auto history = TeamWorld::wait(world.workspace->shop().stockHistory(world.call, Sku("tea"), 0, 100));
        QVERIFY(history);
        QCOMPARE(std::count_if(history->begin(), history->end(), [](const auto& row) { return row.reason == "once"; }),
                 1);
    }

    /// The line is cut again and again, also in the middle of an answer.
    void manyCommandsOverABadLine() {
        TeamWorld world;
        LineProxy proxy(world.host->port());
        const auto console = world.console(proxy.port());
        const api::Call call{*console->owner(), "because", {}};
        std::mt19937 random(7);
        constexpr int kCommands = 400;
        constexpr int kCuts = 20;
        std::deque<int> open(kCommands);
        std::iota(open.begin(), open.end(), 0);
        int count = 0;
        while (!open.empty()) {
            std::vector<std::pair<int, api::Answer<api::StockAnswer>>> asked;
            for (; asked.size() < 32 && !open.empty(); open.pop_front(), ++count) {
                if (count % 20 == 0 && count < 20 * kCuts) {
                    proxy.cutAfter(200 + random() % 3'000);
                    proxy.cut();
                }
                asked.emplace_back(open.front(), console->shop().receiveStock(call, Sku("tea"), 1,
                                                                              "n" + std::to_string(open.front())));
            }
            for (auto& [number, answer] : asked) {
                const auto result = TeamWorld::wait(std::move(answer));
                if (!result) {  // nothing was done, as there was no line: a person asks again once there is one
                    QCOMPARE(result.error().code, ErrorCode::Unreachable);
                    open.push_back(number);
                }
            }
            QTRY_COMPARE(console->status().state, api::EngineState::Live);
        }
        const auto history = TeamWorld::wait(world.workspace->shop().stockHistory(world.call, Sku("tea"), 0, 10'000));
        QVERIFY(history);
        std::map<std::string, int> there;
        for (const auto& row : *history) {
            ++there[row.reason];
        }
        for (int number = 0; number < kCommands; ++number) {
            const int times = there["n" + std::to_string(number)];
            QVERIFY2(times == 1, qPrintable(QStringLiteral("command %1 was done %2 times").arg(number).arg(times)));
        }
        QVERIFY2(proxy.connections() > 5, qPrintable(QString::number(proxy.connections())));
    }

    /// The service is restarted: consoles reconnect by themselves and go on working.
    void aServiceThatWasStartedAnew() {
        TeamWorld world;
        const auto console = world.console();
        const api::Call call{*console->owner(), "because", {}};
        DONE(TeamWorld::wait(console->orders().place(call, oneTea("k1"))));
        world.restart();
        QTRY_VERIFY(TeamWorld::wait(console->orders().place(call, oneTea("k2"))).has_value());
        QCOMPARE(*TeamWorld::wait(world.workspace->orders().count(world.call, {})), std::int64_t{2});
    }

    /// People stay signed in over a restart, because sessions are stored in the workspace.
    void whoIsSignedInStaysSoAtAServiceStartedAnew() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        QVERIFY(world.addPerson("ann", {api::Role::Dispatcher}));
        const auto console = world.console();
        const auto another = world.console();
        const auto boss = world.signIn(*console, "boss");
        DONE(boss);
        const auto ann = world.signIn(*another, "ann");
        DONE(ann);
        world.restart();
        QTRY_VERIFY(TeamWorld::wait(console->accounts().people({boss->actor, {}, {}})).has_value());
        QVERIFY(!boss->actor.ended());
        // A resumed session obeys later decisions about its person like any other: here she is disabled.
        QTRY_VERIFY(TeamWorld::wait(another->orders().page({ann->actor, {}, {}}, {})).has_value());
        const auto people = TeamWorld::wait(world.workspace->accounts().people(world.call));
        DONE(people);
        const auto row =
            *std::find_if(people->begin(), people->end(), [](const auto& one) { return one.login == "ann"; });
        DONE(TeamWorld::wait(world.workspace->accounts().setDisabled(world.call, {row.id, 0}, true)));
        QTRY_VERIFY(ann->actor.ended());
        world.restart();
        QTRY_VERIFY(TeamWorld::wait(console->accounts().people({boss->actor, {}, {}})).has_value());
        const auto refusal = [&] {
            const auto read = TeamWorld::wait(another->orders().page({ann->actor, {}, {}}, {}));
            return read ? ErrorCode::Internal : read.error().code;
        };
        QTRY_COMPARE(refusal(), ErrorCode::SessionEnded);
    }

    /// A standby refuses consoles with its reason. A console that has several addresses tries the next one.
    void aServiceThatStandsByIsNoAnswer() {
        TeamWorld world;
        ingest::ServerOptions options;
        options.port = 0;
        const auto standby = app::StandbyHost::start(options, "shop-a, process 12 runs the workspace");
        DONE(standby);
        const auto refused = world.connect((*standby)->port());
        REFUSED_FIELD(refused, ErrorCode::Unreachable, "standby");
        QCOMPARE(refused.error().message, std::string("this service stands by; shop-a, process 12 runs the workspace"));
        (*standby)->say("shop-b, process 7 runs the workspace");
        QCOMPARE(world.connect((*standby)->port()).error().message,
                 std::string("this service stands by; shop-b, process 7 runs the workspace"));
        remote::LineOptions both;
        both.addresses = {{"127.0.0.1", (*standby)->port(), false}, {"127.0.0.1", world.host->port(), false}};
        const base::SystemClock clock;
        both.clock = &clock;
        both.random = app::systemRandom;
        const auto console = remote::RemoteEngine::connect(both);
        DONE(console);
        world.restart();
        QTRY_COMPARE((*console)->status().state, api::EngineState::Live);
        QTRY_VERIFY(TeamWorld::wait((*console)->dispatch().campuses({*(*console)->owner(), {}, {}})).has_value());
    }
};

}  // namespace test_cut_lines

QTEST_GUILESS_MAIN(test_cut_lines::TestCutLines)
#include "test_cut_lines.moc"
