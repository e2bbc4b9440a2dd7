// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/stock_source.h"

#include <set>
#include <string>
#include <vector>

#include "engine/alerts/raise.h"
#include "engine/store/records/product_store.h"

namespace evenhand::alerts {
namespace {

constexpr int kAtOnce = 64;  ///< alerts that fire or are resolved in one unit of work

Condition ofProduct(const store::products::Short& product) {
    Condition condition;
    condition.kind = api::AlertKind::LowStock;
    condition.subject = {api::AlertSubjectType::Product, product.sku.str()};
    condition.figure = product.stock;
    return condition;
}

}  // namespace

std::optional<Instant> StockSource::nextDue() {
    if (m_signals->stockLimitsStale) {
        return Instant{0};
    }
    return m_hasLimits && m_signals->stockStale ? std::optional(m_looked.plusMs(kEveryMs)) : std::nullopt;
}

Result<void> StockSource::runDue(runtime::UnitOfWork& work) {
    m_signals->stockLimitsStale = false;
    m_signals->stockStale = false;
    m_looked = work.now();
    const auto more = look(work);
    if (!more || *more) {
        m_signals->stockLimitsStale = true;
    }
    return more.map([](bool) {});
}

Result<bool> StockSource::look(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(m_hasLimits, store::products::anyLowStock(work.database()));
    std::vector<store::products::Short> found;
    if (m_hasLimits) {
        EVENHAND_ASSIGN(found, store::products::shortOnes(work.database()));
    }
    int told = 0;
    std::set<std::string> skus;
    for (const auto& product : found) {
        if (told == kAtOnce) {
            return true;
        }
        EVENHAND_ASSIGN(const auto raised, raise(work, ofProduct(product)));
        told += raised.fired ? 1 : 0;
        skus.insert(product.sku.str());
    }
    EVENHAND_ASSIGN(const auto live, store::alerts::liveOfKind(work.database(), api::AlertKind::LowStock));
    for (const auto& alert : live) {
        if (skus.contains(alert.subject.id)) {
            continue;
        }
        if (told == kAtOnce) {
            return true;
        }
        EVENHAND_TRY(resolve(work, alert, kOver));
        ++told;
    }
    return false;
}

}  // namespace evenhand::alerts
