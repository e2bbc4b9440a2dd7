// SPDX-License-Identifier: GPL-3.0-or-later
// Campuses and their dispatch policies.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/store/database/database.h"
#include "engine/store/database/roots.h"

namespace evenhand::store::campuses {

struct Record {
    api::CampusRow row;
    Instant calibrateFrom;         ///< the next automatic calibration is the first set minute after this
    std::int64_t dutyVersion = 0;  ///< number of the last duty change
};

/// `hold`: how its root is held, where units lock (order_rows/lock_roots.h): Change, to change it or one of its
/// couriers.
[[nodiscard]] Result<std::optional<Record>> find(Database& database, const CampusId& id, Hold hold = Hold::Read);
/// In order of id.
[[nodiscard]] Result<std::vector<Record>> all(Database& database);
/// Name and policy; not whether it is paused or disabled, which setPaused() and setDisabled() alone say. A new one is
/// neither.
[[nodiscard]] Result<void> insert(Database& database, const api::CampusRow& row, Instant calibrateFrom);
[[nodiscard]] Result<void> update(Database& database, const api::CampusRow& row, Instant calibrateFrom);
[[nodiscard]] Result<void> setPaused(Database& database, const CampusId& id, bool paused);
[[nodiscard]] Result<void> rename(Database& database, const CampusId& id, std::string_view name);
/// nullopt: it takes part.
[[nodiscard]] Result<void> setDisabled(Database& database, const CampusId& id, std::optional<Instant> since);
[[nodiscard]] Result<void> setCalibrateFrom(Database& database, const CampusId& id, Instant from);
/// Counts one duty change and records it. Answers its number.
[[nodiscard]] Result<std::int64_t> addDutyChange(Database& database, const CampusId& id, const CourierId& courier,
                                                 bool onDuty, Instant at, std::string_view actor);

}  // namespace evenhand::store::campuses
