// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace command by command; texts are those of Redis 7.0.15.
#include <QtTest>

#include <set>

#include "engine/keyspace/embedded/embedded_keyspace.h"

namespace evenhand::test::test_keyspace {

using keyspace::EmbeddedKeyspace;
using keyspace::Reply;

class TestKeyspace : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<EmbeddedKeyspace> m_ks;
    static constexpr std::int64_t kNow = 1'700'000'000'000;

    // A reply as text: (nil), 5, "bulk", +status, -error, [a, b].
    static std::string show(const Reply& reply) {
        switch (reply.type) {
            case Reply::Type::Nil: return "(nil)";
            case Reply::Type::NilArray: return "(nil array)";
            case Reply::Type::Integer: return std::to_string(reply.integer);
            case Reply::Type::Bulk: return "\"" + reply.text + "\"";
            case Reply::Type::Status: return "+" + reply.text;
            case Reply::Type::Error: return "-" + reply.text;
            case Reply::Type::Array: break;
        }
        std::string text = "[";
        for (const Reply& element : reply.elements) {
            text += (text.size() > 1 ? ", " : "") + show(element);
        }
        return text + "]";
    }
    // Blank-separated words; '' is the empty word.
    std::string run(std::string_view line) {
        std::vector<std::string_view> words;
        while (!line.empty()) {
            const std::size_t end = std::min(line.find(' '), line.size());
            const std::string_view word = line.substr(0, end);
            if (!word.empty()) {
                words.push_back(word == "''" ? std::string_view() : word);
            }
            line.remove_prefix(std::min(end + 1, line.size()));
        }
        return show(m_ks->execute(words));
    }
    /// Of a keyspace after commands, between them ";"; "@500": half a second later.
    std::uint64_t digestAfter(const QByteArray& lines) {
        init();
        for (const QByteArray& line : lines.split(';')) {
            if (line.startsWith('@')) {
                m_ks->setNow({kNow + line.mid(1).toLongLong()});
            } else {
                run(line.toStdString());
            }
        }
        return m_ks->digest();
    }

private Q_SLOTS:
    void init() {
        m_ks = std::make_unique<EmbeddedKeyspace>();
        m_ks->setNow({kNow});
    }

    void strings() {
        QCOMPARE(run("GET s"), "(nil)");
        QCOMPARE(run("SET s v"), "+OK");
        QCOMPARE(run("get s"), "\"v\"");
        QCOMPARE(run("SET s w NX"), "(nil)");
        QCOMPARE(run("SET s w XX GET"), "\"v\"");
        QCOMPARE(run("SET s w EX 0"), "-ERR invalid expire time in 'set' command");
        QCOMPARE(run("SET s w EX abc"), "-ERR value is not an integer or out of range");
        QCOMPARE(run("SET s w EX 1 PX 1"), "-ERR syntax error");
        QCOMPARE(run("INCR s"), "-ERR value is not an integer or out of range");
        QCOMPARE(run("INCR n"), "1");
        QCOMPARE(run("INCRBY n 41"), "42");
        QCOMPARE(run("DECRBY n 50"), "-8");
        QCOMPARE(run("SET n 9223372036854775807"), "+OK");
        QCOMPARE(run("INCR n"), "-ERR increment or decrement would overflow");
        QCOMPARE(run("DECRBY n -9223372036854775808"), "-ERR decrement would overflow");
        QCOMPARE(run("GET"), "-ERR wrong number of arguments for 'get' command");
        QCOMPARE(run("NOPE a b"), "-ERR unknown command 'NOPE', with args beginning with: 'a' 'b' ");
    }

    void expiry() {
        QCOMPARE(run("SET s v PX 100"), "+OK");
        QCOMPARE(m_ks->nextExpiry(), std::optional(Instant{kNow + 100}));
        QCOMPARE(run("PTTL s"), "100");
        m_ks->setNow({kNow + 99});
        QCOMPARE(run("GET s"), "\"v\"");
        m_ks->setNow({kNow + 100});
        QCOMPARE(run("GET s"), "(nil)");
        QCOMPARE(m_ks->nextExpiry(), std::optional<Instant>());
        QCOMPARE(run("TTL s"), "-2");
        QCOMPARE(run("SET s v"), "+OK");
        QCOMPARE(run("TTL s"), "-1");
        QCOMPARE(run("EXPIRE s 10 XX"), "0");
        QCOMPARE(run("EXPIRE s 10 GT"), "0");
        QCOMPARE(run("EXPIRE s 10 LT"), "1");
        QCOMPARE(run("EXPIRE s 10 NX"), "0");
        QCOMPARE(run("EXPIRE s 10 NX GT"), "-ERR NX and XX, GT or LT options at the same time are not compatible");
        QCOMPARE(run("TTL s"), "10");
        QCOMPARE(run("SET s w KEEPTTL"), "+OK");
        QCOMPARE(run("TTL s"), "10");
        QCOMPARE(run("PERSIST s"), "1");
        QCOMPARE(run("PERSIST s"), "0");
        QCOMPARE(run("PEXPIRE s -1"), "1");
        QCOMPARE(run("EXISTS s"), "0");
        for (int i = 0; i < 10; ++i) {
            run("SET k" + std::to_string(i) + " v PX " + std::to_string(1000 - i));
        }
        m_ks->setNow({kNow + 100 + 995});
        QCOMPARE(m_ks->expireDue(3), std::size_t{3});
        QCOMPARE(m_ks->size(), std::size_t{7});
        QCOMPARE(m_ks->expireDue(100), std::size_t{2});
        QCOMPARE(m_ks->nextExpiry(), std::optional(Instant{kNow + 100 + 996}));
    }

    void hashes() {
        QCOMPARE(run("HSET h a 1 b 2"), "2");
        QCOMPARE(run("HSET h a 3"), "0");
        QCOMPARE(run("HSET h a"), "-ERR wrong number of arguments for 'hset' command");
        QCOMPARE(run("HGET h a"), "\"3\"");
        QCOMPARE(run("HMGET h a x b"), "[\"3\", (nil), \"2\"]");
        QCOMPARE(run("HGETALL h"), "[\"a\", \"3\", \"b\", \"2\"]");
        QCOMPARE(run("HSETNX h a 9"), "0");
        QCOMPARE(run("HINCRBY h a 4"), "7");
        QCOMPARE(run("HSET h t x"), "1");
        QCOMPARE(run("HINCRBY h t 4"), "-ERR hash value is not an integer");
        QCOMPARE(run("HEXISTS h b"), "1");
        QCOMPARE(run("HLEN h"), "3");
        QCOMPARE(run("HDEL h a b t x"), "3");
        QCOMPARE(run("TYPE h"), "+none");
        QCOMPARE(run("SET s v"), "+OK");
        QCOMPARE(run("HGET s a"), "-WRONGTYPE Operation against a key holding the wrong kind of value");
    }

    void lists() {
        QCOMPARE(run("RPUSH l a b c a"), "4");
        QCOMPARE(run("LPUSH l z"), "5");
        QCOMPARE(run("LRANGE l 0 -1"), "[\"z\", \"a\", \"b\", \"c\", \"a\"]");
        QCOMPARE(run("LINDEX l -2"), "\"c\"");
        QCOMPARE(run("LREM l -1 a"), "1");
        QCOMPARE(run("LRANGE l 1 2"), "[\"a\", \"b\"]");
        QCOMPARE(run("LPOP l 2"), "[\"z\", \"a\"]");
        QCOMPARE(run("LPOP l -1"), "-ERR value is out of range, must be positive");
        QCOMPARE(run("RPOP l"), "\"c\"");
        QCOMPARE(run("RPOP l 5"), "[\"b\"]");
        QCOMPARE(run("EXISTS l"), "0");
        QCOMPARE(run("LPOP l 1"), "(nil array)");
        QCOMPARE(run("LPOP l"), "(nil)");
    }

    void longListsKeepTheirOrder() {
        for (int i = 0; i < 3000; ++i) {
            run("RPUSH l " + std::to_string(i));
            run("LPUSH l " + std::to_string(-i - 1));
        }
        for (int i = 0; i < 3000; i += 3) {
            QCOMPARE(run("LREM l 1 " + std::to_string(i)), "1");
        }
        QCOMPARE(run("LLEN l"), "5000");
        QCOMPARE(run("LINDEX l 0"), "\"-3000\"");
        QCOMPARE(run("LINDEX l 2999"), "\"-1\"");
        QCOMPARE(run("LRANGE l 3000 3003"), "[\"1\", \"2\", \"4\", \"5\"]");
        QCOMPARE(run("LINDEX l -1"), "\"2999\"");
    }

    void sets() {
        QCOMPARE(run("SADD s a b a"), "2");
        QCOMPARE(run("SISMEMBER s a"), "1");
        QCOMPARE(run("SCARD s"), "2");
        QCOMPARE(run("SMEMBERS s"), "[\"a\", \"b\"]");
        QCOMPARE(run("SREM s a x b"), "2");
        QCOMPARE(run("SMEMBERS s"), "[]");
    }

    void sortedSets() {
        QCOMPARE(run("ZADD z 1 a 2 b 3 c"), "3");
        QCOMPARE(run("ZADD z NX XX 1 a"), "-ERR XX and NX options at the same time are not compatible");
        QCOMPARE(run("ZADD z GT CH 0 a 5 b"), "1");
        QCOMPARE(run("ZADD z INCR 0.5 a"), "\"1.5\"");
        QCOMPARE(run("ZADD z XX INCR 1 x"), "(nil)");
        QCOMPARE(run("ZADD z 1"), "-ERR wrong number of arguments for 'zadd' command");
        QCOMPARE(run("ZADD z abc a"), "-ERR value is not a valid float");
        QCOMPARE(run("ZINCRBY z 0.1 a"), "\"1.6000000000000001\"");
        QCOMPARE(run("ZSCORE z b"), "\"5\"");
        QCOMPARE(run("ZRANGE z 0 -1 WITHSCORES"), "[\"a\", \"1.6000000000000001\", \"c\", \"3\", \"b\", \"5\"]");
        QCOMPARE(run("ZREVRANGE z 0 0"), "[\"b\"]");
        QCOMPARE(run("ZRANGE z (1.6 +inf BYSCORE LIMIT 1 1"), "[\"b\"]");
        QCOMPARE(run("ZRANGE z 5 3 BYSCORE REV"), "[\"b\", \"c\"]");
        QCOMPARE(run("ZRANGE z 0 1 LIMIT 0 1"),
                 "-ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
        QCOMPARE(run("ZREVRANGEBYSCORE z +inf -inf LIMIT 0 2"), "[\"b\", \"c\"]");
        QCOMPARE(run("ZRANGEBYSCORE z x 1"), "-ERR min or max is not a float");
        QCOMPARE(run("ZCOUNT z 3 5"), "2");
        QCOMPARE(run("ZREMRANGEBYSCORE z (1 (2"), "1");
        QCOMPARE(run("ZPOPMAX z"), "[\"b\", \"5\"]");
        QCOMPARE(run("ZPOPMIN z 5"), "[\"c\", \"3\"]");
        QCOMPARE(run("ZCARD z"), "0");
        QCOMPARE(run("ZADD l 0 a 0 b 0 c"), "3");
        QCOMPARE(run("ZRANGE l (a + BYLEX"), "[\"b\", \"c\"]");
        QCOMPARE(run("ZRANGE l [c [b BYLEX REV"), "[\"c\", \"b\"]");
        QCOMPARE(run("ZADD l inf a"), "0");
        QCOMPARE(run("ZINCRBY l -inf a"), "-ERR resulting score is not a number (NaN)");
    }

    void streamEntries() {
        QCOMPARE(run("XADD x NOMKSTREAM * a b"), "(nil)");
        QCOMPARE(run("XADD x 0-0 a b"), "-ERR The ID specified in XADD must be greater than 0-0");
        QCOMPARE(run("XADD x 5-* a b"), "\"5-0\"");
        QCOMPARE(run("XADD x 5-* a b"), "\"5-1\"");
        QCOMPARE(run("XADD x 5 a b"),
                 "-ERR The ID specified in XADD is equal or smaller than the target stream top item");
        QCOMPARE(run("XADD x * a b c d"), "\"1700000000000-0\"");
        QCOMPARE(run("XADD x * a b c"), "-ERR wrong number of arguments for 'xadd' command");
        m_ks->setNow({kNow - 1000});  // the clock went back: ids do not
        QCOMPARE(run("XADD x * e f"), "\"1700000000000-1\"");
        QCOMPARE(run("XLEN x"), "4");
        QCOMPARE(run("XRANGE x (5-0 + COUNT 1"), "[[\"5-1\", [\"a\", \"b\"]]]");
        QCOMPARE(run("XREVRANGE x + 6 COUNT 1"), "[[\"1700000000000-1\", [\"e\", \"f\"]]]");
        QCOMPARE(run("XRANGE x - + COUNT 0"), "(nil array)");
        QCOMPARE(run("XRANGE x ( +"), "-ERR Invalid stream ID specified as stream command argument");
        QCOMPARE(run("XDEL x 5-1 9-9"), "1");
        QCOMPARE(run("XTRIM x MAXLEN 2"), "1");
        QCOMPARE(run("XTRIM x MAXLEN 2 LIMIT 1"),
                 "-ERR syntax error, LIMIT cannot be used without the special ~ option");
        QCOMPARE(run("XTRIM x MINID 1700000000000-1"), "1");
        QCOMPARE(run("XADD x MAXLEN = 1 * g h"), "\"1700000000000-2\"");
        QCOMPARE(run("XINFO STREAM x"),
                 "[\"length\", 1, \"radix-tree-keys\", 1, \"radix-tree-nodes\", 2, \"last-generated-id\", "
                 "\"1700000000000-2\", \"max-deleted-entry-id\", \"5-1\", \"entries-added\", 5, "
                 "\"recorded-first-entry-id\", \"1700000000000-2\", \"groups\", 0, \"first-entry\", "
                 "[\"1700000000000-2\", [\"g\", \"h\"]], \"last-entry\", [\"1700000000000-2\", [\"g\", \"h\"]]]");
        QCOMPARE(run("XADD big MAXLEN ~ 100 1-1 a b"), "\"1-1\"");
        for (int i = 2; i <= 250; ++i) {
            run("XADD big 1-" + std::to_string(i) + " a b");
        }
        QCOMPARE(run("XTRIM big MAXLEN ~ 100"), "100");
        QCOMPARE(run("XTRIM big MAXLEN ~ 100"), "0");
    }

    void streamGroups() {
        QCOMPARE(run("XGROUP CREATE x g $"),
                 "-ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the "
                 "MKSTREAM option to create an empty stream automatically.");
        QCOMPARE(run("XGROUP CREATE x g 0 MKSTREAM"), "+OK");
        QCOMPARE(run("XGROUP CREATE x g 0"), "-BUSYGROUP Consumer Group name already exists");
        QCOMPARE(run("XREADGROUP GROUP g alice STREAMS x >"), "(nil array)");
        QCOMPARE(run("XREADGROUP GROUP g alice BLOCK 1000 STREAMS x >"), "(nil array)");
        QCOMPARE(run("XREADGROUP GROUP h alice STREAMS x >"),
                 "-NOGROUP No such key 'x' or consumer group 'h' in XREADGROUP with GROUP option");
        for (const char* id : {"1-1", "1-2", "1-3", "1-4"}) {
            run("XADD x " + std::string(id) + " f v");
        }
        QCOMPARE(run("XREADGROUP GROUP g alice COUNT 2 STREAMS x >"),
                 "[[\"x\", [[\"1-1\", [\"f\", \"v\"]], [\"1-2\", [\"f\", \"v\"]]]]]");
        QCOMPARE(run("XREADGROUP GROUP g bob NOACK COUNT 1 STREAMS x >"), "[[\"x\", [[\"1-3\", [\"f\", \"v\"]]]]]");
        QCOMPARE(run("XINFO GROUPS x"),
                 "[[\"name\", \"g\", \"consumers\", 2, \"pending\", 2, \"last-delivered-id\", \"1-3\", "
                 "\"entries-read\", 3, \"lag\", 1]]");
        QCOMPARE(run("XPENDING x g"), "[2, \"1-1\", \"1-2\", [[\"alice\", \"2\"]]]");
        m_ks->setNow({kNow + 500});
        QCOMPARE(run("XPENDING x g - + 10"), "[[\"1-1\", \"alice\", 500, 1], [\"1-2\", \"alice\", 500, 1]]");
        QCOMPARE(run("XPENDING x g IDLE 501 - + 10"), "[]");
        QCOMPARE(run("XDEL x 1-2"), "1");
        QCOMPARE(run("XREADGROUP GROUP g alice STREAMS x 0"),
                 "[[\"x\", [[\"1-1\", [\"f\", \"v\"]], [\"1-2\", (nil array)]]]]");
        QCOMPARE(run("XCLAIM x g bob 1000 1-1"), "[]");
        QCOMPARE(run("XCLAIM x g bob 0 1-1 RETRYCOUNT 7 JUSTID"), "[\"1-1\"]");
        QCOMPARE(run("XPENDING x g - + 10 bob"), "[[\"1-1\", \"bob\", 0, 7]]");
        QCOMPARE(run("XAUTOCLAIM x g carol 0 0 COUNT 1"), "[\"1-2\", [[\"1-1\", [\"f\", \"v\"]]], []]");
        QCOMPARE(run("XAUTOCLAIM x g carol 0 1-2"), "[\"0-0\", [], [\"1-2\"]]");
        QCOMPARE(run("XINFO CONSUMERS x g"),
                 "[[\"name\", \"alice\", \"pending\", 0, \"idle\", 0], [\"name\", \"bob\", \"pending\", 0, \"idle\", "
                 "0], [\"name\", \"carol\", \"pending\", 1, \"idle\", 0]]");
        QCOMPARE(run("XACK x g 1-1 1-1"), "1");
        QCOMPARE(run("XGROUP DELCONSUMER x g carol"), "0");
        QCOMPARE(run("XGROUP SETID x g 0"), "+OK");
        QCOMPARE(run("XGROUP CREATECONSUMER x g dave"), "1");
        QCOMPARE(run("XGROUP DESTROY x g"), "1");
        QCOMPARE(run("XGROUP NOPE x g"), "-ERR unknown subcommand 'NOPE'. Try XGROUP HELP.");
    }

    void scriptsAreHandedOver() {
        struct Runner final : keyspace::ScriptRunner {
            using Views = std::span<const std::string_view>;
            Reply evalSource(std::string_view source, Views keys, Views args) override {
                return Reply::bulk(std::string(source) + "/" + std::to_string(keys.size()) + "/" +
                                   std::to_string(args.size()));
            }
            Reply evalSha(std::string_view sha1, Views, Views) override {
                return Reply::bulk("sha " + std::string(sha1));
            }
            Reply evalScript(const keyspace::Script& script, Views, Views) override {
                return Reply::error("ERR from " + std::string(script.name));
            }
            Reply scriptCommand(Views args) override { return Reply::status(std::string(args[0])); }
        } runner;
        QCOMPARE(run("EVAL s 0"), "-ERR no script runner");
        m_ks->setScriptRunner(&runner);
        QCOMPARE(run("EVAL s 1 a b c"), "\"s/1/2\"");
        QCOMPARE(run("EVALSHA abc 0"), "\"sha abc\"");
        QCOMPARE(run("EVAL s 2 a"), "-ERR Number of keys can't be greater than number of args");
        QCOMPARE(run("EVAL s -1"), "-ERR Number of keys can't be negative");
        QCOMPARE(run("SCRIPT LOAD x"), "+LOAD");
        const auto result = m_ks->run({"name", "source", "sha"}, {}, {});
        QVERIFY(!result);
        QCOMPARE(result.error().message, "ERR from name");
        const auto inside = [this](std::initializer_list<std::string_view> words) {
            return show(m_ks->executeFromScript(std::span(words.begin(), words.size())));
        };
        QCOMPARE(inside({"EVAL", "s", "0"}), "-ERR This Redis command is not allowed from script");
        QCOMPARE(inside({"NOPE"}), "-ERR Unknown Redis command called from script");
        QCOMPARE(inside({"GET"}), "-ERR Wrong number of args calling Redis command from script");
        QCOMPARE(inside({"SET", "a", "b"}), "+OK");
        m_ks->setScriptRunner(nullptr);
    }

    void serverCommands() {
        QCOMPARE(run("PING"), "+PONG");
        QCOMPARE(run("PING x"), "\"x\"");
        QCOMPARE(run("ECHO x"), "\"x\"");
        QCOMPARE(run("SELECT 0"), "+OK");
        QCOMPARE(run("SELECT 1"), "-ERR DB index is out of range");
        QCOMPARE(run("TIME"), "[\"1700000000\", \"0\"]");
        QCOMPARE(run("SET a 1"), "+OK");
        QCOMPARE(run("DBSIZE"), "1");
        QCOMPARE(run("KEYS *"), "[\"a\"]");
        QCOMPARE(run("CONFIG GET save"), "[\"save\", \"\"]");
        QVERIFY(run("INFO").find("redis_version:7.0") != std::string::npos);
        QCOMPARE(run("FLUSHALL"), "+OK");
        QCOMPARE(run("DBSIZE"), "0");
    }

    void timesToLiveAtTheirBounds() {
        QCOMPARE(run("SET s v"), "+OK");
        QCOMPARE(run("PEXPIRE s 1000"), "1");
        QCOMPARE(run("PEXPIRE s 1000 GT"), "0");
        QCOMPARE(run("PEXPIRE s 1001 GT"), "1");
        QCOMPARE(run("PEXPIRE s 1001 LT"), "0");
        QCOMPARE(run("PEXPIRE s 1000 LT"), "1");
        QCOMPARE(run("PTTL s"), "1000");
        QCOMPARE(run("PEXPIRE s 1499"), "1");
        QCOMPARE(run("TTL s"), "1");  // rounded, as Redis does
        QCOMPARE(run("PEXPIRE s 1500"), "1");
        QCOMPARE(run("TTL s"), "2");
        QCOMPARE(run("EXPIRE s 9223372036854775"), "-ERR invalid expire time in 'expire' command");
        QCOMPARE(run("EXPIRE s 9223372036854776"), "-ERR invalid expire time in 'expire' command");
        QCOMPARE(run("PEXPIRE s 1"), "1");
        QCOMPARE(run("EXISTS s"), "1");
        QCOMPARE(run("PEXPIRE s 0"), "1");
        QCOMPARE(run("EXISTS s"), "0");
        m_ks->setNow({kNow + 7});
        QCOMPARE(run("TIME"), "[\"1700000000\", \"7000\"]");
    }

    void idleTimesAtTheirBounds() {
        QCOMPARE(run("XGROUP CREATE x g 0 MKSTREAM"), "+OK");
        QCOMPARE(run("XADD x 1-1 f v"), "\"1-1\"");
        QVERIFY(run("XREADGROUP GROUP g alice STREAMS x >").starts_with("[["));
        m_ks->setNow({kNow + 500});
        QCOMPARE(run("XPENDING x g IDLE 501 - + 10"), "[]");
        QCOMPARE(run("XPENDING x g IDLE 500 - + 10"), "[[\"1-1\", \"alice\", 500, 1]]");
        QCOMPARE(run("XCLAIM x g bob 501 1-1"), "[]");
        QCOMPARE(run("XAUTOCLAIM x g bob 501 0"), "[\"0-0\", [], []]");
        QCOMPARE(run("XAUTOCLAIM x g bob 500 0 JUSTID"), "[\"0-0\", [\"1-1\"], []]");
        QCOMPARE(run("XPENDING x g - + 10"), "[[\"1-1\", \"bob\", 0, 1]]");
        m_ks->setNow({kNow + 1'000});
        QCOMPARE(run("XCLAIM x g alice 500 1-1 IDLE 100"), "[[\"1-1\", [\"f\", \"v\"]]]");
        QCOMPARE(run("XPENDING x g - + 10"), "[[\"1-1\", \"alice\", 100, 2]]");
        QCOMPARE(run("XCLAIM x g alice 0 1-1 JUSTID TIME 9999999999999"), "[\"1-1\"]");  // never in the future
        QCOMPARE(run("XPENDING x g - + 10"), "[[\"1-1\", \"alice\", 0, 2]]");
        QCOMPARE(run("XCLAIM x g alice 0 1-1 JUSTID TIME " + std::to_string(kNow + 1)), "[\"1-1\"]");
        QCOMPARE(run("XPENDING x g - + 10"), "[[\"1-1\", \"alice\", 999, 2]]");
    }

    /// What had time left has as much left, what was idle is as idle; it is journaled, and undone.
    void timeTurnsBackForAllThatIsTimed() {
        run("SET s v PX 1000");
        run("SET for-ever v");
        run("HSET h f v");
        run("PEXPIRE h 2000");
        run("XGROUP CREATE x g 0 MKSTREAM");
        run("XADD x * f v");
        run("XREADGROUP GROUP g c STREAMS x >");
        m_ks->setNow({kNow + 400});
        EmbeddedKeyspace copy;
        QVERIFY(copy.applyJournal(m_ks->takeJournal()));
        m_ks->commit();
        const auto mark = m_ks->mark();
        const auto digest = m_ks->digest();
        constexpr std::int64_t kThen = kNow - 1'000'000;
        m_ks->turnBack({kThen});
        QCOMPARE(m_ks->now(), Instant{kThen});
        QCOMPARE(run("PTTL s"), "600");
        QCOMPARE(run("PTTL h"), "1600");
        QCOMPARE(run("PTTL for-ever"), "-1");
        QCOMPARE(m_ks->nextExpiry(), std::optional(Instant{kThen + 600}));
        QCOMPARE(run("XPENDING x g - + 10"), "[[\"1700000000000-0\", \"c\", 400, 1]]");
        QCOMPARE(run("XINFO CONSUMERS x g"), "[[\"name\", \"c\", \"pending\", 1, \"idle\", 400]]");
        QVERIFY(copy.applyJournal(m_ks->takeJournal()));
        QCOMPARE(copy.digest(), m_ks->digest());
        QCOMPARE(copy.nextExpiry(), m_ks->nextExpiry());
        m_ks->undoTo(mark);
        QCOMPARE(m_ks->digest(), digest);
    }

    /// The properties compare states by it, and so does a check of `verify`: what it does not tell apart nobody sees.
    void theDigestTellsEveryDifference_data() {
        QTest::addColumn<QByteArray>("one");
        QTest::addColumn<QByteArray>("other");
        const auto row = [](const char* name, const char* one, const char* other) {
            QTest::newRow(name) << QByteArray(one) << QByteArray(other);
        };
        row("name", "SET a 1", "SET b 1");
        row("value", "SET a 1", "SET a 2");
        row("expiry or none", "SET a 1", "SET a 1 PX 5");
        row("expiry", "SET a 1 PX 6", "SET a 1 PX 5");
        row("expiry of a hash", "HSET a f 1;PEXPIRE a 6", "HSET a f 1;PEXPIRE a 5");
        row("field", "HSET a f 1", "HSET a g 1");
        row("value of a field", "HSET a f 1", "HSET a f 2");
        row("values of two fields", "HSET a f 1 g 2", "HSET a f 2 g 1");
        row("member of a set", "SADD a x", "SADD a y");
        row("members of a set", "SADD a x y", "SADD a x");
        row("score", "ZADD a 1 x", "ZADD a 2 x");
        row("member", "ZADD a 1 x", "ZADD a 1 y");
        row("scores of two", "ZADD a 1 x 2 y", "ZADD a 2 x 1 y");
        row("order of a list", "RPUSH a x y", "RPUSH a y x");
        row("end of a list", "RPUSH a x y", "RPUSH a x");
        row("id", "XADD a 1-1 f v", "XADD a 1-2 f v");
        row("field of an entry", "XADD a 1-1 f v", "XADD a 1-1 g v");
        row("value of an entry", "XADD a 1-1 f v", "XADD a 1-1 f w");
        row("last id", "XADD a 1-1 f v;XADD a 1-5 f v;XTRIM a MAXLEN 0",
            "XADD a 1-1 f v;XADD a 1-6 f v;XTRIM a MAXLEN 0");
        row("highest id deleted", "XADD a 1-1 f v;XADD a 1-2 f v;XDEL a 1-1",
            "XADD a 1-1 f v;XADD a 1-2 f v;XTRIM a MAXLEN 1");
        row("entries added", "XADD a 1-1 f v;XADD a 1-2 f v;XTRIM a MAXLEN 1", "XADD a 1-2 f v");
        row("group", "XGROUP CREATE a g 0 MKSTREAM", "XGROUP CREATE a h 0 MKSTREAM");
        row("where a group is", "XGROUP CREATE a g 0 MKSTREAM", "XGROUP CREATE a g 5 MKSTREAM");
        row("what a group has read", "XGROUP CREATE a g 0 MKSTREAM ENTRIESREAD 2",
            "XGROUP CREATE a g 0 MKSTREAM ENTRIESREAD 3");
        row("consumer", "XGROUP CREATE a g 0 MKSTREAM;XGROUP CREATECONSUMER a g c",
            "XGROUP CREATE a g 0 MKSTREAM;XGROUP CREATECONSUMER a g d");
        row("consumer seen", "XGROUP CREATE a g 0 MKSTREAM;XGROUP CREATECONSUMER a g c",
            "XGROUP CREATE a g 0 MKSTREAM;@500;XGROUP CREATECONSUMER a g c");
#define READ                                                                                                        \
    "XGROUP CREATE a g 0 MKSTREAM;XADD a 1-1 f v;XADD a 1-2 f v;XGROUP CREATECONSUMER a g c;XGROUP CREATECONSUMER " \
    "a g d;"
        row("pending or acknowledged", READ "XREADGROUP GROUP g c STREAMS a >",
            READ "XREADGROUP GROUP g c STREAMS a >;XACK a g 1-1");
        row("whose it is", READ "XREADGROUP GROUP g c COUNT 1 STREAMS a >;XREADGROUP GROUP g d STREAMS a >",
            READ "XREADGROUP GROUP g d COUNT 1 STREAMS a >;XREADGROUP GROUP g c STREAMS a >");
        row("delivered how often", READ "XREADGROUP GROUP g c STREAMS a >",
            READ "XREADGROUP GROUP g c STREAMS a >;XCLAIM a g c 0 1-1 RETRYCOUNT 2");
        row("delivered when", READ "XREADGROUP GROUP g c STREAMS a >",
            READ "XREADGROUP GROUP g c STREAMS a >;XCLAIM a g c 0 1-1 RETRYCOUNT 1 IDLE 100");
#undef READ
    }
    void theDigestTellsEveryDifference() {
        QFETCH(QByteArray, one);
        QFETCH(QByteArray, other);
        QVERIFY(digestAfter(one) != digestAfter(other));
        QCOMPARE(digestAfter(one), digestAfter(one));
    }

    void theDigestDoesNotKnowTheOrderOfWhatHasNone() {
        QCOMPARE(digestAfter("SET a 1;SET b 2"), digestAfter("SET b 2;SET a 1"));
        QCOMPARE(digestAfter("HSET a f 1 g 2"), digestAfter("HSET a g 2;HSET a f 1"));
        QCOMPARE(digestAfter("SADD a x y"), digestAfter("SADD a y x z;SREM a z"));
        QCOMPARE(digestAfter("ZADD a 1 x 2 y"), digestAfter("ZADD a 3 y;ZADD a 1 x;ZADD a 2 y"));
    }

    void patterns_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArrayList>("fitting");
        QTest::addColumn<QByteArrayList>("others");
        const auto rows = [](const char* pattern, const QByteArrayList& fitting, const QByteArrayList& others) {
            QTest::newRow(pattern) << QByteArray(pattern) << fitting << others;
        };
        rows("*", {"", "a", "abc"}, {});
        rows("?", {"a"}, {"", "ab"});
        rows("h?llo", {"hello", "h*llo"}, {"hllo", "heello"});
        rows("h*llo", {"hllo", "heeello", "hllollo"}, {"hell", "xhllo"});
        rows("abc", {"abc"}, {"abcd", "ab", "ABC"});
        rows("abc*", {"abc", "abcd"}, {"ab"});
        rows("a*b*c", {"abc", "aXbXbYc"}, {"aXcXb", "ab"});
        rows("h[ae]llo", {"hallo", "hello"}, {"hillo", "hllo"});
        rows("h[^e]llo", {"hallo"}, {"hello", "hllo"});
        rows("h[a-c]llo", {"hallo", "hbllo", "hcllo"}, {"hdllo", "h-llo"});
        rows("h[c-a]llo", {"hallo", "hbllo", "hcllo"}, {"hdllo"});
        rows("a\\*b", {"a*b"}, {"axb", "a\\b"});
        rows("[\\]]", {"]"}, {"\\", "a"});
        rows("[a", {"a"}, {"b", "[a"});
    }
    void patterns() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArrayList, fitting);
        QFETCH(QByteArrayList, others);
        const auto fits = [&](const QByteArray& name) {
            init();
            const std::string key = name.toStdString();
            static_cast<void>(m_ks->execute(std::initializer_list<std::string_view>{"SET", key, "v"}));
            const auto found =
                m_ks->execute(std::initializer_list<std::string_view>{"KEYS", std::string_view(pattern.constData())});
            return m_ks->size() == 1 && found.elements.size() == 1;
        };
        for (const auto& name : fitting) {
            QVERIFY2(fits(name), name.constData());
        }
        for (const auto& name : others) {
            QVERIFY2(!fits(name), name.constData());
        }
    }

    void keysThatAreListed() {
        run("SET a v PX 5");
        run("SET b v");
        m_ks->setNow({kNow + 4});
        QCOMPARE(run("KEYS a"), "[\"a\"]");
        QVERIFY(run("INFO").find("db0:keys=2,expires=1,") != std::string::npos);
        m_ks->setNow({kNow + 5});
        QCOMPARE(run("KEYS *"), "[\"b\"]");
        QCOMPARE(run("DBSIZE"), "2");
        QCOMPARE(run("SCAN 0"), "[\"0\", [\"b\"]]");
        QCOMPARE(run("DBSIZE"), "1");  // whoever comes upon what has expired removes it
        QCOMPARE(run("SCAN 0 TYPE string"), "[\"0\", [\"b\"]]");
        QCOMPARE(run("SCAN 0 TYPE hash"), "[\"0\", []]");
        QCOMPARE(run("SCAN 0 COUNT 0"), "-ERR syntax error");
        QCOMPARE(run("SCAN 0 COUNT"), "-ERR syntax error");
        QCOMPARE(run("HSCAN h 0 TYPE hash"), "-ERR syntax error");
        for (int i = 0; i < 10; ++i) {
            run("SET k" + std::to_string(i) + " v");
        }
        const auto first = m_ks->execute(std::initializer_list<std::string_view>{"SCAN", "0"});
        QCOMPARE(first.elements.at(1).elements.size(), std::size_t{10});
        QVERIFY(first.elements.at(0).text != "0");
        const auto rest = m_ks->execute(std::initializer_list<std::string_view>{"SCAN", first.elements.at(0).text});
        QCOMPARE(rest.elements.at(1).elements.size(), std::size_t{1});
        QCOMPARE(rest.elements.at(0).text, std::string("0"));
        QCOMPARE(run("FLUSHALL now"), "-ERR syntax error");
        QCOMPARE(run("DBSIZE"), "11");
        QCOMPARE(run("FLUSHALL SYNC"), "+OK");
        QCOMPARE(run("DBSIZE"), "0");
    }

    void smallHashesComeWhole() {
        const auto fieldsOf = [this](std::string_view cursor) {
            const auto reply =
                m_ks->execute(std::initializer_list<std::string_view>{"HSCAN", "h", cursor, "COUNT", "5"});
            return std::pair(reply.elements.at(0).text, reply.elements.at(1).elements.size() / 2);
        };
        for (int i = 0; i < 128; ++i) {
            run("HSET h f" + std::to_string(i) + " v");
        }
        QCOMPARE(fieldsOf("0"), (std::pair<std::string, std::size_t>("0", 128)));
        run("HSET h one-more v");
        QCOMPARE(fieldsOf("0"), (std::pair<std::string, std::size_t>("5", 5)));
        QCOMPARE(fieldsOf("125"), (std::pair<std::string, std::size_t>("0", 4)));
    }

    void serverCommandsAtTheirBounds() {
        QCOMPARE(run("PING a b"), "-ERR wrong number of arguments for 'ping' command");
        QCOMPARE(run("SELECT x"), "-ERR value is not an integer or out of range");
        QCOMPARE(run("SELECT 2147483647"), "-ERR DB index is out of range");
        QCOMPARE(run("SELECT 2147483648"), "-ERR value is out of range, value must between -2147483648 and 2147483647");
        QCOMPARE(run("CONFIG GET maxmemory*"), "[\"maxmemory\", \"0\", \"maxmemory-policy\", \"noeviction\"]");
        QCOMPARE(run("CONFIG GET save append*"), "[\"appendonly\", \"yes\", \"save\", \"\"]");
        QCOMPARE(run("CONFIG GET"), "-ERR wrong number of arguments for 'config|get' command");
        QCOMPARE(run("CONFIG SET a b"), "-ERR unknown subcommand 'SET'. Try CONFIG HELP.");
        QCOMPARE(run("COMMAND INFO get nope set"),
                 "[[\"get\", 2, [+readonly], 1, 1, 1, [], [], [], []], (nil array), "
                 "[\"set\", -3, [+write], 1, 1, 1, [], [], [], []]]");
        QCOMPARE(run("COMMAND nope"), "-ERR unknown subcommand 'nope'. Try COMMAND HELP.");
    }

    /// A keyspace that is only read refuses what writes, and scripts may not do everything.
    void whatEachCommandMayDo() {
        const std::vector<std::string_view> writes{"set",       "incr",       "incrby",
                                                   "decrby",    "del",        "expire",
                                                   "pexpire",   "persist",    "flushall",
                                                   "hset",      "hsetnx",     "hdel",
                                                   "hincrby",   "lpush",      "rpush",
                                                   "lpop",      "rpop",       "lrem",
                                                   "sadd",      "srem",       "zadd",
                                                   "zincrby",   "zrem",       "zpopmin",
                                                   "zpopmax",   "xadd",       "xdel",
                                                   "xtrim",     "xack",       "xgroup",
                                                   "xclaim",    "xreadgroup", "zremrangebyscore",
                                                   "xautoclaim"};
        const std::vector<std::string_view> reads{
            "get",       "exists",        "type",    "ttl",      "pttl",      "scan",     "keys",   "dbsize",
            "hget",      "hmget",         "hgetall", "hexists",  "hlen",      "hscan",    "llen",   "lrange",
            "lindex",    "sismember",     "scard",   "smembers", "zscore",    "zcard",    "zcount", "zrange",
            "zrevrange", "zrangebyscore", "xlen",    "xrange",   "xrevrange", "xpending", "xinfo",  "zrevrangebyscore",
            "time",      "ping",          "echo",    "select",   "command",   "info"};
        const std::vector<std::string_view> notInScripts{"config", "eval", "evalsha", "script"};
        QCOMPARE(run("COMMAND COUNT"), std::to_string(writes.size() + reads.size() + notInScripts.size()));
        const auto wordsOf = [this](std::string_view name) {
            const auto about = m_ks->execute(std::initializer_list<std::string_view>{"COMMAND", "INFO", name});
            const auto arity = about.elements.at(0).elements.at(1).integer;
            std::vector<std::string_view> words(static_cast<std::size_t>(arity < 0 ? -arity : arity), "x");
            words.front() = name;
            return words;
        };
        const auto ofScript = [&](std::string_view name) { return show(m_ks->executeFromScript(wordsOf(name))); };
        const std::string refused = "-ERR This Redis command is not allowed from script";
        for (const bool readOnly : {false, true}) {
            m_ks->setReadOnly(readOnly);
            for (const auto name : writes) {
                QVERIFY2(show(m_ks->execute(wordsOf(name))).starts_with("-READONLY") == readOnly, name.data());
                QVERIFY2(ofScript(name).starts_with("-READONLY") == readOnly, name.data());
                QVERIFY2(ofScript(name) != refused, name.data());
            }
            for (const auto name : reads) {
                QVERIFY2(!show(m_ks->execute(wordsOf(name))).starts_with("-READONLY"), name.data());
                QVERIFY2(ofScript(name) != refused, name.data());
            }
            for (const auto name : notInScripts) {
                QVERIFY2(!show(m_ks->execute(wordsOf(name))).starts_with("-READONLY"), name.data());
                QVERIFY2(ofScript(name) == refused, name.data());
            }
        }
    }

    void largeValuesGoAwayInSlices() {
        for (int i = 0; i < 20'000; ++i) {
            run("ZADD z " + std::to_string(i) + " m" + std::to_string(i));
            run("RPUSH l " + std::to_string(i));
            run("XADD x * f " + std::to_string(i));
        }
        m_ks->commit();
        const auto mark = m_ks->mark();
        const std::uint64_t digest = m_ks->digest();
        QCOMPARE(run("DEL z l x"), "3");
        m_ks->undoTo(mark);
        QCOMPARE(m_ks->digest(), digest);
        QCOMPARE(run("DEL z l x"), "3");
        m_ks->commit();
        QCOMPARE(m_ks->size(), std::size_t{0});
        QCOMPARE(run("ZADD z 1 a"), "1");
        QCOMPARE(run("ZCARD z"), "1");
    }

    /// Of every type one that goes over many slices: what stands at the border of two is in one of them.
    void snapshotSlicesAreSmall() {
        run("XGROUP CREATE x g 0 MKSTREAM");
        for (int i = 0; i < 5'000; ++i) {
            const std::string n = std::to_string(i);
            run("HSET h field:" + n + " value");
            run("SADD s member:" + n);
            run("ZADD z " + n + " member:" + n);
            run("RPUSH l element:" + n);
            run("XADD x * f " + n);
        }
        run("XREADGROUP GROUP g c COUNT 3000 STREAMS x >");
        static_cast<void>(m_ks->takeJournal());
        m_ks->beginSnapshot();
        EmbeddedKeyspace copy;
        int slices = 0;
        while (const auto slice = m_ks->nextSnapshotSlice(4096)) {
            QVERIFY(slice->size() < 4096 + 100);
            QVERIFY(copy.applyJournal(*slice));
            ++slices;
        }
        QVERIFY(slices > 50);
        QCOMPARE(copy.digest(), m_ks->digest());
    }

    void scanMeetsEveryKeyThatStays() {
        for (int i = 0; i < 500; ++i) {
            run("SET stay:" + std::to_string(i) + " v");
            run("SET go:" + std::to_string(i) + " v");
        }
        std::set<std::string> seen;
        std::string cursor = "0";
        int step = 0;
        do {
            const std::string count = std::to_string(1 + step % 7);
            const Reply reply = m_ks->execute(
                std::initializer_list<std::string_view>{"SCAN", cursor, "MATCH", "stay:*", "COUNT", count});
            cursor = reply.elements.at(0).text;
            for (const Reply& key : reply.elements.at(1).elements) {
                seen.insert(key.text);
            }
            run("DEL go:" + std::to_string(step % 500));
            run("SET new:" + std::to_string(step) + " v");
            ++step;
        } while (cursor != "0");
        QCOMPARE(seen.size(), std::size_t{500});
    }

    void readOnlyRefusesWrites() {
        run("SET s v PX 5");
        m_ks->setReadOnly(true);
        m_ks->setNow({kNow + 10});
        QVERIFY(run("SET s w").starts_with("-READONLY"));
        QCOMPARE(run("GET s"), "(nil)");
        QCOMPARE(m_ks->size(), std::size_t{1});  // not even an expired key is removed
        m_ks->setReadOnly(false);
        QCOMPARE(run("GET s"), "(nil)");
        QCOMPARE(m_ks->size(), std::size_t{0});
    }

    void callTurnsErrorsIntoResults() {
        const auto result = m_ks->call({"SET", "s"});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Script);
        QCOMPARE(result.error().message, "ERR wrong number of arguments for 'set' command");
    }
};

}  // namespace evenhand::test::test_keyspace

QTEST_GUILESS_MAIN(evenhand::test::test_keyspace::TestKeyspace)
#include "test_keyspace.moc"
