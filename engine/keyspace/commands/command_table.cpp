// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/commands/command_table.h"

#include <array>
#include <cstring>

namespace evenhand::keyspace {

namespace {

constexpr Command kCommands[] = {
    {"get", 2, kReadOnly, 1, 1, 1, cmdGet},
    {"set", -3, kWrite, 1, 1, 1, cmdSet},
    {"incr", 2, kWrite, 1, 1, 1, cmdIncr},
    {"incrby", 3, kWrite, 1, 1, 1, cmdIncrBy},
    {"decrby", 3, kWrite, 1, 1, 1, cmdDecrBy},
    {"del", -2, kWrite, 1, -1, 1, cmdDel},
    {"exists", -2, kReadOnly, 1, -1, 1, cmdExists},
    {"type", 2, kReadOnly, 1, 1, 1, cmdType},
    {"expire", -3, kWrite, 1, 1, 1, cmdExpire},
    {"pexpire", -3, kWrite, 1, 1, 1, cmdPExpire},
    {"persist", 2, kWrite, 1, 1, 1, cmdPersist},
    {"ttl", 2, kReadOnly, 1, 1, 1, cmdTtl},
    {"pttl", 2, kReadOnly, 1, 1, 1, cmdPTtl},
    {"scan", -2, kReadOnly, 0, 0, 0, cmdScan},
    {"keys", 2, kReadOnly, 0, 0, 0, cmdKeys},
    {"dbsize", 1, kReadOnly, 0, 0, 0, cmdDbSize},
    {"flushall", -1, kWrite, 0, 0, 0, cmdFlushAll},
    {"time", 1, kMeta, 0, 0, 0, cmdTime},
    {"ping", -1, kMeta, 0, 0, 0, cmdPing},
    {"echo", 2, kMeta, 0, 0, 0, cmdEcho},
    {"select", 2, kMeta, 0, 0, 0, cmdSelect},
    {"command", -1, kMeta, 0, 0, 0, cmdCommand},
    {"config", -2, kMeta | kNoScript, 0, 0, 0, cmdConfig},
    {"info", -1, kMeta, 0, 0, 0, cmdInfo},
    {"eval", -3, kMeta | kNoScript, 0, 0, 0, cmdEval},
    {"evalsha", -3, kMeta | kNoScript, 0, 0, 0, cmdEvalSha},
    {"script", -2, kMeta | kNoScript, 0, 0, 0, cmdScript},
    {"hset", -4, kWrite, 1, 1, 1, cmdHSet},
    {"hsetnx", 4, kWrite, 1, 1, 1, cmdHSetNx},
    {"hget", 3, kReadOnly, 1, 1, 1, cmdHGet},
    {"hmget", -3, kReadOnly, 1, 1, 1, cmdHMGet},
    {"hgetall", 2, kReadOnly, 1, 1, 1, cmdHGetAll},
    {"hdel", -3, kWrite, 1, 1, 1, cmdHDel},
    {"hexists", 3, kReadOnly, 1, 1, 1, cmdHExists},
    {"hincrby", 4, kWrite, 1, 1, 1, cmdHIncrBy},
    {"hlen", 2, kReadOnly, 1, 1, 1, cmdHLen},
    {"hscan", -3, kReadOnly, 1, 1, 1, cmdHScan},
    {"lpush", -3, kWrite, 1, 1, 1, cmdLPush},
    {"rpush", -3, kWrite, 1, 1, 1, cmdRPush},
    {"lpop", -2, kWrite, 1, 1, 1, cmdLPop},
    {"rpop", -2, kWrite, 1, 1, 1, cmdRPop},
    {"llen", 2, kReadOnly, 1, 1, 1, cmdLLen},
    {"lrange", 4, kReadOnly, 1, 1, 1, cmdLRange},
    {"lindex", 3, kReadOnly, 1, 1, 1, cmdLIndex},
    {"lrem", 4, kWrite, 1, 1, 1, cmdLRem},
    {"sadd", -3, kWrite, 1, 1, 1, cmdSAdd},
    {"srem", -3, kWrite, 1, 1, 1, cmdSRem},
    {"sismember", 3, kReadOnly, 1, 1, 1, cmdSIsMember},
    {"scard", 2, kReadOnly, 1, 1, 1, cmdSCard},
    {"smembers", 2, kReadOnly, 1, 1, 1, cmdSMembers},
    {"zadd", -4, kWrite, 1, 1, 1, cmdZAdd},
    {"zincrby", 4, kWrite, 1, 1, 1, cmdZIncrBy},
    {"zscore", 3, kReadOnly, 1, 1, 1, cmdZScore},
    {"zcard", 2, kReadOnly, 1, 1, 1, cmdZCard},
    {"zrem", -3, kWrite, 1, 1, 1, cmdZRem},
    {"zpopmin", -2, kWrite, 1, 1, 1, cmdZPopMin},
    {"zpopmax", -2, kWrite, 1, 1, 1, cmdZPopMax},
    {"zcount", 4, kReadOnly, 1, 1, 1, cmdZCount},
    {"zrange", -4, kReadOnly, 1, 1, 1, cmdZRange},
    {"zrevrange", -4, kReadOnly, 1, 1, 1, cmdZRevRange},
    {"zrangebyscore", -4, kReadOnly, 1, 1, 1, cmdZRangeByScore},
    {"zrevrangebyscore", -4, kReadOnly, 1, 1, 1, cmdZRevRangeByScore},
    {"zremrangebyscore", 4, kWrite, 1, 1, 1, cmdZRemRangeByScore},
    {"xadd", -5, kWrite, 1, 1, 1, cmdXAdd},
    {"xlen", 2, kReadOnly, 1, 1, 1, cmdXLen},
    {"xrange", -4, kReadOnly, 1, 1, 1, cmdXRange},
    {"xrevrange", -4, kReadOnly, 1, 1, 1, cmdXRevRange},
    {"xdel", -3, kWrite, 1, 1, 1, cmdXDel},
    {"xtrim", -4, kWrite, 1, 1, 1, cmdXTrim},
    {"xreadgroup", -7, kWrite, 0, 0, 0, cmdXReadGroup},
    {"xack", -4, kWrite, 1, 1, 1, cmdXAck},
    {"xgroup", -2, kWrite, 2, 2, 1, cmdXGroup},
    {"xpending", -3, kReadOnly, 1, 1, 1, cmdXPending},
    {"xclaim", -6, kWrite, 1, 1, 1, cmdXClaim},
    {"xautoclaim", -6, kWrite, 1, 1, 1, cmdXAutoClaim},
    {"xinfo", -2, kReadOnly, 2, 2, 1, cmdXInfo},
};

// A name as two words with the lower-case bit set everywhere. Names are letters only, and no other byte than the
// two cases of a letter becomes that letter, so comparing the words compares the names without case.
struct NameWords {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const NameWords&) const = default;
};
constexpr std::size_t kMaxName = 16;
constexpr std::uint64_t kLowerCase = 0x2020202020202020ULL;

constexpr NameWords wordsOf(std::string_view name) noexcept {
    NameWords words;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<std::uint64_t>(static_cast<unsigned char>(name[i]));
        (i < 8 ? words.low : words.high) |= byte << (8 * (i % 8));
    }
    words.low |= kLowerCase;
    words.high |= kLowerCase;
    return words;
}

constexpr std::size_t kSlots = 512;
constexpr std::size_t slotOf(const NameWords& words) noexcept {
    return static_cast<std::size_t>(((words.low ^ (words.high * 0x9e3779b97f4a7c15ULL)) * 0xd6e8feb86659fd93ULL) >>
                                    55U);
}

struct Index {
    std::array<NameWords, kSlots> words{};
    std::array<std::int16_t, kSlots> command{};
};

constexpr Index makeIndex() {
    Index index;
    index.command.fill(-1);
    for (std::size_t i = 0; i < std::size(kCommands); ++i) {
        const NameWords words = wordsOf(kCommands[i].name);
        std::size_t slot = slotOf(words);
        while (index.command[slot] >= 0) {
            slot = (slot + 1) % kSlots;
        }
        index.words[slot] = words;
        index.command[slot] = static_cast<std::int16_t>(i);
    }
    return index;
}
constexpr Index kIndex = makeIndex();

}  // namespace

const Command* findCommand(std::string_view name) noexcept {
    if (name.empty() || name.size() > kMaxName) {
        return nullptr;
    }
    char padded[kMaxName] = {};
    std::memcpy(padded, name.data(), name.size());
    NameWords words{detail::load64(padded) | kLowerCase, detail::load64(padded + 8) | kLowerCase};
    for (std::size_t slot = slotOf(words); kIndex.command[slot] >= 0; slot = (slot + 1) % kSlots) {
        if (kIndex.words[slot] == words) {
            const Command& command = kCommands[kIndex.command[slot]];
            return command.name.size() == name.size() ? &command : nullptr;
        }
    }
    return nullptr;
}

std::span<const Command> allCommands() noexcept { return kCommands; }

}  // namespace evenhand::keyspace
