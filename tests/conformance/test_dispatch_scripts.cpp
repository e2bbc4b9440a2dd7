// SPDX-License-Identifier: GPL-3.0-or-later
// Every dispatch script in random sequences, on a real Redis 7.0 and on the embedded keyspace: every reply and the
// final state compared. EVENHAND_SEED repeats a run.
#include <QtTest>
#include <algorithm>

#include "arguments.h"
#include "engine/base/rng.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"
#include "engine/script/script_library.h"
#include "reply_compare.h"
#include "tests/support/expect.h"
#include "tests/support/servers/redis_process.h"

namespace test_dispatch_scripts {

using namespace evenhand;
using namespace evenhand::conformance;
using keyspace::Reply;

namespace {

constexpr int kSteps = 60'000;
constexpr int kStepsPerEpisode = 600;

/// Random calls of the scripts over a few couriers, orders and one campus.
class DispatchCalls {
public:
    explicit DispatchCalls(std::uint64_t seed) : m_rng(seed) {}

    Arguments next() {
        switch (m_rng.below(25)) {
            case 0:
            case 1: return script("dispatch_enrol", {"weights", "kept"}, {courier(), "10000"});
            case 2:
            case 3:
                return script("dispatch_join", {"weights", "kept", "medians"},
                              {courier(), m_rng.below(4) == 0 ? "catch_up" : "fair_from_now"});
            case 4: return script("dispatch_leave", {"weights", "kept", "medians"}, {courier()});
            case 5:
                return script("dispatch_top", {"weights", log(), "in_hand", "limits"}, {"4", "2", maybe(), "", over()});
            case 6:
                return script("dispatch_top", {"weights", log(), "in_hand", "limits"}, {"0", "9", "", maybe(), over()});
            case 7:
            case 8:
                return script("dispatch_charge", {"weights", "kept", log(), "open", "in_hand", "limits"},
                              {courier(), step(), ttl(), over()});
            case 9: return script("dispatch_forget_log", {log(), "open"}, {});
            case 10: return script("dispatch_undo_take", {"weights", "kept", log(), "open", "in_hand"}, {});
            case 11:
            case 12:
                return script("dispatch_release", {"weights", "kept", log(), "open", "released:" + order(), "in_hand"},
                              {courier(), step(), ttl()});
            case 13:
                return script("dispatch_adjust", {"weights", "kept", "adjusted:" + std::to_string(m_rng.below(40))},
                              {ttl(), courier(), difference(), "1", courier(), difference(), "0"});
            case 14: return script("dispatch_weights", {"weights", "kept", "open"}, {});
            case 15: return script("dispatch_take", takeKeys(), {step(), ttl(), "0", "3"});
            case 16: return {"HSET", kPrefix + "limits", maybe(), std::to_string(m_rng.below(20))};
            case 17: return {"HDEL", kPrefix + "limits", maybe()};
            default:
                return script("dispatch_take", takeKeys(),
                              {step(), ttl(), std::to_string(m_rng.below(6)), std::to_string(m_rng.below(4)), maybe(),
                               maybe(6), over()});
        }
    }

private:
    Arguments script(std::string_view name, const std::vector<std::string>& keys, const Arguments& args) {
        Arguments command{"EVAL", std::string(script::scriptNamed(name).source), std::to_string(keys.size())};
        for (const auto& key : keys) {
            command.push_back(kPrefix + key);
        }
        command.insert(command.end(), args.begin(), args.end());
        return command;
    }
    std::string courier() { return std::string(1, static_cast<char>('a' + m_rng.below(7))) + ":{x} y"; }
    std::string maybe(std::uint64_t of = 2) { return m_rng.below(of) == 0 ? courier() : std::string(); }
    std::string order() { return std::to_string(1 + m_rng.below(2)) + ":order " + std::to_string(m_rng.below(300)); }
    std::string log() { return "log:" + order(); }
    std::vector<std::string> takeKeys() { return {"weights", log(), "open", "in_hand", "limits"}; }
    std::string over() { return m_rng.below(3) == 0 ? "1" : ""; }
    std::string step() { return m_rng.below(5) == 0 ? "1000000" : "10"; }
    std::string difference() { return std::to_string(m_rng.between(-50, 50)); }
    static std::string ttl() { return "86400000"; }

    const std::string kPrefix = "dispatch:{campus %7Bone%7D}:";

    Rng m_rng;
};

/// Hashes come in no promised order: pairs sorted.
void sortPairs(Reply& reply) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        pairs.emplace_back(reply.elements[i].text, reply.elements[i + 1].text);
    }
    std::sort(pairs.begin(), pairs.end());
    reply.elements.clear();
    for (auto& [name, value] : pairs) {
        reply.elements.push_back(Reply::bulk(name));
        reply.elements.push_back(Reply::bulk(value));
    }
}

Reply canonical(const Arguments& command, Reply reply) {
    if (command[1] == script::scriptNamed("dispatch_weights").source && reply.elements.size() == 3) {
        sortPairs(reply.elements[1]);
        sortPairs(reply.elements[2]);
    }
    return reply;
}

}  // namespace

class TestDispatchScripts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void randomSequences();

private:
    evenhand::testing::RedisProcess m_process;
    RedisLink m_redis;
};

void TestDispatchScripts::initTestCase() {
    DONE(m_process.start());
    QVERIFY(m_redis.open(m_process.socketPath().toStdString()));
}

void TestDispatchScripts::randomSequences() {
    const std::uint64_t seed = qEnvironmentVariableIsSet("EVENHAND_SEED")
                                   ? qEnvironmentVariable("EVENHAND_SEED").toULongLong()
                                   : Rng::systemSeed();
    qInfo("EVENHAND_SEED=%llu", static_cast<unsigned long long>(seed));
    DispatchCalls calls(seed);
    keyspace::EmbeddedKeyspace embedded;
    script::ScriptHost host(embedded);
    base::SystemClock clock;
    for (int step = 0; step < kSteps; step += kStepsPerEpisode) {
        QVERIFY(!m_redis.ask({"FLUSHALL"}).isError());
        embedded.clear();
        embedded.setNow(clock.now());
        std::vector<Arguments> commands;
        for (int i = 0; i < kStepsPerEpisode; ++i) {
            commands.push_back(calls.next());
            m_redis.queue(commands.back());
        }
        const auto replies = m_redis.flush();
        QCOMPARE(replies.size(), commands.size());
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const std::vector<std::string_view> views(commands[i].begin(), commands[i].end());
            const auto ours = canonical(commands[i], embedded.execute(views));
            QVERIFY2(!ours.isError(), ours.text.c_str());
            const auto expected = canonical(commands[i], replies[i]);
            QVERIFY2(expected == ours, qPrintable(QString::fromStdString(show(commands[i]) + "\nredis    " +
                                                                         show(expected) + "\nembedded " + show(ours))));
        }
    }
}

}  // namespace test_dispatch_scripts

QTEST_GUILESS_MAIN(test_dispatch_scripts::TestDispatchScripts)
#include "test_dispatch_scripts.moc"
