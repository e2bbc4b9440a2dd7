// SPDX-License-Identifier: GPL-3.0-or-later
// The line in an order's timeline and the event to the outside, which go together; endpoints of webhooks are told of
// what needs nothing but the order.
// Thread: the engine's.
#pragma once

#include <string_view>

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// `at`: engine time. Actor: that of the call. `recorded`: see api::Event.
[[nodiscard]] Result<void> note(runtime::UnitOfWork& work, OrderId order, const CampusId& campus,
                                const CourierId& courier, api::EventKind kind, std::string_view detail,
                                bool recorded = false);

}  // namespace evenhand::orders
