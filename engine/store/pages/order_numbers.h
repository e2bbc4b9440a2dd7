// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of all orders and the users who placed them in memory, so that an order is found by any part of its
// number and a user by any part of their id: about 27 bytes for each order and 70 for each user, read when they are
// first asked for and continued with what came since. Row ids grow, no order goes, and none changes its user. Where
// several engines write (Database::expectsOthers()) row ids do not grow with time, and the database is searched
// instead: slower, through all orders if few match. Thread: that of the Database; of one connection only.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/store/database/database.h"
#include "engine/store/pages/part_index.h"

namespace evenhand::store {

class OrderNumbers {
public:
    /// Found at most, the newest.
    static constexpr std::size_t kMaxFound = 4'096;

    /// Orders whose number contains `part`, whatever the case of its ASCII letters, newest first; none for a part that
    /// is too short.
    [[nodiscard]] Result<std::vector<OrderId>> containing(Database& database, std::string_view part);
    /// The same, `most` of them at most, of a part of any length but none.
    [[nodiscard]] Result<std::vector<OrderId>> newest(Database& database, std::string_view part, std::size_t most);
    /// Of each user whose id contains `part` the first order, `most` of them at most, those who came last first.
    [[nodiscard]] Result<std::vector<OrderId>> firstOfUsers(Database& database, std::string_view part,
                                                            std::size_t most);
    /// Reads the numbers of the next `orders` orders at most, so that a later search has less to read; false: all were.
    [[nodiscard]] Result<bool> readAhead(Database& database, std::int64_t orders);
    /// Sets `filter.withPart` by its text.
    [[nodiscard]] Result<void> complete(Database& database, api::OrderFilter& filter);

private:
    /// Answers how many it has read.
    [[nodiscard]] Result<std::int64_t> readOn(Database& database, std::int64_t most);

    PartIndex m_numbers;
    PartIndex m_users;                              ///< each at their first order
    std::unordered_set<std::size_t> m_knownByHash;  ///< of whom `m_users` has: 64 bits, never the same for two
    std::int64_t m_upTo = 0;                        ///< row id
};

}  // namespace evenhand::store
