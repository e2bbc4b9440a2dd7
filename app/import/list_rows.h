// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for one row of a list (couriers, products, stock, rosters) that need nothing but the row.
// Thread: pure functions, any thread.
#pragma once

#include <string>
#include <variant>

#include "app/import/list_columns.h"
#include "engine/api/dispatch_desk.h"
#include "engine/api/order_desk.h"
#include "engine/api/shift_types.h"

namespace evenhand::import {

/// What was counted on hand of a product.
struct StockCount {
    Sku sku;
    std::int64_t units = 0;  ///< 0 … api::kMaxStock
    std::string reason;      ///< may be empty
};

/// The shifts of a courier's week.
struct CourierWeek {
    CourierId courier;
    api::Week week;
};

[[nodiscard]] std::variant<api::CourierInput, Rejection> readCourier(const ListColumns& columns,
                                                                     const CsvRecord& record);
/// `minorDigits` of a price.
[[nodiscard]] std::variant<api::ProductRow, Rejection> readProduct(const ListColumns& columns, const CsvRecord& record,
                                                                   int minorDigits);
[[nodiscard]] std::variant<StockCount, Rejection> readStock(const ListColumns& columns, const CsvRecord& record);
[[nodiscard]] std::variant<CourierWeek, Rejection> readRoster(const ListColumns& columns, const CsvRecord& record);

}  // namespace evenhand::import
