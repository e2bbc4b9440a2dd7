// SPDX-License-Identifier: GPL-3.0-or-later
// What people write on an order: a line of its history, whatever its status. Thread: the engine's; stateless.
#pragma once

#include <string>

#include "engine/base/ids.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// Errors: NotFound (order_no), InvalidArgument (note).
[[nodiscard]] Result<void> writeNote(runtime::UnitOfWork& work, const OrderNo& orderNo, const std::string& text);

}  // namespace evenhand::orders
