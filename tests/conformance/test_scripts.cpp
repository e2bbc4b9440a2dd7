// SPDX-License-Identifier: GPL-3.0-or-later
// Every script of lua/ with generated keys and arguments, on the embedded keyspace by its compiled path and on a real
// Redis 7.0 by EVALSHA; replies and the content of the keys are compared. EVENHAND_SEED repeats a run.
#include <QtTest>
#include <algorithm>
#include <cstdio>
#include <map>

#include "arguments.h"
#include "engine/script/script_library.h"
#include "scripts/script_generators.h"
#include "tests/support/expect.h"
#include "tests/support/servers/redis_process.h"
#include "twin.h"

namespace test_scripts {

using namespace evenhand::conformance;
using evenhand::script::allScripts;

namespace {
constexpr int kEpisodes = 25;
constexpr int kRunsPerScript = 120;
}  // namespace

class TestScripts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyScriptHasAGenerator();
    void everyGeneratorHasAScript();
    void bothSidesAgree();

private:
    bool episode(Twin& twin, Draw& draw);

    evenhand::testing::RedisProcess m_process;
    RedisLink m_redis;
};

void TestScripts::initTestCase() {
    DONE(m_process.start());
    QVERIFY(m_redis.open(m_process.socketPath().toStdString()));
}

void TestScripts::everyScriptHasAGenerator() {
    for (const auto& script : allScripts()) {
        QVERIFY2(generatorOf(script.name) != nullptr,
                 qPrintable(QStringLiteral("no generator in tests/conformance/scripts for lua/%1.lua")
                                .arg(QString::fromStdString(std::string(script.name)))));
    }
}

void TestScripts::everyGeneratorHasAScript() {
    const auto scripts = allScripts();
    for (const std::string& name : registeredScripts()) {
        QVERIFY2(
            std::any_of(scripts.begin(), scripts.end(), [&name](const auto& script) { return script.name == name; }),
            name.c_str());
    }
}

bool TestScripts::episode(Twin& twin, Draw& draw) {
    twin.reset();
    for (const auto& script : allScripts()) {
        twin.loadScript(script);
    }
    const auto scripts = allScripts();
    for (std::size_t i = 0; i < scripts.size() * kRunsPerScript; ++i) {
        const auto& script = scripts[draw.rng.below(scripts.size())];
        if (const ScriptGenerator generator = generatorOf(script.name)) {
            if (!twin.runScript(script, generator(draw))) {
                return false;
            }
        }
    }
    return twin.replicaAgrees();
}

void TestScripts::bothSidesAgree() {
    const std::uint64_t seed = qEnvironmentVariableIsSet("EVENHAND_SEED")
                                   ? qEnvironmentVariable("EVENHAND_SEED").toULongLong()
                                   : evenhand::Rng::systemSeed();
    qInfo("EVENHAND_SEED=%llu", static_cast<unsigned long long>(seed));
    Draw draw(seed);
    Twin twin(m_redis, seed);
    for (int i = 0; i < kEpisodes; ++i) {
        if (!episode(twin, draw)) {
            std::fprintf(stderr, "%s\n", twin.report().c_str());
            QFAIL(qPrintable(QString::fromStdString(twin.report().substr(0, 1000))));
        }
    }
    qInfo("%llu replies compared", static_cast<unsigned long long>(twin.compared()));
    // A script that only ever fails was not tested.
    for (const auto& [name, runs] : twin.scriptRuns()) {
        QVERIFY2(runs.succeeded > 0, name.c_str());
    }
}

}  // namespace test_scripts

QTEST_GUILESS_MAIN(test_scripts::TestScripts)
#include "test_scripts.moc"
