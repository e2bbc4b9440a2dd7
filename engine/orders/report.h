// SPDX-License-Identifier: GPL-3.0-or-later
// What couriers report: picked up, delivered, failed. A report of an older epoch is refused, so that two couriers can
// never finish one order.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// Errors: NotFound, StaleEpoch, Conflict (stale version), WrongStatus, InvalidArgument (courier, epoch, note).
[[nodiscard]] Result<void> report(runtime::UnitOfWork& work, const api::CourierReport& report);

}  // namespace evenhand::orders
