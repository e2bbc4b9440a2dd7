// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/catalogue.h"

#include <unordered_set>

#include "engine/api/limits.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/product_store.h"

namespace evenhand::orders {
namespace {

Result<void> validate(const api::ProductRow& product) {
    EVENHAND_TRY(base::validateId(product.sku.str(), "sku"));
    EVENHAND_TRY(base::validateName(product.name, "name"));
    if (product.unitPrice.minor < 0 || product.unitPrice.minor > base::kMaxMoneyMinor) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(base::kMaxMoneyMinor), "unit_price",
                    std::to_string(product.unitPrice.minor));
    }
    if (product.stock < 0 || product.stock > api::kMaxStock) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(api::kMaxStock), "stock",
                    std::to_string(product.stock));
    }
    return {};
}

}  // namespace

Result<void> upsertProducts(runtime::UnitOfWork& work, const std::vector<api::ProductRow>& products, bool addStock) {
    std::vector<std::string_view> skus;
    std::unordered_set<std::string_view> seen;
    skus.reserve(products.size());
    for (const auto& product : products) {
        EVENHAND_TRY(validate(product));
        EVENHAND_TRY(store::meta::checkAmount(work.database(), product.unitPrice, "unit_price"));
        if (!seen.insert(product.sku.str()).second) {
            return fail(ErrorCode::InvalidArgument, "is given twice", "sku", product.sku.str());
        }
        skus.push_back(product.sku.str());
    }
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto stocks, store::products::stockOf(database, skus));
    for (std::size_t i = 0; i < products.size(); ++i) {
        if (addStock && stocks[i] && *stocks[i] > api::kMaxStock - products[i].stock) {
            return fail(ErrorCode::Overflow, "the stock would be too large", "stock",
                        std::to_string(products[i].stock));
        }
    }
    for (std::size_t i = 0; i < products.size(); ++i) {
        const auto& product = products[i];
        auto received = product.stock;
        if (stocks[i]) {
            received = addStock ? product.stock : product.stock - *stocks[i];
            EVENHAND_TRY(store::products::update(database, product, received));
        } else {
            EVENHAND_TRY(store::products::insert(database, product));
        }
        if (received != 0) {
            EVENHAND_TRY(
                store::products::addStockEntry(database, product.sku, work.now(), received, work.call().actor.name));
        }
    }
    return {};
}

}  // namespace evenhand::orders
