// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of commands: name, arity, flags, positions of keys, function.
// Thread: constant, any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/keyspace/commands/call.h"

namespace evenhand::keyspace {

using CommandFunction = Reply (*)(const Call&);

enum CommandFlags : std::uint8_t {
    kReadOnly = 1,
    kWrite = 2,
    kNoScript = 4,
    kMeta = 8,  ///< neither reads nor writes keys
};

struct Command {
    std::string_view name;  ///< lower case
    int arity;              ///< number of arguments with the name; negative: at least that many
    std::uint8_t flags;
    int firstKey;  ///< 0: none
    int lastKey;   ///< negative: from the end
    int keyStep;
    CommandFunction function;
};

/// Null if unknown; upper and lower case are the same.
[[nodiscard]] const Command* findCommand(std::string_view name) noexcept;
[[nodiscard]] std::span<const Command> allCommands() noexcept;

// strings.cpp
Reply cmdGet(const Call&);
Reply cmdSet(const Call&);
Reply cmdIncr(const Call&);
Reply cmdIncrBy(const Call&);
Reply cmdDecrBy(const Call&);
// keys.cpp
Reply cmdDel(const Call&);
Reply cmdExists(const Call&);
Reply cmdType(const Call&);
Reply cmdExpire(const Call&);
Reply cmdPExpire(const Call&);
Reply cmdPersist(const Call&);
Reply cmdTtl(const Call&);
Reply cmdPTtl(const Call&);
Reply cmdScan(const Call&);
Reply cmdHScan(const Call&);
Reply cmdKeys(const Call&);
Reply cmdDbSize(const Call&);
Reply cmdFlushAll(const Call&);
// server.cpp
Reply cmdTime(const Call&);
Reply cmdPing(const Call&);
Reply cmdEcho(const Call&);
Reply cmdSelect(const Call&);
Reply cmdCommand(const Call&);
Reply cmdConfig(const Call&);
Reply cmdInfo(const Call&);
Reply cmdEval(const Call&);
Reply cmdEvalSha(const Call&);
Reply cmdScript(const Call&);
// hashes.cpp
Reply cmdHSet(const Call&);
Reply cmdHSetNx(const Call&);
Reply cmdHGet(const Call&);
Reply cmdHMGet(const Call&);
Reply cmdHGetAll(const Call&);
Reply cmdHDel(const Call&);
Reply cmdHExists(const Call&);
Reply cmdHIncrBy(const Call&);
Reply cmdHLen(const Call&);
// lists.cpp
Reply cmdLPush(const Call&);
Reply cmdRPush(const Call&);
Reply cmdLPop(const Call&);
Reply cmdRPop(const Call&);
Reply cmdLLen(const Call&);
Reply cmdLRange(const Call&);
Reply cmdLIndex(const Call&);
Reply cmdLRem(const Call&);
// sets.cpp
Reply cmdSAdd(const Call&);
Reply cmdSRem(const Call&);
Reply cmdSIsMember(const Call&);
Reply cmdSCard(const Call&);
Reply cmdSMembers(const Call&);
// zsets.cpp
Reply cmdZAdd(const Call&);
Reply cmdZIncrBy(const Call&);
Reply cmdZScore(const Call&);
Reply cmdZCard(const Call&);
Reply cmdZRem(const Call&);
Reply cmdZPopMin(const Call&);
Reply cmdZPopMax(const Call&);
// zset_ranges.cpp
Reply cmdZCount(const Call&);
Reply cmdZRange(const Call&);
Reply cmdZRevRange(const Call&);
Reply cmdZRangeByScore(const Call&);
Reply cmdZRevRangeByScore(const Call&);
Reply cmdZRemRangeByScore(const Call&);
// streams.cpp
Reply cmdXAdd(const Call&);
Reply cmdXLen(const Call&);
Reply cmdXRange(const Call&);
Reply cmdXRevRange(const Call&);
Reply cmdXDel(const Call&);
Reply cmdXTrim(const Call&);
// stream_groups.cpp
Reply cmdXReadGroup(const Call&);
Reply cmdXAck(const Call&);
Reply cmdXGroup(const Call&);
// stream_claims.cpp
Reply cmdXPending(const Call&);
Reply cmdXClaim(const Call&);
Reply cmdXAutoClaim(const Call&);
// stream_info.cpp
Reply cmdXInfo(const Call&);

}  // namespace evenhand::keyspace
