// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of a campaign in the keyspace. The braces are hash tags: users are spread over homes, amounts over queues, and
// every step is one script on one tag. Thread: value type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::coupons {

/// Users' totals and records of their draws lie in at most so many homes.
inline constexpr std::int64_t kMostHomes = 16;
/// Amounts per chunk of a queue.
inline constexpr std::int64_t kChunkAmounts = 64;

struct HomeKeys {
    HomeKeys(std::int64_t campaign, std::int64_t home);
    std::string prefix;  ///< "campaign:{7/h0}:"
    std::string totals;  ///< hash: user -> count × 10^12 + amount
    std::string flight;  ///< sorted set: draw under way -> begin
    [[nodiscard]] std::string record(std::string_view draw) const { return prefix + "draw:" + std::string(draw); }
    [[nodiscard]] std::string refundMark(std::string_view draw) const { return prefix + "back:" + std::string(draw); }
};
struct QueueKeys {
    QueueKeys(std::int64_t campaign, std::int64_t queue);
    std::string prefix;        ///< "campaign:{7/q0}:"
    std::string chunks;        ///< list of strings of kChunkAmounts amounts, fixed width, highest byte first
    std::string returned;      ///< list of amounts, taken before the chunks
    std::string compensation;  ///< list of amounts
    std::string figures;       ///< hash: cursor, amount, returned, compensation, places, ended, unspent
    [[nodiscard]] std::string step(std::string_view draw) const { return prefix + "draw:" + std::string(draw); }
    [[nodiscard]] std::string refundMark(std::string_view draw) const { return prefix + "back:" + std::string(draw); }
};

[[nodiscard]] std::int64_t homesOf(std::int64_t queues) noexcept;
/// The user's home, and the queue to ask first.
[[nodiscard]] std::int64_t homeOf(const UserId& user, std::int64_t queues) noexcept;
[[nodiscard]] std::int64_t firstQueueOf(const UserId& user, std::int64_t queues) noexcept;
/// Bytes per amount in the chunks.
[[nodiscard]] std::int64_t widthOf(Money maxDiscount) noexcept;

}  // namespace evenhand::coupons
