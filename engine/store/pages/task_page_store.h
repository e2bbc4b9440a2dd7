// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks and the ring's history for the outside. Thread: that of the Database (the reader's).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/api/task_board.h"
#include "engine/store/database/database.h"

namespace evenhand::store::taskPages {

/// InvalidArgument for an offset or a limit out of range.
[[nodiscard]] Result<std::vector<api::TaskRow>> page(Database& database, const api::TaskQuery& query);
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::TaskFilter& filter);
/// Every kind, in order of declaration.
[[nodiscard]] Result<std::vector<api::TaskCounts>> counts(Database& database, Instant now);
/// Due at `now` and not taken, with positions: for the backlog per worker. At most `limit`, for a board.
[[nodiscard]] Result<std::vector<std::uint32_t>> duePositions(Database& database, Instant now, std::int64_t limit);
/// Per worker, taken and the lease not over.
[[nodiscard]] Result<std::map<std::string, std::int64_t>> inHand(Database& database, Instant now);
/// Newest first.
[[nodiscard]] Result<std::vector<api::RingChangeRow>> ringChanges(Database& database, std::int64_t limit);

}  // namespace evenhand::store::taskPages
