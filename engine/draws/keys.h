// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of a campaign in the keyspace. The braces are hash tags: users are spread over shards, amounts over queues, and
// every step is one script on one tag. Thread: value type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::campaigns {

/// Users' totals and records of their draws lie in at most so many shards.
inline constexpr std::int64_t kMaxShards = 16;
/// Amounts per chunk of a queue.
inline constexpr std::int64_t kChunkAmounts = 64;

/// A key without an allocation: a draw has a dozen. What would not fit is cut; ids of draws are far shorter.
template <std::size_t Capacity>
class KeyText {
public:
    KeyText(std::string_view head, std::string_view middle, std::string_view tail = {}) noexcept {
        append(head);
        append(middle);
        append(tail);
    }
    operator std::string_view() const noexcept { return {m_text.data(), m_size}; }  // NOLINT: a view of itself

private:
    void append(std::string_view text) noexcept { m_size += text.copy(m_text.data() + m_size, Capacity - m_size); }

    std::array<char, Capacity> m_text;  // filled as far as m_size says
    std::size_t m_size = 0;
};
using PlainKey = KeyText<80>;
using DrawKey = KeyText<160>;

struct ShardKeys {
    ShardKeys(std::int64_t campaign, std::int64_t shard) noexcept;
    PlainKey prefix;  ///< "campaign:{7/h0}:"
    PlainKey totals;  ///< hash: user -> count × 10^12 + amount
    PlainKey flight;  ///< sorted set: draw under way -> begin
    [[nodiscard]] DrawKey record(std::string_view draw) const noexcept { return {prefix, "draw:", draw}; }
    [[nodiscard]] DrawKey refundMark(std::string_view draw) const noexcept { return {prefix, "back:", draw}; }
};
struct QueueKeys {
    QueueKeys(std::int64_t campaign, std::int64_t queue) noexcept;
    PlainKey prefix;        ///< "campaign:{7/q0}:"
    PlainKey chunks;        ///< list of strings of kChunkAmounts amounts, fixed width, highest byte first
    PlainKey returned;      ///< list of amounts, taken before the chunks
    PlainKey compensation;  ///< list of amounts
    PlainKey figures;       ///< hash: cursor, amount, returned, compensation, places, ended, unspent
    [[nodiscard]] DrawKey step(std::string_view draw) const noexcept { return {prefix, "draw:", draw}; }
    [[nodiscard]] DrawKey refundMark(std::string_view draw) const noexcept { return {prefix, "back:", draw}; }
};

[[nodiscard]] std::int64_t shardCount(std::int64_t queues) noexcept;
/// The user's shard, and the queue to ask first.
[[nodiscard]] std::int64_t shardOf(const UserId& user, std::int64_t queues) noexcept;
[[nodiscard]] std::int64_t firstQueueOf(const UserId& user, std::int64_t queues) noexcept;
/// Bytes per amount in the chunks.
[[nodiscard]] std::int64_t widthOf(Money maxDiscount) noexcept;

}  // namespace evenhand::campaigns
