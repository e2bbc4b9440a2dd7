// SPDX-License-Identifier: GPL-3.0-or-later
// Every script of lua/ against a table of what it has to do (expectations/), on the embedded keyspace and on a Redis
// server. Comparing the two with each other cannot find a fault of the script: both run the same one. And whether the
// tables leave something open: each small fault that a script may have (script_mutants.h) must be noticed by a case.
#include <QDir>
#include <QtTest>
#include <algorithm>
#include <set>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"
#include "engine/script/script_library.h"
#include "script_mutants.h"
#include "script_table.h"
#include "tests/support/expect.h"
#include "tests/support/servers/redis_process.h"

namespace test_script_tables {

using namespace evenhand;
using namespace evenhand::conformance;
using keyspace::Reply;

namespace {

/// The keyspace of the engine, with its scripts.
class Embedded {
public:
    Embedded() : m_host(m_keyspace, kLimits) { m_keyspace.setNow({1'700'000'000'000}); }
    Reply execute(const Arguments& command) {
        const std::vector<std::string_view> views(command.begin(), command.end());
        return m_keyspace.execute(views);
    }
    Reply run(const TableCase& given) {
        const std::vector<std::string_view> keys(given.keys.begin(), given.keys.end());
        const std::vector<std::string_view> arguments(given.arguments.begin(), given.arguments.end());
        return m_host.evalScript(script::scriptNamed(given.script), keys, arguments);
    }
    /// `source` instead of the case's script.
    Reply run(const TableCase& given, const std::string& source) {
        const std::vector<std::string_view> keys(given.keys.begin(), given.keys.end());
        const std::vector<std::string_view> arguments(given.arguments.begin(), given.arguments.end());
        return m_host.evalSource(source, keys, arguments);
    }

private:
    /// A fault may be a loop without end.
    static constexpr script::ScriptLimits kLimits{.instructions = 1'000'000};
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

/// What is not as the case expects it; empty: nothing.
std::string difference(const TableCase& given, const Execute& execute, const std::function<Reply()>& run) {
    for (const auto& command : given.given) {
        if (const auto reply = execute(command); reply.isError()) {
            return "before: " + reply.text;
        }
    }
    const auto before = contents(execute);
    if (const auto reply = written(run()); reply != given.reply) {
        return "answered " + reply + ", expected " + given.reply;
    }
    const auto after = contents(execute);
    const auto& expected = given.unchanged ? before : given.then;
    return after == expected ? std::string()
                             : "afterwards there is\n" + joined(after) + "expected was\n" + joined(expected);
}

}  // namespace

class TestScriptTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        DONE(m_server.start());
        QVERIFY(m_redis.open(m_server.socketPath().toStdString()));
        const QDir folder(QStringLiteral(EVENHAND_SOURCE_DIR "/tests/conformance/expectations"));
        for (const auto& name : folder.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name)) {
            QString fault;
            auto cases = readTable(folder.filePath(name), fault);
            QVERIFY2(!cases.empty(), qPrintable(fault));
            m_cases.insert(m_cases.end(), cases.begin(), cases.end());
        }
        QString fault;
        m_harmless = readHarmless(folder.filePath(QStringLiteral("harmless.list")), fault);
        QVERIFY2(!m_harmless.empty(), qPrintable(fault));
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
        for (const auto& each : m_harmless) {
            QVERIFY2(scripts.contains(each.script), each.script.c_str());
        }
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
        const auto onEmbedded = difference(
            given, [&](const Arguments& command) { return embedded.execute(command); },
            [&] { return embedded.run(given); });
        QVERIFY2(onEmbedded.empty(), onEmbedded.c_str());
        if (given.embeddedAlone) {
            return;
        }
        QCOMPARE(written(m_redis.ask({"FLUSHALL"})), std::string("+OK"));
        const auto onServer = difference(
            given, [&](const Arguments& command) { return m_redis.ask(command); },
            [&] {
                Arguments command{"EVAL", std::string(script::scriptNamed(given.script).source),
                                  std::to_string(given.keys.size())};
                command.insert(command.end(), given.keys.begin(), given.keys.end());
                command.insert(command.end(), given.arguments.begin(), given.arguments.end());
                return m_redis.ask(command);
            });
        QVERIFY2(onServer.empty(), onServer.c_str());
    }
    /// The faults themselves: a list that is empty by mistake would find that everything is noticed.
    void theFaultsOfALine() {
        const auto changes = [](std::string_view source) {
            std::string all;
            for (const auto& mutant : mutantsOf(source)) {
                all += std::to_string(mutant.line) + " " + mutant.after + "\n";
            }
            return all;
        };
        QCOMPARE(changes("-- a < b\nif a >= 10 and not b then -- c == 1\nend\nreturn KEYS[2]"),
                 std::string("2 if a > 10 and not b then\n2 if a >= 10 or not b then\n2 if a >= 10 and b then\n"
                             "2 if a >= 11 and not b then\n2 if a >= 9 and not b then\n2 if true then\n"
                             "2 if false then\n2 if not b then\n2 if a >= 10 then\n"
                             "4 \n4 return KEYS[3]\n4 return KEYS[1]\n"));
        QCOMPARE(changes("  redis.call('LPUSH', 'a1', '1', b1)\n"),
                 std::string("1 \n1 redis.call('RPUSH', 'a1', '1', b1)\n1 redis.call('LPUSH_', 'a1', '1', b1)\n"
                             "1 redis.call('LPUSH', 'a1_', '1', b1)\n1 redis.call('LPUSH', 'a1', '1_', b1)\n"));
        QCOMPARE(mutantsOf("local a = 1\n  f(a) -- b\nend").back().source, std::string("local a = 1\n   -- b\nend"));
    }
    void everyFaultOfAScriptIsNoticed_data() {
        QTest::addColumn<QString>("script");
        for (const auto& each : script::allScripts()) {
            const auto name = QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size()));
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    /// Lines that no case runs, boundaries that none stands at: whoever changes a script sees here what it lacks.
    void everyFaultOfAScriptIsNoticed() {
        QFETCH(QString, script);
        const auto name = script.toStdString();
        std::vector<const TableCase*> cases;
        for (const auto& each : m_cases) {
            if (each.script == name) {
                cases.push_back(&each);
            }
        }
        QVERIFY(!cases.empty());
        auto harmless = m_harmless;
        std::erase_if(harmless, [&](const auto& one) { return one.script != name; });
        std::string told;
        int noticed = 0;
        for (const auto& mutant : mutantsOf(script::scriptNamed(name).source)) {
            const bool found = std::any_of(cases.begin(), cases.end(), [&](const TableCase* each) {
                Embedded embedded;
                const auto execute = [&](const Arguments& command) { return embedded.execute(command); };
                return !difference(*each, execute, [&] { return embedded.run(*each, mutant.source); }).empty();
            });
            if (found) {
                ++noticed;
                continue;
            }
            const auto known = std::find_if(harmless.begin(), harmless.end(), [&](const auto& one) {
                return one.before == mutant.before && one.after == mutant.after;
            });
            if (known != harmless.end()) {
                harmless.erase(known);  // each once: the same line may stand elsewhere, where it matters
                continue;
            }
            told += "no case notices line " + std::to_string(mutant.line) + " as\n  " +
                    (mutant.after.empty() ? "(left out)" : mutant.after) + "\ninstead of\n  " + mutant.before + "\n";
        }
        for (const auto& one : harmless) {
            told +=
                "in harmless.list, but noticed, or no line of the script:\n  " + one.before + "\n  " + one.after + "\n";
        }
        QVERIFY2(told.empty(), told.c_str());
        QVERIFY(noticed > 0);
    }

private:
    evenhand::testing::RedisProcess m_server;
    RedisLink m_redis;
    std::vector<TableCase> m_cases;
    std::vector<Harmless> m_harmless;
};

}  // namespace test_script_tables

QTEST_GUILESS_MAIN(test_script_tables::TestScriptTables)
#include "test_script_tables.moc"
