// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/low_stock.h"

#include <span>
#include <string>

#include "engine/alerts/raise.h"

namespace evenhand::alerts {
namespace {

constexpr std::int64_t kSoldOut = 1;  ///< the level above that of a product that is low

}  // namespace

Result<void> settleStock(runtime::UnitOfWork& work, std::string_view sku, const store::products::Offer& now) {
    Condition condition;
    condition.kind = api::AlertKind::LowStock;
    condition.subject = {api::AlertSubjectType::Product, std::string(sku)};
    condition.level = now.stock <= 0 ? kSoldOut : 0;
    condition.figure = now.stock;
    condition.flaps = true;  // one order is cancelled, and the next one placed
    const bool low = now.lowStock && now.stock <= *now.lowStock;
    return settle(work, low && !now.disabled, condition);
}

Result<void> settleStock(runtime::UnitOfWork& work, std::string_view sku) {
    EVENHAND_ASSIGN(const auto offers, store::products::offersOf(work.database(), std::span(&sku, 1)));
    return settleStock(work, sku, offers.front().value_or(store::products::Offer{}));
}

Result<void> stockCame(runtime::UnitOfWork& work, std::string_view sku) {
    const api::AlertSubject product{api::AlertSubjectType::Product, std::string(sku)};
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto live, store::alerts::liveLevel(database, api::AlertKind::LowStock, product));
    EVENHAND_ASSIGN(const auto dismissed, store::alerts::dismissedLevel(database, api::AlertKind::LowStock, product));
    return live || dismissed ? settleStock(work, sku) : Result<void>();
}

Result<void> settleLowStock(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto low, store::products::low(work.database()));
    for (const auto& product : low) {
        EVENHAND_TRY(settleStock(work, product.sku.str(), {product.stock, false, product.lowStock}));
    }
    return {};
}

}  // namespace evenhand::alerts
