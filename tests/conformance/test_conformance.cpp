// SPDX-License-Identifier: GPL-3.0-or-later
// The embedded keyspace against a real Redis 7.0: hundreds of thousands of random commands and scripts, every reply
// compared. EVENHAND_SEED repeats a run, EVENHAND_COMMANDS changes its length.
#include <QtTest>
#include <cstdio>

#include "arguments.h"
#include "command_generator.h"
#include "engine/base/rng.h"
#include "tests/support/expect.h"
#include "tests/support/servers/redis_process.h"
#include "twin.h"

namespace test_conformance {

using namespace evenhand::conformance;

namespace {
constexpr std::uint64_t kCommands = 400'000;
constexpr int kBatch = 100;
constexpr int kBatchesPerEpisode = 30;

constexpr const char* kCommandNames[] = {
    "get",        "set",     "del",        "exists",    "type",          "incr",
    "incrby",     "decrby",  "expire",     "pexpire",   "persist",       "ttl",
    "pttl",       "time",    "hset",       "hsetnx",    "hget",          "hmget",
    "hgetall",    "hdel",    "hexists",    "hincrby",   "hlen",          "lpush",
    "rpush",      "lpop",    "rpop",       "llen",      "lrange",        "lindex",
    "lrem",       "sadd",    "srem",       "sismember", "scard",         "smembers",
    "zadd",       "zincrby", "zscore",     "zcard",     "zcount",        "zrange",
    "zrevrange",  "zrem",    "zpopmin",    "zpopmax",   "zrangebyscore", "zrevrangebyscore",
    "xadd",       "xlen",    "xrange",     "xrevrange", "xdel",          "zremrangebyscore",
    "xtrim",      "xack",    "xreadgroup", "xgroup",    "xpending",      "xclaim",
    "xautoclaim", "xinfo",   "eval",       "evalsha",   "script"};

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariable(name).toULongLong() : otherwise;
}
}  // namespace

class TestConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void randomCommands();

private:
    bool episode(Twin& twin, CommandGenerator& generator);

    evenhand::testing::RedisProcess m_process;
    RedisLink m_redis;
};

void TestConformance::initTestCase() {
    DONE(m_process.start());
    QVERIFY(m_redis.open(m_process.socketPath().toStdString()));
}

bool TestConformance::episode(Twin& twin, CommandGenerator& generator) {
    twin.reset();
    generator.beginEpisode(twin.nowMs());
    auto& rng = generator.rng();
    for (int batch = 0; batch < kBatchesPerEpisode; ++batch) {
        std::vector<Arguments> commands;
        for (int i = 0; i < kBatch; ++i) {
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
        if (rng.below(10) == 0) {
            const char kind = "shlezyx"[rng.below(7)];
            if (!twin.expireSoon(generator.key(kind), kind == 's')) {
                return false;
            }
        }
        if (rng.below(10) == 0) {
            const std::vector<Arguments> options{{},
                                                 {"COUNT", "3"},
                                                 {"MATCH", "[hs]:*", "COUNT", "50"},
                                                 {"TYPE", "stream"},
                                                 {"MATCH", "*:1", "TYPE", "zset"}};
            if (!twin.scanAll(options[rng.below(options.size())])) {
                return false;
            }
            const std::vector<Arguments> ofHash{{}, {"COUNT", "3"}, {"MATCH", "*1*", "COUNT", "5"}};
            if (!twin.scanAll(ofHash[rng.below(ofHash.size())], generator.key('h'))) {
                return false;
            }
        }
    }
    return twin.replicaAgrees();
}

void TestConformance::randomCommands() {
    const std::uint64_t seed = fromEnvironment("EVENHAND_SEED", evenhand::Rng::systemSeed());
    const std::uint64_t wanted = fromEnvironment("EVENHAND_COMMANDS", kCommands);
    qInfo("EVENHAND_SEED=%llu", static_cast<unsigned long long>(seed));
    CommandGenerator generator(seed);
    Twin twin(m_redis, seed);
    while (twin.compared() < wanted) {
        if (!episode(twin, generator)) {
            std::fprintf(stderr, "%s\n", twin.report().c_str());  // longer than a test message may be
            QFAIL(qPrintable(QString::fromStdString(twin.report().substr(0, 1000))));
        }
    }
    // What is only ever refused is not compared: each command must have worked often.
    for (const char* name : kCommandNames) {
        const auto found = twin.successes().find(name);
        QVERIFY2(found != twin.successes().end() && found->second >= wanted / 10'000, name);
    }
    qInfo("%llu replies compared", static_cast<unsigned long long>(twin.compared()));
}

}  // namespace test_conformance

QTEST_GUILESS_MAIN(test_conformance::TestConformance)
#include "test_conformance.moc"
