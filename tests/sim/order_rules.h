// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of one order at any moment, and of the events of all of them; a part of StepChecks, which says which
// rules these are. Thread: that of the database.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/store/database/database.h"

namespace evenhand::sim {

/// What is wrong; empty: nothing, or there is no such order. `status`: what its events have led to.
[[nodiscard]] Result<std::string> lookAtOrder(store::Database& database, std::int64_t order, const std::string& status);

/// D6: the events of orders, each held against the table of steps that there are.
class OrderSteps {
public:
    /// Those since the last time.
    [[nodiscard]] Result<std::string> look(store::Database& database);
    /// Where an order has come to; empty: it has not been placed.
    [[nodiscard]] std::string statusOf(std::int64_t order) const;

private:
    std::int64_t m_event = 0;
    std::map<std::int64_t, std::string> m_reached;  ///< by order
};

}  // namespace evenhand::sim
