// SPDX-License-Identifier: GPL-3.0-or-later
// Weight entries (start, join adjustments, calibrations) and the weights that the tables imply.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::weights {

[[nodiscard]] Result<void> add(Database& database, const CourierId& courier, Instant at, api::WeightEntryKind kind,
                               std::int64_t amount, std::string_view actor, std::string_view reason);

/// Who has calibrated a courier's weight last, and when. nullopt: nobody has.
struct LastCalibration {
    Instant at;
    std::string actor;
};
[[nodiscard]] Result<std::optional<LastCalibration>> lastCalibration(Database& database, const CourierId& courier);

struct Implied {
    CourierId courier;
    std::string name;
    bool onDuty = false;
    std::int64_t weight = 0;  ///< entries − charged + given back
};
/// Of every courier of the campus, in order of id. Reads every assignment of the campus from an index.
[[nodiscard]] Result<std::vector<Implied>> implied(Database& database, const CampusId& campus);

}  // namespace evenhand::store::weights
