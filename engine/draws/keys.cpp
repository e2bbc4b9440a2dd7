// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/draws/keys.h"

#include <algorithm>

#include "engine/base/number_text.h"

namespace evenhand::campaigns {
namespace {

PlainKey prefixOf(std::int64_t campaign, std::string_view kind, std::int64_t number) noexcept {
    const PlainKey head("campaign:{", base::NumberText(campaign), kind);
    return {head, base::NumberText(number), "}:"};
}

/// FNV-1a: the same on every machine, since all must agree on a user's shard.
std::uint64_t hashOf(std::string_view text) noexcept {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return hash ^ (hash >> 32U);
}

}  // namespace

ShardKeys::ShardKeys(std::int64_t campaign, std::int64_t shard) noexcept
    : prefix(prefixOf(campaign, "/h", shard)), totals(prefix, "totals"), flight(prefix, "flight") {}

QueueKeys::QueueKeys(std::int64_t campaign, std::int64_t queue) noexcept
    : prefix(prefixOf(campaign, "/q", queue)),
      chunks(prefix, "chunks"),
      returned(prefix, "returned"),
      compensation(prefix, "compensation"),
      figures(prefix, "figures") {}

std::int64_t shardCount(std::int64_t queues) noexcept { return std::clamp<std::int64_t>(queues, 1, kMaxShards); }

std::int64_t shardOf(const UserId& user, std::int64_t queues) noexcept {
    return static_cast<std::int64_t>(hashOf(user.str()) % static_cast<std::uint64_t>(shardCount(queues)));
}

std::int64_t firstQueueOf(const UserId& user, std::int64_t queues) noexcept {
    return static_cast<std::int64_t>(hashOf(user.str()) % static_cast<std::uint64_t>(queues));
}

std::int64_t widthOf(Money maxDiscount) noexcept {
    std::int64_t width = 1;
    for (std::int64_t rest = maxDiscount.minor >> 8; rest > 0; rest >>= 8) {
        ++width;
    }
    return width;
}

}  // namespace evenhand::campaigns
