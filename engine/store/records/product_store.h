// SPDX-License-Identifier: GPL-3.0-or-later
// Products and their stock on hand. Stock = received (stock entries) − deducted + given back.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::products {

/// Stock of each SKU asked for, in that order; nullopt: not in the catalogue.
[[nodiscard]] Result<std::vector<std::optional<std::int64_t>>> stockOf(Database& database,
                                                                       std::span<const std::string_view> skus);
/// Takes `quantity` out of stock; false, and nothing taken, if there is less.
[[nodiscard]] Result<bool> take(Database& database, std::string_view sku, std::int64_t quantity);
[[nodiscard]] Result<void> giveBack(Database& database, std::string_view sku, std::int64_t quantity);
/// stockOf() has found it missing.
[[nodiscard]] Result<void> insert(Database& database, const api::ProductRow& row);
/// Name, price, and `received` more (or, negative, less) on hand.
[[nodiscard]] Result<void> update(Database& database, const api::ProductRow& row, std::int64_t received);
[[nodiscard]] Result<void> addStockEntry(Database& database, const Sku& sku, Instant at, std::int64_t quantity,
                                         std::string_view actor);
/// SKU or name begins with `prefix`; in order of SKU.
[[nodiscard]] Result<std::vector<api::ProductRow>> findByPrefix(Database& database, std::string_view prefix,
                                                                std::int64_t limit);

}  // namespace evenhand::store::products
