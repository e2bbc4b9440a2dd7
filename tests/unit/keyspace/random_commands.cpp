// SPDX-License-Identifier: GPL-3.0-or-later
#include "random_commands.h"

namespace evenhand::test {

std::string RandomCommands::pick(std::initializer_list<std::string_view> words) {
    return std::string(words.begin()[m_rng.below(words.size())]);
}
std::string RandomCommands::key() { return pick({"a", "b", "c", "order:{1}", "a key of some length, with blanks"}); }
std::string RandomCommands::member() {
    if (chance(3)) {
        return "m" + std::to_string(m_rng.below(200));
    }
    return pick({"m1", "m2", "m3", "", "5", "-17", "a rather long member of a set, more than inline"});
}
std::string RandomCommands::value() {
    return chance(4) ? std::string(m_rng.below(400), 'v') : std::to_string(m_rng.between(-1000, 1000));
}
std::string RandomCommands::small() { return std::to_string(m_rng.between(-6, 12)); }
std::string RandomCommands::id() { return std::to_string(m_rng.below(12)) + "-" + std::to_string(m_rng.below(4)); }

Words RandomCommands::next() {
    switch (m_rng.below(6)) {
        case 0: return simple();
        case 1: return container();
        case 2: return sorted();
        case 3: return stream();
        case 4: return group();
        default: return chance(3) ? Words{"DEL", key()} : sorted();
    }
}

Words RandomCommands::simple() {
    switch (m_rng.below(13)) {
        case 0: return {"SET", key(), value()};
        case 1: return {"SET", key(), value(), "PX", std::to_string(m_rng.below(500) + 1)};
        case 2: return {"SET", key(), value(), "KEEPTTL", "GET"};
        case 3: return {"SET", key(), value(), pick({"NX", "XX"})};
        case 4: return {"GET", key()};
        case 5: return {"INCR", key()};
        case 6: return {"INCRBY", key(), value()};
        case 7: return {"DECRBY", key(), small()};
        case 8: return {"PEXPIRE", key(), std::to_string(m_rng.between(-1, 900))};
        case 9: return {"PEXPIRE", key(), std::to_string(m_rng.between(1, 900)), pick({"NX", "XX", "GT", "LT"})};
        case 10: return {"PERSIST", key()};
        case 11: return {"SCAN", "0", "COUNT", "100"};
        default: return chance(60) ? Words{"FLUSHALL"} : Words{"EXISTS", key()};
    }
}

Words RandomCommands::container() {
    switch (m_rng.below(14)) {
        case 0: return {"HSET", key(), member(), value()};
        case 1: return {"HSET", key(), member(), value(), member(), value()};
        case 2: return {"HSETNX", key(), member(), value()};
        case 3: return {"HDEL", key(), member(), member()};
        case 4: return {"HINCRBY", key(), member(), small()};
        case 5: return {"LPUSH", key(), member(), value()};
        case 6: return {"RPUSH", key(), member(), value()};
        case 7: return {"LPOP", key(), std::to_string(m_rng.below(4))};
        case 8: return {"RPOP", key()};
        case 9: return {"LREM", key(), small(), member()};
        case 10: return {"SADD", key(), member(), member()};
        case 11: return {"SADD", key(), member()};
        case 12: return {"SREM", key(), member(), member()};
        default: return {"LRANGE", key(), small(), small()};
    }
}

Words RandomCommands::sorted() {
    switch (m_rng.below(9)) {
        case 0: return {"ZADD", key(), small(), member()};
        case 1:
            return {"ZADD", key(), value().substr(0, 2).find('v') == 0 ? "1.5" : small(), member(), small(), member()};
        case 2: return {"ZADD", key(), pick({"NX", "XX", "GT", "LT"}), small(), member()};
        case 3:
        case 4: return {"ZINCRBY", key(), small(), member()};
        case 5: return {"ZREM", key(), member(), member()};
        case 6: return {"ZREMRANGEBYSCORE", key(), small(), small()};
        case 7: return {pick({"ZPOPMIN", "ZPOPMAX"}), key()};
        default: return {"ZRANGE", key(), small(), small(), "BYSCORE"};
    }
}

Words RandomCommands::stream() {
    switch (m_rng.below(9)) {
        case 0:
        case 1:
        case 2: return {"XADD", key(), "*", "field", value()};
        case 3: return {"XADD", key(), "MAXLEN", std::to_string(m_rng.below(6) + 1), "*", member(), value()};
        case 4: return {"XADD", key(), id(), member(), value(), "second", ""};
        case 5: return {"XDEL", key(), id(), id()};
        case 6: return {"XTRIM", key(), "MAXLEN", std::to_string(m_rng.below(8))};
        case 7: return {"XTRIM", key(), "MINID", id()};
        default: return {"XRANGE", key(), "-", "+"};
    }
}

Words RandomCommands::group() {
    const std::string g = pick({"g1", "g2"});
    const std::string c = pick({"alice", "bob", "carol"});
    switch (m_rng.below(15)) {
        case 0:
        case 1: return {"XGROUP", "CREATE", key(), g, pick({"0", "$", "5-0"}), "MKSTREAM"};
        case 2: return {"XGROUP", "SETID", key(), g, pick({"0", "$", "3-1"})};
        case 3: return chance(4) ? Words{"XGROUP", "DESTROY", key(), g} : Words{"XLEN", key()};
        case 4: return {"XGROUP", "CREATECONSUMER", key(), g, c};
        case 5: return {"XGROUP", "DELCONSUMER", key(), g, c};
        case 6:
        case 7:
        case 8: return {"XREADGROUP", "GROUP", g, c, "COUNT", "3", "STREAMS", key(), ">"};
        case 9: return {"XREADGROUP", "GROUP", g, c, "NOACK", "STREAMS", key(), ">"};
        case 10: return {"XREADGROUP", "GROUP", g, c, "STREAMS", key(), "0"};
        case 11: return {"XACK", key(), g, id(), id()};
        case 12: return {"XCLAIM", key(), g, c, "0", id(), id(), "FORCE"};
        case 13: return {"XAUTOCLAIM", key(), g, c, "0", "0", "COUNT", "2"};
        default: return {"XPENDING", key(), g, "-", "+", "10"};
    }
}

keyspace::Reply execute(keyspace::EmbeddedKeyspace& keyspace, const Words& words) {
    std::vector<std::string_view> views(words.begin(), words.end());
    return keyspace.execute(views);
}

}  // namespace evenhand::test
