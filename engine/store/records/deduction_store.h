// SPDX-License-Identifier: GPL-3.0-or-later
// Deductions: what each order took out of stock. A deduction's id is what a return must name.
// Thread: that of the Database.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store::deductions {

struct Line {
    std::string_view sku;
    std::int64_t quantity = 0;
};
[[nodiscard]] Result<DeductionId> insert(Database& database, OrderId order, Instant at, std::span<const Line> lines);

struct OwnedLine {
    std::string sku;
    std::int64_t quantity = 0;
};
/// What an order's deduction still holds and closing it gives back: what returns have not given back already (none is
/// requested any more). Marks it given back. Empty if it was before.
[[nodiscard]] Result<std::vector<OwnedLine>> giveBackAll(Database& database, OrderId order, Instant at);

}  // namespace evenhand::store::deductions
