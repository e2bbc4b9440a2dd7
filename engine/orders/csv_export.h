// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table of orders as CSV, as runtime/csv_export.h.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/api/order_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"
#include "engine/store/pages/order_numbers.h"

namespace evenhand::orders {

/// `numbers`: the reader's. Amounts with `minorDigits`.
[[nodiscard]] api::Answer<std::int64_t> exportOrders(runtime::Engine& engine, runtime::Reader& reader,
                                                     const api::Call& call, api::OrderQuery query,
                                                     std::shared_ptr<store::OrderNumbers> numbers, std::string path,
                                                     int minorDigits, std::function<void(std::int64_t)> progress);

}  // namespace evenhand::orders
