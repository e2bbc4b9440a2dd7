// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table of orders as CSV on the reader's thread, slice by slice, so that no read transaction is long.
// Thread: start() from any thread; the rest runs on the reader's.
#pragma once

#include <functional>
#include <string>

#include "engine/api/order_desk.h"
#include "engine/runtime/reader.h"

namespace evenhand::orders {

/// Answers the rows written. The file appears whole under its name, or not at all. Amounts with `minorDigits`, instants
/// as ISO 8601 in UTC.
[[nodiscard]] api::Answer<std::int64_t> exportOrders(runtime::Reader& reader, api::OrderQuery query, std::string path,
                                                     int minorDigits, std::function<void(std::int64_t)> progress);

}  // namespace evenhand::orders
