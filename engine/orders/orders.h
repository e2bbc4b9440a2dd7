// SPDX-License-Identifier: GPL-3.0-or-later
// The room of orders: what the composition root needs of it.
// Thread: makeOrderDesk() from any; the desk as its interface says.
#pragma once

#include <memory>

#include "engine/api/order_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::orders {

/// Engine and reader must outlive the desk. `minorDigits`: of the workspace's currency, for exports.
[[nodiscard]] std::unique_ptr<api::OrderDesk> makeOrderDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                            int minorDigits);

}  // namespace evenhand::orders
