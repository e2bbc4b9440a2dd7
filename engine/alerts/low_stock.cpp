// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/low_stock.h"

#include <span>
#include <string>

#include "engine/alerts/raise.h"

namespace evenhand::alerts {

Result<void> settleStock(runtime::UnitOfWork& work, std::string_view sku, const store::products::Offer& now) {
    Condition condition;
    condition.kind = api::AlertKind::LowStock;
    condition.subject = {api::AlertSubjectType::Product, std::string(sku)};
    condition.figure = now.stock;
    const bool low = now.lowStock && now.stock <= *now.lowStock;
    return settle(work, low && !now.disabled, condition);
}

Result<void> settleStock(runtime::UnitOfWork& work, std::string_view sku) {
    EVENHAND_ASSIGN(const auto offers, store::products::offersOf(work.database(), std::span(&sku, 1)));
    return settleStock(work, sku, offers.front().value_or(store::products::Offer{}));
}

Result<void> stockCame(runtime::UnitOfWork& work, std::string_view sku) {
    const api::AlertSubject product{api::AlertSubjectType::Product, std::string(sku)};
    EVENHAND_ASSIGN(const auto live, store::alerts::liveLevel(work.database(), api::AlertKind::LowStock, product));
    return live ? settleStock(work, sku) : Result<void>();
}

}  // namespace evenhand::alerts
