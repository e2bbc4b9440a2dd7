// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shop/stock.h"

#include "engine/alerts/low_stock.h"
#include "engine/api/limits.h"
#include "engine/base/within.h"
#include "engine/shop/products.h"

namespace evenhand::shop {
namespace {

using runtime::UnitOfWork;

/// `units` are not 0.
Result<api::StockAnswer> changeStock(UnitOfWork& work, const Sku& sku, api::StockChange change, std::int64_t units,
                                     std::string_view reason) {
    EVENHAND_ASSIGN(const auto product, findProduct(work, sku, 0));
    const auto before = product.row.stock;
    if (units > api::kMaxStock - before) {
        return fail(ErrorCode::Overflow, "the stock would be too large", "units", std::to_string(units));
    }
    if (before + units < 0) {
        return fail(ErrorCode::OutOfStock, "only " + std::to_string(before) + " are on hand", "units",
                    std::to_string(units));
    }
    auto& database = work.database();
    EVENHAND_TRY(store::products::giveBack(database, sku.str(), units));
    EVENHAND_TRY(
        store::products::addStockEntry(database, sku, {work.now(), work.call().actor.name}, change, units, reason));
    EVENHAND_TRY(alerts::settleStock(work, sku.str(),
                                     {before + units, product.row.disabledAt.has_value(), product.row.lowStock}));
    tellOfCatalogue(work);
    return api::StockAnswer{before + units};
}

}  // namespace

Result<api::StockAnswer> receiveStock(UnitOfWork& work, const Sku& sku, std::int64_t units, std::string_view note) {
    EVENHAND_TRY(base::within(units, 1, api::kMaxStock, "units"));
    EVENHAND_TRY(base::validateName(note, "note"));
    return changeStock(work, sku, api::StockChange::Received, units, note);
}

Result<api::StockAnswer> correctStock(UnitOfWork& work, const Sku& sku, std::int64_t units) {
    EVENHAND_TRY(base::within(units, -api::kMaxStock, api::kMaxStock, "units"));
    if (units == 0) {
        return fail(ErrorCode::InvalidArgument, "must not be 0", "units", "0");
    }
    return changeStock(work, sku, api::StockChange::Corrected, units, work.call().reason);
}

}  // namespace evenhand::shop
