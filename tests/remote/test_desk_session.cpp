// SPDX-License-Identifier: GPL-3.0-or-later
// The service's end of a line, over an engine that answers as the test says: its limits, and the messages it sends.
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <fstream>
#include <set>

#include "engine/ingest/desks/desk_hub.h"
#include "engine/json/json_text.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"
#include "tests/support/fakes/heard_line.h"
#include "tests/support/fakes/table_engine.h"

namespace test_desk_session {

using namespace evenhand;
using namespace evenhand::test;
namespace json = boost::json;

namespace {

/// The owner's console, after hello.
struct Stand {
    Stand() {
        session->onOpen(line);
        say({{"hello", {{"program", "p"}, {"protocol", wire::protocolHash()}, {"via", "Console"}}}});
    }
    ~Stand() {
        session->onClosed();
        engine.rules.release();
        line->run();
    }
    Stand(const Stand&) = delete;
    Stand& operator=(const Stand&) = delete;

    void say(const json::object& message) {
        session->onMessage(json::serialize(message));
        line->run();
    }
    void ask(std::int64_t id, const char* name, json::object arguments, const char* key = nullptr) {
        json::object message{{"id", id}, {"call", name}, {"arguments", std::move(arguments)}};
        if (key != nullptr) {
            message["key"] = key;
        }
        say(message);
    }
    /// All messages that were sent since the last call.
    std::vector<json::object> heard() {
        std::vector<json::object> messages;
        for (const auto& text : std::exchange(line->sent, {})) {
            messages.push_back(parseJson(text)->get_object());
        }
        return messages;
    }

    QTemporaryDir folder;
    TableEngine engine;
    base::VirtualClock clock;
    ingest::DeskHub hub{engine, clock, [](std::size_t bytes) { return std::string(bytes, 'r'); },
                        folder.path().toStdString()};
    std::shared_ptr<HeardLine> line = std::make_shared<HeardLine>();
    std::shared_ptr<ingest::DeskSession> session =
        hub.accept("127.0.0.1", api::Actor::administrator("local:o", api::Via::Console));
};

/// A service where everybody signs in, with an engine that gives every session out again that it was ever told of. So
/// what is refused here, the service itself refuses.
struct Service {
    Service() {
        engine.rules.hasPeople = true;
        engine.rules.keepsSessions = true;
        startAnew();
    }
    ~Service() {
        engine.rules.holds = false;
        engine.rules.release();
    }
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    /// What it knew of sessions is gone. No console is there.
    void startAnew() {
        hub = std::make_unique<ingest::DeskHub>(
            engine, clock,
            [number = 0](std::size_t bytes) mutable { return std::string(bytes, static_cast<char>(++number)); },
            folder.path().toStdString());
    }
    void tick() {
        clock.advanceMs(1'000);
        hub->tick();
    }

    QTemporaryDir folder;
    TableEngine engine;
    base::VirtualClock clock;
    std::unique_ptr<ingest::DeskHub> hub;
};

/// One of its consoles, after hello.
struct Console {
    explicit Console(const Service& service) : session(service.hub->accept("192.0.2.7", std::nullopt)) {
        session->onOpen(line);
        say({{"hello", {{"program", "p"}, {"protocol", wire::protocolHash()}, {"via", "Console"}}}});
    }
    ~Console() { close(); }
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void close() {
        if (session != nullptr) {
            session->onClosed();
            session.reset();
            line->run();
        }
    }
    void say(const json::object& message) {
        session->onMessage(json::serialize(message));
        line->run();
    }
    /// What was answered to the message with this id; empty: nothing yet.
    [[nodiscard]] json::object answerTo(std::int64_t id) const {
        for (const auto& text : line->sent) {
            auto message = parseJson(text)->get_object();
            if (message.contains("id") && message.at("id").get_int64() == id) {
                return message;
            }
        }
        return {};
    }
    [[nodiscard]] json::object ask(const char* member, json::value value) {
        const auto id = ++last;
        say({{"id", id}, {member, std::move(value)}});
        return answerTo(id);
    }
    /// The token of a session; empty: it was refused.
    [[nodiscard]] std::string signIn() {
        const auto answer = ask("signIn", {{"login", "ann"}, {"password", "right"}, {"via", "Console"}});
        return answer.contains("value") ? std::string(answer.at("value").at("token").get_string()) : std::string();
    }
    [[nodiscard]] json::object resume(const std::string& token) { return ask("resume", json::string(token)); }
    /// Of a call that anybody may ask for who is signed in.
    [[nodiscard]] json::object call() {
        const auto id = ++last;
        say({{"id", id}, {"call", "dispatch.campuses"}, {"arguments", json::object()}});
        return answerTo(id);
    }
    /// It was told that its session is over.
    [[nodiscard]] bool isToldOfTheEnd() const {
        return std::any_of(line->sent.begin(), line->sent.end(), [](const std::string& text) {
            const auto message = parseJson(text)->get_object();
            return message.contains("grant") && message.at("grant").at("ended").get_bool();
        });
    }

    std::int64_t last = 0;
    std::shared_ptr<HeardLine> line = std::make_shared<HeardLine>();
    std::shared_ptr<ingest::DeskSession> session;
};

std::size_t residentBytes() {
    std::size_t pages = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

template <typename T>
json::value written(const T& value) {
    wire::Writing out;
    return wire::write(value, out);
}

std::string codeOf(const json::object& message) {
    const auto* problem = message.if_contains("problem");
    return problem != nullptr ? std::string(problem->at("code").get_string()) : std::string("none");
}

}  // namespace

class TestDeskSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// One console cannot fill the service's memory: with 256 calls open, each further one is refused at once and
    /// nothing of it is kept.
    void aHundredThousandCallsOfOneLine() {
        Stand stand;
        (void)stand.heard();
        stand.engine.rules.holds = true;
        constexpr std::int64_t kCalls = 100'000;
        constexpr auto kOpen = static_cast<std::int64_t>(wire::kMaxOpenCalls);
        std::int64_t refused = 0;
        std::size_t before = 0;
        for (std::int64_t id = 1; id <= kCalls; ++id) {
            stand.ask(id, "dispatch.campuses", {});
            const auto heard = stand.heard();
            QCOMPARE(heard.size(), id <= kOpen ? std::size_t{0} : std::size_t{1});
            if (id > kOpen) {
                QCOMPARE(codeOf(heard.front()), std::string("Busy"));
                QCOMPARE(heard.front().at("id").get_int64(), id);
                ++refused;
            }
            if (id == 2 * kOpen) {
                before = residentBytes();
            }
        }
        constexpr std::size_t kRoom = std::size_t{8} << 20;  // reached if 80 bytes of each refused call were kept
        QVERIFY2(residentBytes() < before + kRoom, qPrintable(QString::number(residentBytes() - before)));
        QCOMPARE(stand.engine.rules.held.size(), wire::kMaxOpenCalls);
        QCOMPARE(refused, kCalls - kOpen);
        QVERIFY(!stand.line->isEnded);
        stand.engine.rules.release();
        stand.line->run();
        QCOMPARE(stand.heard().size(), wire::kMaxOpenCalls);
        // Once the open calls are answered, new ones are accepted.
        stand.engine.rules.holds = false;
        stand.ask(kCalls + 1, "dispatch.campuses", {});
        const auto last = stand.heard();
        QVERIFY(last.size() == 1 && last.front().contains("value"));
    }

    /// An answer that is larger than the line's buffer is replaced by a refusal; the line goes on.
    void anAnswerThatIsTooLargeIsRefused() {
        Stand stand;
        (void)stand.heard();
        stand.engine.rules.refusal = Error{ErrorCode::NotFound, std::string(std::size_t{1} << 20, 'x'), {}, {}};
        stand.ask(1, "orders.payMany", {{"requests", written(std::vector<api::PayOrder>(40))}}, "k");
        const auto heard = stand.heard();
        QCOMPARE(heard.size(), std::size_t{1});
        QCOMPARE(codeOf(heard.front()), std::string("InvalidArgument"));
        QCOMPARE(std::string(heard.front().at("problem").at("field").get_string()), std::string("limit"));
        QVERIFY(!stand.line->isEnded);
        stand.engine.rules.refusal.reset();
        stand.ask(2, "dispatch.campuses", {});
        QVERIFY(stand.heard().back().contains("value"));
    }

    /// Every member of every message to a console is in the protocol's document, and so in the hash of the protocol.
    void whatIsSentStandsInTheDocument() {
        Stand stand;
        stand.engine.rules.file = "a\r\n";
        stand.ask(2, "orders.nothing", {});
        stand.ask(3, "audit.verify", {});
        stand.ask(4, "audit.exportCsv", {{"filter", written(api::AuditFilter())}});
        stand.say({{"id", 5}, {"signIn", {{"login", "ann"}, {"password", "right"}, {"via", "Console"}}}});
        stand.say({{"id", 6}, {"signInState", nullptr}});
        stand.hub.committed({api::Event{}});
        stand.clock.advanceMs(1'000);
        stand.hub.tick();
        std::set<std::string> members;
        for (const auto& message : stand.heard()) {
            for (const auto& member : message) {
                members.insert(std::string(member.key()));
            }
        }
        QCOMPARE(members, (std::set<std::string>{"bytes", "events", "grant", "hello", "id", "problem", "progress",
                                                 "status", "value", "workspace"}));
        const auto& text = wire::protocolText();
        for (const auto& member : members) {
            QVERIFY2(text.find(' ' + member + " (") < text.find("\n\n"), member.c_str());
        }
    }

    /// However a session has ended, its token lets nobody in, even while the engine still has it stored.
    void aSessionThatIsOverIsNotTakenUp_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"sign-out", "grant", "another at the desk", "administrator", "administrator, line cut",
                                "administrator, service stopped"}) {
            QTest::newRow(how) << QString::fromLatin1(how);
        }
    }
    void aSessionThatIsOverIsNotTakenUp() {
        QFETCH(QString, how);
        Service service;
        auto& rules = service.engine.rules;
        std::string token;
        {
            Console console(service);
            token = console.signIn();
            QVERIFY(!token.empty());
            QVERIFY(console.call().contains("value"));
            {
                Console again(service);
                QVERIFY(again.resume(token).contains("value"));
            }
            if (how == QLatin1String("sign-out")) {
                QVERIFY(console.ask("signOut", nullptr).contains("value"));
            } else if (how == QLatin1String("grant")) {  // of a person who is disabled, or whose password was reset
                rules.grants.front()->end();
                service.tick();
                QVERIFY(console.isToldOfTheEnd());
            } else if (how == QLatin1String("another at the desk")) {
                QVERIFY(!console.signIn().empty());
            } else {
                *rules.lines.front() = true;
                if (how == QLatin1String("administrator")) {
                    service.tick();
                    QVERIFY(console.line->isEnded);
                } else if (how == QLatin1String("administrator, service stopped")) {
                    service.hub.reset();
                    console.session.reset();  // a service that stops has no time for its lines
                }
            }
            if (how == QLatin1String("sign-out") || how == QLatin1String("grant")) {
                QCOMPARE(codeOf(console.call()), std::string("SessionEnded"));
            }
        }
        QVERIFY(rules.grants.front()->ended());  // the engine was told, or has said so itself
        if (service.hub == nullptr) {
            return;
        }
        std::size_t asked = 0;
        rules.asked = [&asked](std::string_view, const api::Call&) { ++asked; };
        const auto grants = rules.grants.size();
        Console late(service);
        QCOMPARE(codeOf(late.resume(token)), std::string("SessionEnded"));
        QCOMPARE(codeOf(late.call()), std::string("SessionEnded"));
        QCOMPARE(asked, std::size_t{0});
        QCOMPARE(rules.grants.size(), grants);  // nor for the session
    }

    /// Two lines of one console take the same session up at a service that was started anew, before the engine has
    /// answered either: there is one session, and what becomes of it concerns both.
    void oneSessionHasOneGrant_data() {
        QTest::addColumn<int>("first");
        QTest::newRow("in the order asked") << 0;
        QTest::newRow("the other way round") << 1;
    }
    void oneSessionHasOneGrant() {
        QFETCH(int, first);
        Service service;
        auto& rules = service.engine.rules;
        std::string token;
        {
            Console before(service);
            token = before.signIn();
        }
        service.startAnew();
        Console one(service);
        Console other(service);
        rules.holds = true;
        QVERIFY(one.resume(token).empty() && other.resume(token).empty());
        const auto held = std::exchange(rules.held, {});
        QCOMPARE(held.size(), std::size_t{2});
        held.at(static_cast<std::size_t>(first))();
        held.at(static_cast<std::size_t>(1 - first))();
        rules.holds = false;
        one.line->run();
        other.line->run();
        QVERIFY(one.answerTo(1).contains("value") && other.answerTo(1).contains("value"));
        QVERIFY(one.session->actor().grant != nullptr);
        QVERIFY(one.session->actor().grant == other.session->actor().grant);
        // A third one is let in without asking the engine.
        const auto grants = rules.grants.size();
        Console third(service);
        QVERIFY(third.resume(token).contains("value"));
        QCOMPARE(rules.grants.size(), grants);
        QVERIFY(third.session->actor().grant == one.session->actor().grant);
        QVERIFY(other.call().contains("value"));
        QVERIFY(one.ask("signOut", nullptr).contains("value"));
        service.tick();
        for (auto* each : {&other, &third}) {
            QVERIFY(each->isToldOfTheEnd());
            QCOMPARE(codeOf(each->call()), std::string("SessionEnded"));
        }
    }

    /// One of them has signed out before the engine has answered the other, for which it found the session still there.
    void aSessionThatEndsWhileItIsTakenUpIsOver() {
        Service service;
        auto& rules = service.engine.rules;
        std::string token;
        {
            Console before(service);
            token = before.signIn();
        }
        service.startAnew();
        Console one(service);
        Console other(service);
        rules.holds = true;
        QVERIFY(one.resume(token).empty() && other.resume(token).empty());
        const auto held = std::exchange(rules.held, {});
        QCOMPARE(held.size(), std::size_t{2});
        rules.holds = false;
        held[0]();
        one.line->run();
        QVERIFY(one.answerTo(1).contains("value"));
        QVERIFY(one.ask("signOut", nullptr).contains("value"));
        held[1]();
        other.line->run();
        QCOMPARE(codeOf(other.answerTo(1)), std::string("SessionEnded"));
        QCOMPARE(codeOf(other.call()), std::string("SessionEnded"));
    }

    /// The reason of a close frame holds at most 123 bytes. If it were cut inside a UTF-8 character, the console would
    /// report a protocol error in place of the reason.
    void aReasonIsNeverCutInACharacter() {
        std::string name;
        for (int i = 0; i < 200; ++i) {
            name += "é";
        }
        for (const auto* before : {"", "a", "ab"}) {
            Stand each;
            each.say({{"id", 1}, {before + name, 1}, {"call", "orders.page"}, {"arguments", json::object()}});
            QVERIFY(each.line->isEnded);
            QVERIFY2(base::utf8Length(each.line->reason) > 0, each.line->reason.c_str());
            QVERIFY(each.line->reason.size() <= 123);
        }
    }
};

}  // namespace test_desk_session

QTEST_GUILESS_MAIN(test_desk_session::TestDeskSession)
#include "test_desk_session.moc"
