// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and sums over a whole workspace, for `stats`. Read inside one read transaction they agree with each other.
// Thread: that of the Database.
#pragma once

#include <string>
#include <vector>

#include "engine/api/status.h"
#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store::stats {

struct StatusCount {
    api::OrderStatus status = api::OrderStatus::WaitPay;
    std::int64_t orders = 0;
};
/// Of every status, also those without orders, in the order of the domain.
[[nodiscard]] Result<std::vector<StatusCount>> ordersByStatus(Database& database);

struct CampusCount {
    CampusId id;
    std::int64_t couriers = 0;
    std::int64_t assigned = 0;     ///< orders that have a courier, closed ones left out
    std::int64_t assignedMin = 0;  ///< of one courier; those who never were on duty left out
    std::int64_t assignedMax = 0;
    std::int64_t unassigned = 0;  ///< paid, open, without a courier
};
/// In order of id.
[[nodiscard]] Result<std::vector<CampusCount>> campuses(Database& database);

/// Sum of the accepted payments.
[[nodiscard]] Result<std::int64_t> paidMinor(Database& database);

}  // namespace evenhand::store::stats
