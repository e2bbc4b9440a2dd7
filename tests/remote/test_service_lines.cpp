// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a service: who may use one and for how long, a client that reads nothing, and the files of exports.
#include <QDir>
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <boost/json/serialize.hpp>

#include "engine/api/operations.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"
#include "line_proxy.h"
#include "raw_console.h"
#include "team_world.h"
#include "tests/support/expect.h"

namespace test_service_lines {

using namespace evenhand;
using namespace evenhand::test;
namespace json = boost::json;

class TestServiceLines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The owner needs no password only while the workspace has no people. When the first is added, the owner's open
    /// lines lose their rights too.
    void theOwnersLineEndsWhenSomebodyCanSignIn() {
        TeamWorld world;
        const auto console = world.console();
        RawConsole raw(world.host->port());
        const auto hello = raw.hello();
        QVERIFY(hello && hello->at("actor").is_string());
        const auto owner = console->owner();
        QVERIFY(owner);
        DONE(TeamWorld::wait(console->dispatch().campuses({*owner, {}, {}})));
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        QTRY_VERIFY(owner->ended());
        REFUSED(TeamWorld::wait(console->dispatch().campuses({*owner, {}, {}})), ErrorCode::SessionEnded);
        // The service itself refuses, not only the console.
        const auto asked = raw.ask({{"id", 1}, {"call", "dispatch.campuses"}, {"arguments", json::object()}});
        QVERIFY2(json::serialize(asked).find("SessionEnded") != std::string::npos, json::serialize(asked).c_str());
        RawConsole late(world.host->port());
        const auto answer = late.hello();
        QVERIFY(answer && answer->at("actor").is_null());
        const auto boss = world.signIn(*console, "boss");
        DONE(boss);
        DONE(TeamWorld::wait(console->dispatch().campuses({boss->actor, {}, {}})));
    }

    /// A proxy on this machine connects by the owner's own account, but its clients are somebody else. So a line with a
    /// proxy's header never gets the owner's rights.
    void whatAProxyPassesOnIsNobody_data() {
        QTest::addColumn<QByteArray>("header");
        for (const auto* header : {"Forwarded", "Via", "X-Forwarded-For", "X-Real-IP"}) {
            QTest::newRow(header) << QByteArray(header);
        }
    }
    void whatAProxyPassesOnIsNobody() {
        QFETCH(QByteArray, header);
        TeamWorld world;
        RawConsole passedOn(world.host->port(), {header.toStdString(), "10.0.0.9"});
        const auto hello = passedOn.hello();
        QVERIFY(hello && hello->at("actor").is_null());
        const auto asked = passedOn.ask({{"id", 1}, {"call", "dispatch.campuses"}, {"arguments", json::object()}});
        QVERIFY2(json::serialize(asked).find("SessionEnded") != std::string::npos, json::serialize(asked).c_str());
        RawConsole direct(world.host->port());
        const auto own = direct.hello();
        QVERIFY(own && own->at("actor").is_string());
    }

    /// Through a proxy of this machine, the client's own address is taken from X-Forwarded-For; the list of connected
    /// consoles and the count of failed attempts to sign in need it. Text that is not an address is ignored.
    void whoIsBehindAProxyOfThisMachineIsKnown_data() {
        QTest::addColumn<QByteArray>("passedOn");
        QTest::addColumn<QByteArray>("from");
        QTest::newRow("one") << QByteArray("10.0.0.9") << QByteArray("10.0.0.9");
        QTest::newRow("the last of several") << QByteArray("192.0.2.1, 10.0.0.9") << QByteArray("10.0.0.9");
        QTest::newRow("no address") << QByteArray("somebody") << QByteArray("127.0.0.1");
        QTest::newRow("nothing") << QByteArray(" ") << QByteArray("127.0.0.1");
    }
    void whoIsBehindAProxyOfThisMachineIsKnown() {
        QFETCH(QByteArray, passedOn);
        QFETCH(QByteArray, from);
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        RawConsole console(world.host->port(), {"X-Forwarded-For", passedOn.toStdString()});
        QVERIFY(console.greet());
        const auto entered = console.ask(
            {{"id", 1}, {"signIn", {{"login", "boss"}, {"password", TeamWorld::kPassword}, {"via", "Console"}}}});
        QVERIFY2(entered.contains("value"), json::serialize(entered).c_str());
        const auto connected = TeamWorld::wait(world.workspace->team().connected(world.call));
        DONE(connected);
        const auto boss = std::find_if(connected->begin(), connected->end(),
                                       [](const api::ConnectedConsole& row) { return row.who == "boss"; });
        QVERIFY(boss != connected->end());
        QCOMPARE(boss->from, from.toStdString());
    }

    /// The service is restarted while a command is on its way, and the session has ended by then, so the command cannot
    /// be sent again. Its outcome is reported as unknown.
    void aCommandOfASessionThatEndedBehindARestartIsUnknown() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        QVERIFY(world.addPerson("other", {api::Role::Administrator}));  // the last administrator cannot be disabled
        LineProxy proxy(world.host->port());
        const auto console = world.console(proxy.port());
        const auto boss = world.signIn(*console, "boss");
        DONE(boss);
        const api::Call call{boss->actor, "because", {}};
        DONE(TeamWorld::wait(console->shop().receiveStock(call, Sku("tea"), 5, "before")));
        proxy.stall(true);
        QTRY_VERIFY(proxy.isSilent());  // at least its status waits to be sent
        auto answer = console->shop().receiveStock(call, Sku("tea"), 7, "cut off");
        proxy.cut();
        const auto people = TeamWorld::wait(world.workspace->accounts().people(world.call));
        QVERIFY(people && people->size() == 2 && people->front().login == "boss");
        for (const bool disabled : {true, false}) {
            DONE(TeamWorld::wait(world.workspace->accounts().setDisabled(world.call, {people->front().id}, disabled)));
        }
        world.restart();
        proxy.stall(false);
        REFUSED(TeamWorld::wait(answer), ErrorCode::OutcomeUnknown);
        QTRY_VERIFY(boss->actor.ended());
        DONE(world.signIn(*console, "boss"));
    }

    /// The token of a locked console is good for nothing, and its session ends with its line.
    void aLockedConsoleIsNotTakenUpAgain() {
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        const json::object signIn{
            {"id", 1}, {"signIn", {{"login", "boss"}, {"password", TeamWorld::kPassword}, {"via", "Console"}}}};
        const auto takenUp = [&](const json::value& token) {
            RawConsole other(world.host->port());
            return other.greet() && other.ask({{"id", 1}, {"resume", token}}).contains("value");
        };
        auto desk = std::make_unique<RawConsole>(world.host->port());
        QVERIFY(desk->greet());
        const auto entered = desk->ask(signIn);
        QVERIFY2(entered.contains("value"), json::serialize(entered).c_str());
        const auto token = entered.at("value").at("token");
        QVERIFY(takenUp(token));
        const json::object lock{{"id", 2}, {"call", "accounts.lock"}, {"arguments", json::object()}};
        QVERIFY(desk->ask(lock).contains("value"));
        QVERIFY(!takenUp(token));
        const json::object unlock{
            {"id", 3}, {"call", "accounts.unlock"}, {"arguments", {{"password", TeamWorld::kPassword}}}};
        const auto unlocked = desk->ask(unlock);
        QVERIFY2(unlocked.contains("value"), json::serialize(unlocked).c_str());
        QVERIFY(takenUp(token));
        QVERIFY(desk->ask(lock).contains("value"));
        desk.reset();
        const auto isSignedOut = [&] {
            api::AuditQuery query;
            query.filter.actor = "boss";
            query.filter.operations = {std::string(api::infoOf(api::Operation::AccountsSignOut).name)};
            const auto entries = TeamWorld::wait(world.workspace->audit().page(world.call, query));
            return entries && entries->size() == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSignedOut(), 30'000);
        QVERIFY(!takenUp(token));
    }

    /// A line on which nothing comes any more is dead, though nobody has closed it: the console says so, and comes back
    /// once something passes again. In less time than the fifteen seconds that it takes otherwise.
    void aConsoleNoticesThatItsLineIsDead() {
        TeamWorld world;
        LineProxy proxy(world.host->port());
        auto options = world.lineOptions(proxy.port());
        options.socket = [](boost::asio::io_context& io, const remote::ServiceAddress& address,
                            const remote::ServiceTrust& trust, remote::SocketLine::Listener listener) {
            constexpr std::int64_t kDeadMs = 2'000;
            return remote::SocketLine::connect(io, address, trust, std::move(listener), kDeadMs);
        };
        const auto console = remote::RemoteEngine::connect(options);
        DONE(console);
        QTRY_COMPARE((*console)->status().state, api::EngineState::Live);
        proxy.stall(true);
        QTRY_COMPARE_WITH_TIMEOUT((*console)->status().state, api::EngineState::Disconnected, 60'000);
        proxy.stall(false);
        QTRY_COMPARE_WITH_TIMEOUT((*console)->status().state, api::EngineState::Live, 60'000);
        DONE(TeamWorld::wait((*console)->dispatch().campuses({*(*console)->owner(), {}, {}})));
    }

    /// Sessions are stored, so that a service which is started anew knows them; not those that are over.
    void aSessionThatIsOverIsSoAtAServiceStartedAnew_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"sign-out", "administrator", "disabled", "reset"}) {
            QTest::newRow(how) << QString::fromLatin1(how);
        }
    }
    void aSessionThatIsOverIsSoAtAServiceStartedAnew() {
        QFETCH(QString, how);
        TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        QVERIFY(world.addPerson("bob", {api::Role::Dispatcher}));
        RawConsole kept(world.host->port());
        const auto keptToken = tokenOf(kept, "boss");
        RawConsole line(world.host->port());
        const auto token = tokenOf(line, "bob");
        QVERIFY(!keptToken.empty() && !token.empty());
        QCOMPARE(refusalOf(line.ask(kCampuses)), std::string());
        const auto people = TeamWorld::wait(world.workspace->accounts().people(world.call));
        DONE(people);
        const auto bob =
            *std::find_if(people->begin(), people->end(), [](const auto& each) { return each.login == "bob"; });
        if (how == QLatin1String("sign-out")) {
            QVERIFY(line.ask({{"id", 2}, {"signOut", nullptr}}).contains("value"));
        } else if (how == QLatin1String("administrator")) {
            const auto rows = TeamWorld::wait(world.workspace->team().connected(world.call));
            DONE(rows);
            const auto row =
                *std::find_if(rows->begin(), rows->end(), [](const auto& each) { return each.who == "bob"; });
            DONE(TeamWorld::wait(world.workspace->team().end(world.call, row.id)));
            QVERIFY(!line.end().empty());
        } else if (how == QLatin1String("disabled")) {
            // And enabled again: that lets nobody in who has to sign in.
            for (const bool disabled : {true, false}) {
                DONE(TeamWorld::wait(world.workspace->accounts().setDisabled(world.call, {bob.id, 0}, disabled)));
            }
        } else {
            DONE(TeamWorld::wait(
                world.workspace->accounts().resetPassword(world.call, {bob.id, 0}, Secret("another-long-password"))));
        }
        if (how != QLatin1String("administrator")) {
            QCOMPARE(refusalOf(line.ask(kCampuses)), std::string("SessionEnded"));
        }
        QCOMPARE(resumed(world, token), std::string("SessionEnded"));
        world.restart();
        QCOMPARE(resumed(world, token), std::string("SessionEnded"));
        QCOMPARE(resumed(world, keptToken), std::string());
    }

    /// A client that does not read is disconnected when its buffer is full; others are not disturbed.
    void whoDoesNotReadIsCutOff() {
        ingest::ServerOptions server;
        server.limits.lineBuffer = std::size_t{1} << 20;
        server.sendBuffer = 64 << 10;
        TeamWorld world(server);
        for (int i = 0; i < 300; ++i) {
            DONE(TeamWorld::wait(world.workspace->orders().place(world.call, oneTea("o" + std::to_string(i)))));
        }
        const auto other = world.console();
        RawConsole deaf(world.host->port());
        QVERIFY(deaf.greet());
        constexpr int kMaxSent = 100'000;  // some 5 MB of calls, and gigabytes of answers
        int sent = 0;
        while (sent < kMaxSent &&
               deaf.send({{"id", sent + 1}, {"call", "audit.page"}, {"arguments", {{"query", auditQuery()}}}})) {
            ++sent;
            if (sent % 100 == 0) {
                DONE(TeamWorld::wait(other->dispatch().campuses({*other->owner(), {}, {}})));
            }
        }
        QVERIFY2(sent < kMaxSent, "it was never cut off");
        DONE(TeamWorld::wait(other->dispatch().campuses({*other->owner(), {}, {}})));
        QVERIFY(other->status().state == api::EngineState::Live);
        RawConsole next(world.host->port());
        QVERIFY(next.greet());
    }

    /// A killed service leaves partial export files; the next start removes them.
    void exportsOfAServiceThatWasKilledAreRemoved() {
        TeamWorld world;
        QVERIFY(QDir().mkpath(world.exportsFolder()));
        QFile left(world.exportsFolder() + QStringLiteral("/123-1.part"));
        QVERIFY(left.open(QIODevice::WriteOnly) && left.write("a,b\r\n") > 0);
        left.close();
        world.restart();
        QVERIFY(!left.exists());
        // A running service leaves none after an export was sent.
        const auto console = world.console();
        const QTemporaryDir folder;
        DONE(TeamWorld::wait(console->orders().exportCsv({*console->owner(), {}, {}}, {},
                                                         folder.filePath(QStringLiteral("o.csv")).toStdString(), {})));
        QTRY_COMPARE(QDir(world.exportsFolder()).entryList(QDir::Files).size(), 0);
    }

    /// The audit log names the file as the person chose it on her machine, not the service's temporary file.
    void theAuditLogSaysWhereAnExportWentTo() {
        TeamWorld world;
        const auto console = world.console();
        const QTemporaryDir folder;
        const auto target = folder.filePath(QStringLiteral("叮咚.csv")).toStdString();
        DONE(TeamWorld::wait(console->orders().exportCsv({*console->owner(), {}, {}}, {}, target, {})));
        const auto here = folder.filePath(QStringLiteral("here.csv")).toStdString();
        DONE(TeamWorld::wait(world.workspace->orders().exportCsv(world.call, {}, here, {})));
        const auto entries = TeamWorld::wait(world.workspace->audit().page(world.call, {}));
        DONE(entries);
        std::vector<std::string> details;
        for (const auto& entry : *entries) {
            if (entry.operation == api::infoOf(api::Operation::DataExport).name) {
                details.push_back(entry.detail);
                QVERIFY2(entry.detail.find(world.exportsFolder().toStdString()) == std::string::npos,
                         entry.detail.c_str());
            }
        }
        std::sort(details.begin(), details.end());
        QCOMPARE(details, (std::vector<std::string>{"0 rows; no filter; sent to the console as 叮咚.csv",
                                                    "0 rows; no filter; to " + here}));
    }

private:
    const json::object kCampuses{{"id", 9}, {"call", "dispatch.campuses"}, {"arguments", json::object()}};

    /// The code of an answer; empty: it is no refusal.
    static std::string refusalOf(const json::object& answer) {
        const auto* problem = answer.if_contains("problem");
        return problem == nullptr ? std::string(answer.contains("value") ? "" : "no answer")
                                  : std::string(problem->at("code").get_string());
    }
    /// Signs in; empty: refused.
    static std::string tokenOf(RawConsole& console, const char* login) {
        if (!console.greet()) {
            return {};
        }
        const auto entered = console.ask(
            {{"id", 1}, {"signIn", {{"login", login}, {"password", TeamWorld::kPassword}, {"via", "Console"}}}});
        return entered.contains("value") ? std::string(entered.at("value").at("token").get_string()) : std::string();
    }
    /// How another line is answered that takes the session up.
    static std::string resumed(const TeamWorld& world, const std::string& token) {
        RawConsole again(world.host->port());
        return again.greet() ? refusalOf(again.ask({{"id", 1}, {"resume", token}})) : std::string("no hello");
    }
    static json::value auditQuery() {
        wire::Writing out;
        api::AuditQuery query;
        query.limit = 300;
        return wire::write(query, out);
    }
};

}  // namespace test_service_lines

QTEST_GUILESS_MAIN(test_service_lines::TestServiceLines)
#include "test_service_lines.moc"
