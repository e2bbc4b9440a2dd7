// SPDX-License-Identifier: GPL-3.0-or-later
// What the service does of its own accord, and in which order it answers: at a clock that stands until it is told.
#include <QTemporaryDir>
#include <QtTest>
#include <boost/json/serialize.hpp>
#include <map>
#include <memory>
#include <vector>

#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/http/limits.h"
#include "engine/json/json_text.h"
#include "engine/wire/protocol.h"
#include "tests/support/fakes/heard_line.h"
#include "tests/support/fakes/table_engine.h"

namespace test_desk_pace {

using namespace evenhand;
using namespace evenhand::test;
namespace json = boost::json;

namespace {

/// The owner's console, after hello.
struct Console {
    explicit Console(ingest::DeskHub& hub)
        : session(hub.accept("127.0.0.1", api::Actor::administrator("local:o", api::Via::Console))) {
        session->onOpen(line);
        say({{"hello", {{"program", "p"}, {"protocol", wire::protocolHash()}, {"via", "Console"}}}});
        line->sent.clear();
        line->pings = 0;
    }
    ~Console() { session->onClosed(); }
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void say(const json::object& message) {
        session->onMessage(json::serialize(message));
        line->run();
    }
    void ask(std::int64_t id) { say({{"id", id}, {"call", "dispatch.campuses"}, {"arguments", json::object()}}); }
    /// What was sent since with this member: what it is.
    std::vector<json::object> heard(const char* member) {
        line->run();
        std::vector<json::object> found;
        for (const auto& text : std::exchange(line->sent, {})) {
            auto message = parseJson(text)->get_object();
            if (message.contains(member)) {
                found.push_back(std::move(message));
            }
        }
        return found;
    }

    std::shared_ptr<HeardLine> line = std::make_shared<HeardLine>();
    std::shared_ptr<ingest::DeskSession> session;
};

struct Service {
    ~Service() { engine.rules.release(); }
    void pass(std::int64_t ms) {
        clock.advanceMs(ms);
        hub.tick();
    }

    QTemporaryDir folder;
    TableEngine engine;
    base::VirtualClock clock;
    ingest::DeskHub hub{engine, clock, [](std::size_t bytes) { return std::string(bytes, 'r'); },
                        folder.path().toStdString()};
};

api::Event changed(std::int64_t order) {
    api::Event event;
    event.order = OrderId{order};
    event.campus = CampusId("north");
    return event;
}

std::int64_t idOf(const json::object& answer) { return answer.at("id").get_int64(); }

std::string codeOf(const json::object& answer) {
    const auto* problem = answer.if_contains("problem");
    return problem != nullptr ? std::string(problem->at("code").get_string()) : std::string();
}

}  // namespace

class TestDeskPace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// However often the same happens and however often the server looks: how the engine is four times a second, and
    /// what was committed ten times, each event once.
    void whatIsToldIsBounded() {
        Service service;
        Console console(service.hub);
        constexpr std::int64_t kTickMs = 10;
        int statuses = 0;
        int messages = 0;
        for (std::int64_t ms = 0; ms < 1'000; ms += kTickMs) {
            for (int i = 0; i < 50; ++i) {
                service.hub.committed({changed(7), changed(8)});
            }
            service.pass(kTickMs);
            console.line->run();
            for (const auto& text : std::exchange(console.line->sent, {})) {
                const auto message = parseJson(text)->get_object();
                statuses += message.contains("status") ? 1 : 0;
                if (message.contains("events")) {
                    ++messages;
                    QCOMPARE(message.at("events").get_array().size(), std::size_t{2});
                }
            }
        }
        QCOMPARE(statuses, 4);
        QCOMPARE(messages, 10);
    }

    /// What one has changed the others are told with the next message, and nobody twice. How soon they show it is
    /// counted in tests/ui/test_service_line.
    void everyConsoleIsToldOnce() {
        Service service;
        std::vector<std::unique_ptr<Console>> consoles;
        for (int i = 0; i < 50; ++i) {
            consoles.push_back(std::make_unique<Console>(service.hub));
        }
        service.pass(wire::kEventsMs);
        for (auto& console : consoles) {
            (void)console->heard("events");
        }
        service.hub.committed({changed(7)});
        service.pass(wire::kEventsMs - 1);
        for (auto& console : consoles) {
            QVERIFY(console->heard("events").empty());
        }
        service.pass(1);
        for (auto& console : consoles) {
            const auto told = console->heard("events");
            QCOMPARE(told.size(), std::size_t{1});
            const auto& events = told.front().at("events").get_array();
            QCOMPARE(events.size(), std::size_t{1});
            QCOMPARE(events.front().at("order").get_int64(), std::int64_t{7});
        }
        service.pass(1'000);
        for (auto& console : consoles) {
            QVERIFY(console->heard("events").empty());
        }
    }

    /// Every five seconds the other end is asked whether it is there, whoever sits at it; both ends take a line for
    /// dead on which nothing has come for fifteen.
    void whoSaysNothingIsAsked() {
        Service service;
        service.engine.rules.hasPeople = true;
        Console somebody(service.hub);
        constexpr std::int64_t kTickMs = 100;
        for (std::int64_t ms = 0; ms < 20'000; ms += kTickMs) {
            service.pass(kTickMs);
        }
        QVERIFY(!somebody.session->isSignedIn());
        QCOMPARE(somebody.line->pings, 4);
        QCOMPARE(wire::kPingMs, std::int64_t{5'000});
        QCOMPARE(wire::kDeadLineMs, std::int64_t{15'000});
        QCOMPARE(ingest::Limits().heartbeatMs, wire::kDeadLineMs);
    }

    void answersComeInAnyOrder() {
        Service service;
        Console console(service.hub);
        service.engine.rules.holds = true;
        console.ask(1);
        service.engine.rules.holds = false;
        console.ask(2);
        const auto first = console.heard("id");
        QCOMPARE(first.size(), std::size_t{1});
        QCOMPARE(idOf(first.front()), std::int64_t{2});
        service.engine.rules.release();
        const auto second = console.heard("id");
        QCOMPARE(second.size(), std::size_t{1});
        QCOMPARE(idOf(second.front()), std::int64_t{1});
    }

    /// A call is cancelled by its id; another one, or one that there is not, is not.
    void aCallIsCancelledByItsId() {
        Service service;
        Console console(service.hub);
        service.engine.rules.holds = true;
        console.ask(1);
        console.ask(2);
        console.say({{"cancel", 1}});
        console.say({{"cancel", 77}});
        QVERIFY(!console.line->isEnded);
        service.engine.rules.release();
        std::map<std::int64_t, std::string> codes;
        for (const auto& answer : console.heard("id")) {
            codes[idOf(answer)] = codeOf(answer);
        }
        QCOMPARE(codes, (std::map<std::int64_t, std::string>{{1, "Cancelled"}, {2, ""}}));
    }
};

}  // namespace test_desk_pace

QTEST_GUILESS_MAIN(test_desk_pace::TestDeskPace)
#include "test_desk_pace.moc"
