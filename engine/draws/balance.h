// SPDX-License-Identifier: GPL-3.0-or-later
// Where a campaign's budget is: in its queues, in compensation, in flight, unspent. What was granted stands in the
// database. Thread: that of the keyspace; stateless.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/campaign_board.h"
#include "engine/draws/steps.h"
#include "engine/store/database/database.h"
#include "engine/store/records/campaign_store.h"

namespace evenhand::campaigns {

struct Balance {
    std::int64_t queued = 0, compensation = 0, unspent = 0;
    std::int64_t inFlight = 0;  ///< taken by draws that have no verdict yet, or are still to be undone or refunded
    std::int64_t placesLeft = 0, placesEver = 0;
    std::int64_t draws = 0;  ///< under way
    std::optional<Instant> oldest;
    std::vector<api::CampaignQueue> queues;
};
/// `database`: to know which draws under way have a verdict.
[[nodiscard]] Result<Balance> balanceOf(keyspace::Keyspace& keyspace, store::Database& database,
                                        const store::campaigns::Record& campaign);
/// The figures of queues alone.
[[nodiscard]] Result<Balance> queueBalance(keyspace::Keyspace& keyspace, const store::campaigns::Record& campaign);

}  // namespace evenhand::campaigns
