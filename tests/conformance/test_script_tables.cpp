// SPDX-License-Identifier: GPL-3.0-or-later
// Every script of lua/ against a table of what it has to do (expectations/), on the embedded keyspace and on a Redis
// server. Comparing the two with each other cannot find a fault of the script: both run the same one.
#include <QDir>
#include <QtTest>
#include <set>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"
#include "engine/script/script_library.h"
#include "redis_process.h"
#include "script_table.h"

using namespace evenhand;
using namespace evenhand::conformance;
using keyspace::Reply;

namespace {

/// The keyspace of the engine, with its scripts.
class Embedded {
public:
    Embedded() : m_host(m_keyspace) { m_keyspace.setNow({1'700'000'000'000}); }
    Reply execute(const Arguments& command) {
        const std::vector<std::string_view> views(command.begin(), command.end());
        return m_keyspace.execute(views);
    }
    Reply run(const TableCase& given) {
        const std::vector<std::string_view> keys(given.keys.begin(), given.keys.end());
        const std::vector<std::string_view> arguments(given.arguments.begin(), given.arguments.end());
        return m_host.evalScript(script::scriptNamed(given.script), keys, arguments);
    }

private:
    keyspace::EmbeddedKeyspace m_keyspace;
    script::ScriptHost m_host;
};

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        text += "  " + line + "\n";
    }
    return text;
}

}  // namespace

class TestScriptTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(m_server.start(), qPrintable(m_server.error()));
        QVERIFY(m_redis.open(m_server.socketPath().toStdString()));
        const QDir folder(QStringLiteral(EVENHAND_SOURCE_DIR "/tests/conformance/expectations"));
        for (const auto& name : folder.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name)) {
            QString fault;
            auto cases = readTable(folder.filePath(name), fault);
            QVERIFY2(!cases.empty(), qPrintable(fault));
            m_cases.insert(m_cases.end(), cases.begin(), cases.end());
        }
    }
    void everyScriptHasCases() {
        std::set<std::string> covered;
        for (const auto& each : m_cases) {
            covered.insert(each.script);
        }
        std::set<std::string> scripts;
        for (const auto& each : script::allScripts()) {
            scripts.emplace(each.name);
        }
        QCOMPARE(covered, scripts);
    }
    void everyCaseIsAsExpected_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            QTest::newRow(qPrintable(m_cases[i].place)) << static_cast<int>(i);
        }
    }
    void everyCaseIsAsExpected() {
        QFETCH(int, index);
        const auto& given = m_cases[static_cast<std::size_t>(index)];
        Embedded embedded;
        compare(
            given, [&](const Arguments& command) { return embedded.execute(command); },
            [&] { return embedded.run(given); });
        if (QTest::currentTestFailed()) {
            return;
        }
        QCOMPARE(written(m_redis.ask({"FLUSHALL"})), std::string("+OK"));
        compare(
            given, [&](const Arguments& command) { return m_redis.ask(command); },
            [&] {
                Arguments command{"EVAL", std::string(script::scriptNamed(given.script).source),
                                  std::to_string(given.keys.size())};
                command.insert(command.end(), given.keys.begin(), given.keys.end());
                command.insert(command.end(), given.arguments.begin(), given.arguments.end());
                return m_redis.ask(command);
            });
    }

private:
    static void compare(const TableCase& given, const Execute& execute, const std::function<Reply()>& run) {
        for (const auto& command : given.given) {
            const auto reply = execute(command);
            QVERIFY2(!reply.isError(), reply.text.c_str());
        }
        const auto before = contents(execute);
        const auto reply = written(run());
        QVERIFY2(reply == given.reply,
                 qPrintable(QStringLiteral("answered %1, expected %2")
                                .arg(QString::fromStdString(reply), QString::fromStdString(given.reply))));
        const auto after = contents(execute);
        const auto& expected = given.unchanged ? before : given.then;
        QVERIFY2(after == expected,
                 qPrintable(QStringLiteral("afterwards there is\n%1expected was\n%2")
                                .arg(QString::fromStdString(joined(after)), QString::fromStdString(joined(expected)))));
    }

    RedisProcess m_server;
    RedisLink m_redis;
    std::vector<TableCase> m_cases;
};

QTEST_GUILESS_MAIN(TestScriptTables)
#include "test_script_tables.moc"
