// SPDX-License-Identifier: GPL-3.0-or-later
// The service's end of a line, over an engine that answers as the test says: its limits, and the messages it sends.
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
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
