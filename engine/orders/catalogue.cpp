// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/catalogue.h"

#include <unordered_set>

#include "engine/alerts/low_stock.h"
#include "engine/api/limits.h"
#include "engine/base/within.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/product_store.h"

namespace evenhand::orders {

Result<void> validateProduct(runtime::UnitOfWork& work, const api::ProductRow& product) {
    EVENHAND_TRY(base::validateId(product.sku.str(), "sku"));
    EVENHAND_TRY(base::validateName(product.name, "name"));
    EVENHAND_TRY(base::within(product.unitPrice.minor, 0, base::kMaxMoneyMinor, "unit_price"));
    EVENHAND_TRY(base::within(product.stock, 0, api::kMaxStock, "stock"));
    return store::meta::checkAmount(work.database(), product.unitPrice, "unit_price");
}

Result<void> upsertProducts(runtime::UnitOfWork& work, const std::vector<api::ProductRow>& products, bool addStock,
                            api::StockChange change) {
    std::vector<std::string_view> skus;
    std::unordered_set<std::string_view> seen;
    skus.reserve(products.size());
    for (const auto& product : products) {
        EVENHAND_TRY(validateProduct(work, product));
        if (!seen.insert(product.sku.str()).second) {
            return fail(ErrorCode::InvalidArgument, "is given twice", "sku", product.sku.str());
        }
        skus.push_back(product.sku.str());
    }
    auto& database = work.database();
    const store::Change by{work.now(), work.call().actor.name};
    EVENHAND_ASSIGN(const auto offers, store::products::offersOf(database, skus));
    for (std::size_t i = 0; i < products.size(); ++i) {
        if (addStock && offers[i] && offers[i]->stock > api::kMaxStock - products[i].stock) {
            return fail(ErrorCode::Overflow, "the stock would be too large", "stock",
                        std::to_string(products[i].stock));
        }
    }
    for (std::size_t i = 0; i < products.size(); ++i) {
        const auto& product = products[i];
        auto received = product.stock;
        if (auto now = offers[i]) {
            received = addStock ? product.stock : product.stock - now->stock;
            EVENHAND_TRY(store::products::update(database, product, received, by));
            now->stock += received;
            EVENHAND_TRY(alerts::settleStock(work, product.sku.str(), *now));
        } else {
            EVENHAND_TRY(store::products::insert(database, product));
        }
        if (received != 0) {
            EVENHAND_TRY(store::products::addStockEntry(database, product.sku, by, change, received, {}));
        }
    }
    api::Event event;
    event.kind = api::Event::Kind::CatalogueChanged;
    work.emit(std::move(event));
    return {};
}

}  // namespace evenhand::orders
