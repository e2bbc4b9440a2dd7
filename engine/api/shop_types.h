// SPDX-License-Identifier: GPL-3.0-or-later
// What a shop is made of, as people keep it: campuses, couriers, products and their stock. Rows of campuses and
// couriers are in dispatch_desk.h, of products in order_desk.h. Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

// Texts are at most kMaxNameCharacters. `version`: as the person saw it, else Conflict; 0: whatever it is now.

struct NewCampus {
    CampusId id;
    std::string name;  ///< needed
};
struct CampusEdit {
    CampusId id;
    std::string name;  ///< needed
    std::int64_t version = 0;
};

struct NewCourier {
    CourierId id;
    CampusId campus;
    std::string name;  ///< needed
    std::string phone;
};
struct CourierEdit {
    CourierId id;
    std::string name;  ///< needed
    std::string phone;
    std::int64_t version = 0;
};

struct NewProduct {
    Sku sku;
    std::string name;                        ///< needed
    Money unitPrice;                         ///< >= 0
    std::int64_t stock = 0;                  ///< 0 … kMaxStock, received at once
    std::optional<std::int64_t> lowStock{};  ///< 0 … kMaxStock
};
struct ProductEdit {
    Sku sku;
    std::string name;  ///< needed
    Money unitPrice;
    std::optional<std::int64_t> lowStock{};
    std::int64_t version = 0;
};

enum class ProductSort : std::uint8_t { Sku, Name, UnitPrice, Stock };
/// Empty members do not filter.
struct ProductFilter {
    std::string text;              ///< the SKU begins with it, or the name contains it, whatever the case of a to z
    std::optional<bool> disabled;  ///< only those, or only the others
    bool lowOnly = false;          ///< enabled, with a limit, and the stock is at or below it
    bool operator==(const ProductFilter&) const = default;
};
struct ProductQuery {
    ProductFilter filter;
    ProductSort sort = ProductSort::Sku;
    bool descending = false;
    std::int64_t offset = 0;
    std::int64_t limit = 256;    ///< 1 … kMaxPageRows
    std::optional<Sku> after{};  ///< only behind this one; with ProductSort::Sku, ascending
};

/// What has changed a product's stock.
enum class StockChange : std::uint8_t {
    // By somebody; stored.
    Received,
    Corrected,
    Imported,  ///< set by an import or the HTTP API
    // Read from orders and flash sales.
    Ordered,
    OrderedInSale,  ///< out of the units that a flash sale has set aside: the stock is as it was
    ToSale,         ///< set aside for a flash sale
    FromSale,       ///< left at its end
};
[[nodiscard]] std::string_view toText(StockChange value) noexcept;
/// Of the stored ones.
[[nodiscard]] std::optional<StockChange> stockChangeFrom(std::string_view text) noexcept;

/// One line of a product's history. What came back from an order, because it was closed or its goods were returned as
/// sellable, stands with the order.
struct StockHistoryRow {
    Instant at;
    StockChange change = StockChange::Received;
    std::int64_t units = 0;     ///< positive: more on hand
    std::int64_t cameBack = 0;  ///< of an order's units, until now
    std::string about;          ///< order number or flash sale; empty: neither
    std::string reason;
    std::string actor;  ///< empty for orders, which name theirs themselves
};

/// What becomes of a product's stock.
struct StockAnswer {
    std::int64_t stock = 0;  ///< on hand now
};

}  // namespace evenhand::api
