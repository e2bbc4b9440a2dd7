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
#include "engine/api/shop_types.h"
#include "engine/store/database/database.h"
#include "engine/store/records/change.h"

namespace evenhand::store::products {

/// Stock of each SKU asked for, in that order; nullopt: not in the catalogue.
[[nodiscard]] Result<std::vector<std::optional<std::int64_t>>> stockOf(Database& database,
                                                                       std::span<const std::string_view> skus);
/// Stock of a product, whether it can be ordered, and at how many units it is low.
struct Offer {
    std::int64_t stock = 0;
    bool disabled = false;
    std::optional<std::int64_t> lowStock;  ///< nullopt: it has no such limit
};
/// The same of each, with no statement more.
[[nodiscard]] Result<std::vector<std::optional<Offer>>> offersOf(Database& database,
                                                                 std::span<const std::string_view> skus);
/// Takes `quantity` out of stock; false, and nothing taken, if there is less.
[[nodiscard]] Result<bool> take(Database& database, std::string_view sku, std::int64_t quantity);
[[nodiscard]] Result<void> giveBack(Database& database, std::string_view sku, std::int64_t quantity);
/// stockOf() has found it missing.
[[nodiscard]] Result<void> insert(Database& database, const api::ProductRow& row);
/// Name, price, and `received` more (or, negative, less) on hand. A new version if name or price is another one.
[[nodiscard]] Result<void> update(Database& database, const api::ProductRow& row, std::int64_t received,
                                  const Change& change);
/// Name, price and limit of the row; a new version.
[[nodiscard]] Result<void> edit(Database& database, const api::ProductRow& row, const Change& change);
[[nodiscard]] Result<void> setLowStock(Database& database, const Sku& sku, std::optional<std::int64_t> lowStock);
/// A new version.
[[nodiscard]] Result<void> setDisabled(Database& database, const Sku& sku, bool disabled, const Change& change);
/// `reason`: empty: none.
[[nodiscard]] Result<void> addStockEntry(Database& database, const Sku& sku, const Change& change,
                                         api::StockChange kind, std::int64_t quantity, std::string_view reason);

struct Record {
    api::ProductRow row;
    std::optional<Instant> changedAt;  ///< nullopt: not since this is kept
    std::string changedBy;
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, const Sku& sku);
/// Those that are sold and at their limit of low stock or below, found among the few that have one.
[[nodiscard]] Result<std::vector<api::ProductRow>> low(Database& database);
/// SKU or name begins with `prefix`; in order of SKU.
[[nodiscard]] Result<std::vector<api::ProductRow>> findByPrefix(Database& database, std::string_view prefix,
                                                                std::int64_t limit);

/// What a list of products shows, and how it is read; for product_page_store.
inline constexpr std::string_view kRowColumns = "sku, name, unit_price, stock, low_stock, disabled_at, version";
[[nodiscard]] api::ProductRow rowOf(const Statement& row);

}  // namespace evenhand::store::products
