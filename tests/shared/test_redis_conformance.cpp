// SPDX-License-Identifier: GPL-3.0-or-later
// The client and the embedded keyspace are one thing to business rules: random commands on a real server, and every
// script of lua/ on a server and on a cluster, all by the client, are answered as the embedded keyspace answers.
// Meanwhile nodes forget their scripts. EVENHAND_SEED repeats a run, EVENHAND_COMMANDS changes its length.
#include <QtTest>
#include <cstdio>
#include <functional>
#include <memory>

#include "call_list.h"
#include "client_link.h"
#include "command_generator.h"
#include "engine/base/rng.h"
#include "engine/script/script_library.h"
#include "scripts/script_generators.h"
#include "tests/support/expect.h"
#include "tests/support/servers/redis_cluster.h"
#include "tests/support/servers/redis_process.h"
#include "twin.h"

namespace test_redis_conformance {

using namespace evenhand;
using conformance::Arguments;
using conformance::CommandGenerator;
using conformance::Draw;
using conformance::Twin;
using test::Client;
using test::ClientLink;

namespace {

constexpr std::uint64_t kCommands = 100'000;
constexpr std::size_t kBatch = 100;
constexpr int kBatchesPerEpisode = 30;
constexpr std::size_t kRunsPerScript = 60;

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariable(name).toULongLong() : otherwise;
}

std::uint64_t newSeed() {
    const auto seed = fromEnvironment("EVENHAND_SEED", Rng::systemSeed());
    qInfo("EVENHAND_SEED=%llu", static_cast<unsigned long long>(seed));
    return seed;
}

}  // namespace

class TestRedisConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        DONE(m_server.startOnNetwork());
        DONE(m_cluster.start());
        m_address.nodes.push_back({"127.0.0.1", static_cast<std::uint16_t>(m_server.port())});
        QVERIFY(m_direct.open(m_server.socketPath().toStdString()));
    }

    void randomCommands() {
        const auto seed = newSeed();
        const auto wanted = fromEnvironment("EVENHAND_COMMANDS", kCommands);
        Client client(m_address);
        ClientLink link(client.client);
        CommandGenerator generator(seed);
        Twin twin(link, seed);
        while (twin.compared() < wanted) {
            QVERIFY2(episode(twin, generator), shown(twin, link));
        }
        QVERIFY(twin.successes().size() > 50);  // what is only ever refused is not compared
    }

    void scriptsOnAServer() {
        Client client(m_address);
        ClientLink link(client.client);
        scripts(link, [this](Draw&) { (void)m_direct.ask({"SCRIPT", "FLUSH"}); });
    }

    void scriptsOnACluster() {
        Client client(m_cluster.seeds());
        QVERIFY(client.client.isCluster().value_or(false));
        ClientLink link(client.client);
        scripts(link, [this](Draw& draw) {
            (void)m_cluster.ask(static_cast<int>(draw.rng.below(testing::RedisCluster::kMasters)), {"SCRIPT", "FLUSH"});
        });
    }

private:
    static bool episode(Twin& twin, CommandGenerator& generator) {
        twin.reset();
        generator.beginEpisode(twin.nowMs());
        for (int batch = 0; batch < kBatchesPerEpisode; ++batch) {
            std::vector<Arguments> commands;
            while (commands.size() < kBatch) {
                commands.push_back(generator.next());
            }
            if (!twin.run(commands)) {
                return false;
            }
            for (std::size_t i = 0; i < commands.size(); ++i) {
                if (commands[i][0] == "XADD" && !twin.replies()[i].isError() && !twin.replies()[i].isNil()) {
                    generator.learnId(twin.replies()[i].text);
                }
            }
        }
        return twin.replicaAgrees();
    }

    static const char* shown(const Twin& twin, const ClientLink& link) {
        std::fprintf(stderr, "%s\n", twin.report().c_str());  // longer than a test message may be
        return link.broken() ? link.fault().c_str() : "different, see above";
    }

    static void scripts(ClientLink& link, const std::function<void(Draw&)>& forget) {
        const auto seed = newSeed();
        Draw draw(seed);
        Twin twin(link, seed);
        twin.reset();
        const auto all = script::allScripts();
        for (std::size_t i = 0; i < all.size() * kRunsPerScript; ++i) {
            const auto& script = all[draw.rng.below(all.size())];
            const auto generator = conformance::generatorOf(script.name);
            QVERIFY2(generator != nullptr, std::string(script.name).c_str());
            if (draw.chance(5)) {
                forget(draw);
            }
            QVERIFY2(twin.runScript(script, generator(draw)), shown(twin, link));
        }
        QVERIFY(link.scripts() >= all.size() * kRunsPerScript);
        for (const auto& script : all) {
            const auto runs = twin.scriptRuns().find(std::string(script.name));
            QVERIFY2(runs != twin.scriptRuns().end() && runs->second.succeeded > 0, std::string(script.name).c_str());
        }
    }

    testing::RedisProcess m_server;
    testing::RedisLink m_direct;
    testing::RedisCluster m_cluster;
    redis::RedisAddress m_address;
};

}  // namespace test_redis_conformance

QTEST_GUILESS_MAIN(test_redis_conformance::TestRedisConformance)
#include "test_redis_conformance.moc"
