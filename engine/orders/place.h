// SPDX-License-Identifier: GPL-3.0-or-later
// Placing orders: idempotent by key, stock deducted all lines or none.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::orders {

/// What both will read.
void prefetchPlacing(const api::PlaceOrder& request, store::ReadAhead& ahead);
/// Errors: InvalidArgument, Overflow, UnknownSku, OutOfStock, Disabled (campus, sku), NotFound (campus), KeyReused,
/// AlreadyExists (number).
[[nodiscard]] Result<api::PlacedOrder> place(runtime::UnitOfWork& work, const api::PlaceOrder& request);
/// Leaves out what cannot be had; AlreadyExists if the key or the number is known.
[[nodiscard]] Result<api::PlacedOrder> placeAvailable(runtime::UnitOfWork& work, const api::PlaceOrder& request);

}  // namespace evenhand::orders
