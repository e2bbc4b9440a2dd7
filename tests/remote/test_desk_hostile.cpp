// SPDX-License-Identifier: GPL-3.0-or-later
// A hostile or broken client on the service's line: it is refused with a reason, and other consoles are not disturbed.
#include <QHostAddress>
#include <QTcpSocket>
#include <QtTest>
#include <boost/json/serialize.hpp>

#include "engine/ingest/desks/served_call.h"
#include "engine/wire/protocol.h"
#include "raw_console.h"
#include "team_world.h"
#include "tests/support/expect.h"

namespace test_desk_hostile {

using namespace evenhand;
using namespace evenhand::test;
namespace json = boost::json;

namespace {

std::string problemOf(const json::object& answer, const char* member = "code") {
    const auto* problem = answer.if_contains("problem");
    return problem != nullptr && problem->is_object() ? std::string(problem->get_object().at(member).get_string())
                                                      : json::serialize(answer);
}
json::object call(const char* name, json::object arguments, const char* key = nullptr) {
    static std::int64_t s_id = 0;
    json::object message{{"id", ++s_id}, {"call", name}, {"arguments", std::move(arguments)}};
    if (key != nullptr) {
        message["key"] = key;
    }
    return message;
}

}  // namespace

class TestDeskHostile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLineThatMakesNoSenseEnds_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<bool>("greets");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* first, bool greets, const char* says) {
            QTest::newRow(name) << QString::fromUtf8(first) << greets << QString::fromUtf8(says);
        };
        row("no hello", R"({"id":1,"call":"orders.page","arguments":{}})", false, "hello");
        row("no JSON", "hello", false, "body");
        row("no object", "[1]", false, "object");
        row("hello without protocol", R"({"hello":{"program":"x","via":"Console"}})", false, "protocol");
        row("hello of the service itself", R"({"hello":{"program":"x","protocol":"y","via":"Engine"}})", false, "via");
        row("other protocol", R"({"hello":{"program":"0.0.9","protocol":"y","via":"Console"}})", false, "0.0.9");
        row("a member twice", R"({"id":1,"id":2,"call":"orders.page","arguments":{}})", true, "body");
        row("id is text", R"({"id":"1","call":"orders.page","arguments":{}})", true, "id");
        row("no arguments", R"({"id":1,"call":"orders.page"})", true, "arguments");
        row("an actor", R"({"id":1,"call":"orders.page","arguments":{},"actor":"boss"})", true, "actor");
        row("a key that is too long",
            R"({"id":1,"call":"orders.page","arguments":{},"key":"0123456789012345678901234567890123456789012345678901234567890123x"})",
            true, "key");
        row("deep", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", true, "body");
    }
    void aLineThatMakesNoSenseEnds() {
        QFETCH(QString, first);
        QFETCH(bool, greets);
        QFETCH(QString, says);
        TeamWorld world;
        const auto other = world.console();
        RawConsole raw(world.host->port());
        QVERIFY(!greets || raw.greet());
        QVERIFY(raw.send(first.toStdString()));
        const auto reason = QString::fromStdString(raw.end());
        QVERIFY2(reason.contains(says), qPrintable(reason));
        DONE(TeamWorld::wait(other->dispatch().campuses({*other->owner(), {}, {}})));
    }

    void whatIsAskedWronglyIsRefusedByItsPath() {
        TeamWorld world;
        RawConsole raw(world.host->port());
        QVERIFY(raw.greet());
        QCOMPARE(problemOf(raw.ask(call("orders.nothing", {}))), std::string("Unsupported"));
        QCOMPARE(problemOf(raw.ask(call("orders.detail", {}))), std::string("InvalidArgument"));
        QCOMPARE(problemOf(raw.ask(call("orders.detail", {})), "field"), std::string("orderNo"));
        QCOMPARE(problemOf(raw.ask(call("orders.detail", {{"orderNo", 5}})), "field"), std::string("orderNo"));
        QCOMPARE(problemOf(raw.ask(call("orders.detail", {{"orderNo", "A"}, {"more", 1}})), "field"),
                 std::string("more"));
        const json::object line{{"sku", "tea"}, {"quantity", 1.5}, {"unitPrice", 1}};
        json::object order{{"key", "k"},          {"orderNo", ""},      {"user", "u"},    {"campus", "north"},
                           {"placedAt", nullptr}, {"payWith", nullptr}, {"draw", nullptr}};
        order["lines"] = json::array{json::object{{"sku", "tea"}, {"quantity", 1}, {"unitPrice", 1}}, line};
        QCOMPARE(problemOf(raw.ask(call("orders.place", {{"request", order}}, "k1")), "field"),
                 std::string("request.lines[1].quantity"));
        QCOMPARE(problemOf(raw.ask(call("orders.place", {{"request", order}})), "field"), std::string("key"));
        QCOMPARE(*TeamWorld::wait(world.workspace->orders().count(world.call, {})), std::int64_t{0});
    }

    /// Calls that are meant for workers are refused to every client, and all others until somebody has signed in.
    void whatStaysInsideAndWhatNeedsAPerson() {
        TeamWorld world;
        RawConsole owner(world.host->port());
        QVERIFY(owner.greet());
        std::size_t inside = 0;
        for (const auto& served : ingest::servedCalls()) {
            if (served.kind == ingest::CallKind::Inside) {
                QCOMPARE(problemOf(owner.ask(call(std::string(served.name).c_str(), {}))),
                         std::string("PermissionDenied"));
                ++inside;
            }
        }
        QVERIFY(inside > 10);
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        RawConsole nobody(world.host->port());
        QVERIFY(nobody.greet());
        for (const auto& served : ingest::servedCalls()) {
            if (served.kind != ingest::CallKind::Inside) {
                QCOMPARE(problemOf(nobody.ask(call(std::string(served.name).c_str(), {}, "k"))),
                         std::string("SessionEnded"));
            }
        }
        const json::object forged{{"id", 1'000'000}, {"resume", std::string(64, 'a')}};
        QCOMPARE(problemOf(nobody.ask(forged)), std::string("SessionEnded"));
    }

    void aTokenIsGoodUntilItsSessionEnds() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        RawConsole first(world.host->port());
        QVERIFY(first.greet());
        const json::object signIn{
            {"id", 1}, {"signIn", {{"login", "boss"}, {"password", TeamWorld::kPassword}, {"via", "Console"}}}};
        const auto entered = first.ask(signIn);
        QVERIFY2(entered.contains("value"), json::serialize(entered).c_str());
        const auto token = entered.at("value").at("token").get_string();
        RawConsole second(world.host->port());
        QVERIFY(second.greet());
        QVERIFY(second.ask({{"id", 1}, {"resume", token}}).contains("value"));
        QVERIFY(second.ask(call("accounts.people", {})).contains("value"));
        QVERIFY(first.ask({{"id", 2}, {"signOut", nullptr}}).contains("value"));
        QCOMPARE(problemOf(second.ask(call("accounts.people", {}))), std::string("SessionEnded"));
        RawConsole third(world.host->port());
        QVERIFY(third.greet());
        QCOMPARE(problemOf(third.ask({{"id", 1}, {"resume", token}})), std::string("SessionEnded"));
    }

    /// The same key with the same command, over another line, gets the stored answer; with another command it is
    /// refused.
    void aKeyIsGoodForOneCommand() {
        TeamWorld world;
        const json::object units{{"sku", "tea"}, {"units", 3}, {"note", "n"}};
        RawConsole first(world.host->port());
        RawConsole second(world.host->port());
        QVERIFY(first.greet() && second.greet());
        auto message = call("shop.receiveStock", units, "the key");
        auto done = first.ask(message);
        QVERIFY2(done.contains("value"), json::serialize(done).c_str());
        auto again = second.ask(message);
        QCOMPARE(json::serialize(again), json::serialize(done));
        auto other = units;
        other["units"] = 4;
        QCOMPARE(problemOf(second.ask(call("shop.receiveStock", other, "the key"))), std::string("KeyReused"));
        const auto history = TeamWorld::wait(world.workspace->shop().stockHistory(world.call, Sku("tea"), 0, 100));
        QVERIFY(history);
        QCOMPARE(std::count_if(history->begin(), history->end(), [](const auto& row) { return row.reason == "n"; }), 1);
    }

    void tooMuchAtOnce() {
        TeamWorld world;
        const auto other = world.console();
        RawConsole raw(world.host->port());
        QVERIFY(raw.greet());
        const auto ofSize = [](std::size_t bytes) {
            return call("orders.nothing", {{"text", std::string(bytes, 'x')}});
        };
        QCOMPARE(problemOf(raw.ask(ofSize(wire::kMaxRequest - 1'000))), std::string("Unsupported"));
        (void)raw.send(ofSize(wire::kMaxRequest));  // it may be cut while it is sent
        QVERIFY2(!raw.next("id"), "a message of more than a mebibyte was answered");
        RawConsole busy(world.host->port());
        QVERIFY(busy.greet());
        constexpr int kCalls = 2'000;
        for (int i = 0; i < kCalls; ++i) {
            QVERIFY(busy.send(call("orders.count", {{"filter", nullptr}})));
        }
        for (int i = 0; i < kCalls; ++i) {
            QVERIFY(busy.next("id"));
        }
        DONE(TeamWorld::wait(other->dispatch().campuses({*other->owner(), {}, {}})));
    }

    /// Who has not signed in has nothing to say that would be long.
    void whoIsNobodySaysLittle() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        RawConsole nobody(world.host->port());
        QVERIFY(nobody.greet());
        QCOMPARE(problemOf(nobody.ask(call("orders.nothing", {{"text", std::string(1'000, 'x')}}))),
                 std::string("Unsupported"));
        RawConsole boss(world.host->port());
        QVERIFY(boss.greet());
        const json::object signIn{
            {"id", 1'000'000}, {"signIn", {{"login", "boss"}, {"password", TeamWorld::kPassword}, {"via", "Console"}}}};
        QVERIFY(boss.ask(signIn).contains("value"));
        QCOMPARE(problemOf(boss.ask(call("orders.nothing", {{"text", std::string(100'000, 'x')}}))),
                 std::string("Unsupported"));
        (void)nobody.send(call("orders.nothing", {{"text", std::string(10'000, 'x')}}));
        QVERIFY2(!nobody.next("id"), "a long message of somebody unknown was answered");
    }

    void pagesOfTheWebStayOutside() {
        TeamWorld world;
        const auto port = world.host->port();
        const auto answer = [&](const QByteArray& more) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, port);
            if (!socket.waitForConnected(10'000)) {
                return QByteArray();
            }
            socket.write(
                "GET /v1/console HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                more + "\r\n");
            socket.waitForReadyRead(10'000);
            return socket.readLine().trimmed();
        };
        QCOMPARE(answer("Upgrade: websocket\r\nOrigin: https://evil.example\r\n"),
                 QByteArray("HTTP/1.1 403 Forbidden"));
        QVERIFY(answer("").startsWith("HTTP/1.1 426"));
        QVERIFY(answer("Upgrade: websocket\r\n").startsWith("HTTP/1.1 101"));
    }
};

}  // namespace test_desk_hostile

QTEST_GUILESS_MAIN(test_desk_hostile::TestDeskHostile)
#include "test_desk_hostile.moc"
