// SPDX-License-Identifier: GPL-3.0-or-later
// The atomic steps of campaigns on the keyspace, one function per script of lua/campaign_*.lua.
// Thread: the engine's; stateless. Errors: Script, Storage.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/campaign_types.h"
#include "engine/draws/keys.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::campaigns {

/// What a settled draw came to, derived from its decision.
struct Decision {
    std::optional<api::DrawRefusal> refusal;  ///< nullopt: granted
    std::int64_t queue = 0;
    std::int64_t amount = 0;        ///< taken
    std::int64_t compensation = 0;  ///< taken
    std::int64_t granted = 0;

    // What the user keeps of each; the rest is returned.
    [[nodiscard]] std::int64_t keptAmount() const noexcept { return granted < amount ? granted : amount; }
    [[nodiscard]] std::int64_t keptCompensation() const noexcept { return granted - keptAmount(); }
    [[nodiscard]] bool returnsSomething() const noexcept { return granted < amount + compensation; }
};
/// The record of a draw under its user's shard.
struct DrawRecord {
    Instant begun;
    UserId user;
    std::optional<Decision> decision;
    bool undone = false;  ///< only the mark of an undoing under way is left
};
[[nodiscard]] std::optional<DrawRecord> readRecord(std::string_view text);

/// How a step found the draw.
enum class Found : std::uint8_t {
    Now,     ///< the step was done now
    Before,  ///< it had been done
    Nothing,
    Over,  ///< there is a mark: the draw is over
};

/// Whether the steps of a draw leave records of themselves. None: only where keyspace and database commit as one
/// (UnitOfWork::atomic); nobody could ever see them there. Such a draw does not begin and is not closed.
enum class Records : std::uint8_t { Kept, None };

struct Begun {
    Found found = Found::Now;
    std::optional<DrawRecord> record;  ///< Before
};
[[nodiscard]] Result<Begun> begin(keyspace::Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw,
                                  const UserId& user, Instant now);
struct Taken {
    Found found = Found::Now;  ///< Nothing: the queue is empty
    std::int64_t amount = 0;
    std::int64_t compensation = 0;
};
[[nodiscard]] Result<Taken> take(keyspace::Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw,
                                 const UserId& user, std::int64_t width, Records records = Records::Kept);
/// -1: no bound.
struct Bounds {
    std::int64_t countLimit = 0;
    std::int64_t amountLimit = 0;
    std::int64_t payable = -1;
    std::int64_t largest = -1;
};
struct Settled {
    Found found = Found::Now;
    Decision decision;
};
/// `unrecorded`: the user, with Records::None; else nullptr.
[[nodiscard]] Result<Settled> settle(keyspace::Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw,
                                     std::int64_t queue, const Taken& taken, const Bounds& bounds,
                                     const UserId* unrecorded = nullptr);
[[nodiscard]] Result<void> giveReturn(keyspace::Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw,
                                      const Decision& decision, Records records = Records::Kept);
/// `markMs` 0: no mark is left.
[[nodiscard]] Result<void> closeShard(keyspace::Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw,
                                      std::int64_t markMs);
[[nodiscard]] Result<void> closeQueue(keyspace::Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw,
                                      std::int64_t markMs);
[[nodiscard]] Result<void> undoShard(keyspace::Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw,
                                     const UserId& user, std::int64_t markMs);
/// The same by whoever began it, at `begun`, and has failed. False: somebody else has gone on with it since, or it is
/// over; nothing was done.
[[nodiscard]] Result<bool> undoShardBegunAt(keyspace::Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw,
                                            const UserId& user, std::int64_t markMs, Instant begun);
[[nodiscard]] Result<void> undoQueue(keyspace::Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw,
                                     const UserId& user, std::int64_t markMs);
/// What a user's draw holds of a queue.
[[nodiscard]] Result<std::int64_t> heldBy(keyspace::Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw,
                                          const UserId& user);
[[nodiscard]] Result<void> refundShard(keyspace::Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw,
                                       const UserId& user, std::int64_t amount, std::int64_t markMs);
[[nodiscard]] Result<void> refundQueue(keyspace::Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw,
                                       std::int64_t amount, std::int64_t markMs);

/// Amounts as a queue holds them.
[[nodiscard]] std::string packed(std::span<const std::int64_t> amounts, std::int64_t width);
/// Adds amounts behind those that are there, in chunks; all but the last call with a multiple of kChunkAmounts.
/// `heldChunks`: what it is believed to hold. Answers what it holds.
[[nodiscard]] Result<std::int64_t> fill(keyspace::Keyspace& keyspace, const QueueKeys& queue, std::int64_t heldChunks,
                                        std::span<const std::int64_t> amounts, std::int64_t width);
[[nodiscard]] Result<void> endQueue(keyspace::Keyspace& keyspace, const QueueKeys& queue);

/// Draws that began at `until` at the latest and are still under way, oldest first.
[[nodiscard]] Result<std::vector<DrawId>> underWay(keyspace::Keyspace& keyspace, const ShardKeys& shard, Instant until,
                                                   std::int64_t limit);
[[nodiscard]] Result<std::optional<Instant>> oldestUnderWay(keyspace::Keyspace& keyspace, const ShardKeys& shard);
/// nullopt: no record, or only the mark of a draw that is over.
[[nodiscard]] Result<std::optional<DrawRecord>> recordOf(keyspace::Keyspace& keyspace, const ShardKeys& shard,
                                                         const DrawId& draw);

}  // namespace evenhand::campaigns
