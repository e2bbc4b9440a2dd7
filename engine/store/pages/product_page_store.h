// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of products, and what has changed the stock of one, for the outside.
//
// A catalogue is thousands of products, not millions: it is filtered and sorted without an index but by SKU, for each
// more would be kept up with every order. What is short is found by the index of those that have a limit.
// Thread: that of the Database (the reader's).
#pragma once

#include <vector>

#include "engine/api/order_desk.h"
#include "engine/api/shop_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::productPages {

/// InvalidArgument for an offset or a limit out of range.
[[nodiscard]] Result<std::vector<api::ProductRow>> page(Database& database, const api::ProductQuery& query);
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::ProductFilter& filter);
/// NotFound.
[[nodiscard]] Result<api::ProductRow> product(Database& database, const Sku& sku);
/// Newest first: what was done by hand, what orders took, what flash sales set aside. Each of these is read as far as
/// the page reaches, so a page far back costs more. NotFound; InvalidArgument as page().
[[nodiscard]] Result<std::vector<api::StockHistoryRow>> history(Database& database, const Sku& sku, std::int64_t offset,
                                                                std::int64_t limit);

}  // namespace evenhand::store::productPages
