// SPDX-License-Identifier: GPL-3.0-or-later
// What commands that are about to run will ask the database for, so that it can be read for many of them at once.
// Thread: that of the Database.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace evenhand::store {

class Database;

/// Views into the commands; what is no valid id is left out when it is read. Naming too little only costs time.
struct ReadAhead {
    std::vector<std::string_view> orderNumbers;
    std::vector<std::string_view> requestKeys;
    std::vector<std::string_view> paymentNumbers;
    std::vector<std::string_view> skus;
    std::vector<std::string_view> campuses;
    std::vector<OrderId> orders;
    std::vector<std::string_view> activities;
    /// Activity and user, whose live order is asked for.
    std::vector<std::pair<std::string_view, std::string_view>> liveOrders;
};

/// Reads for commands that are about to run what they will ask for, where that saves time (Database::gathers). Where
/// several engines write, their roots are locked first, all at once: orders, products, activities, and their campuses
/// to be read (lock_roots.h). An error concerns nobody unless the database is faulted().
[[nodiscard]] Result<void> readAhead(Database& database, const ReadAhead& ahead);

}  // namespace evenhand::store
