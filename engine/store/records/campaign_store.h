// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns: settings, state, and the points of their burn-down. Their draws are in draw_store.h.
// Every change is a compare-and-set on the version. Thread: that of the Database.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/api/campaign_board.h"
#include "engine/store/database/database.h"
#include "engine/store/database/roots.h"

namespace evenhand::store::campaigns {

struct Record {
    std::int64_t no = 0;   ///< row id, names it in the keyspace
    api::CampaignRow row;  ///< but for `built`
};
using Shared = std::shared_ptr<const Record>;

// Remembered by the connection (Database::memo), for the engine's connection alone: who else reads uses …Fresh().
/// nullptr: there is none.
/// `hold`: how its root is held, where units lock (order_rows/lock_roots.h): a draw only needs it to stay as it is.
[[nodiscard]] Result<Shared> find(Database& database, const CampaignId& id, Hold hold = Hold::Read);
[[nodiscard]] Result<Shared> find(Database& database, std::int64_t no);
/// Its number, by which its root is named, without locking it; 0: there is none.
[[nodiscard]] Result<std::int64_t> numberOf(Database& database, const CampaignId& id);
/// Those that are building, running or paused.
[[nodiscard]] Result<std::vector<Shared>> active(Database& database);
/// Those that ended at `since` or later.
[[nodiscard]] Result<std::vector<Shared>> endedSince(Database& database, Instant since);
/// False: no campaign was ever made, so no order has a draw.
[[nodiscard]] Result<bool> any(Database& database);

[[nodiscard]] Result<std::optional<Record>> findFresh(Database& database, const CampaignId& id);
/// Newest first.
[[nodiscard]] Result<std::vector<Record>> allFresh(Database& database);

/// A draft of version 1. False: the id is taken.
[[nodiscard]] Result<bool> insert(Database& database, const CampaignId& id, const api::CampaignSettings& settings);
/// Settings, state and instants, at this version, which grows by 1. False: it has changed.
[[nodiscard]] Result<bool> update(Database& database, const Record& record);
/// A draft.
[[nodiscard]] Result<bool> remove(Database& database, std::int64_t no, std::int64_t version);

/// A point of the burn-down; one at that instant already is kept.
[[nodiscard]] Result<void> addPoint(Database& database, std::int64_t no, const api::BurnPoint& point);
/// Oldest first, thinned out to about `limit`.
[[nodiscard]] Result<std::vector<api::BurnPoint>> points(Database& database, std::int64_t no, std::int64_t limit);

}  // namespace evenhand::store::campaigns
