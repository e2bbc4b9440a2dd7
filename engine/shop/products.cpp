// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shop/products.h"

#include "engine/alerts/low_stock.h"
#include "engine/api/limits.h"
#include "engine/base/within.h"
#include "engine/orders/catalogue.h"
#include "engine/runtime/conflict.h"
#include "engine/shop/needed_name.h"
#include "engine/store/records/activity_store.h"

namespace evenhand::shop {
namespace {

using runtime::UnitOfWork;

Result<void> validateLimit(std::optional<std::int64_t> lowStock) {
    return lowStock ? base::within(*lowStock, 0, api::kMaxStock, "low_stock") : Result<void>();
}

}  // namespace

Result<store::products::Record> findProduct(UnitOfWork& work, const Sku& sku, std::int64_t version) {
    EVENHAND_ASSIGN(auto found, store::products::find(work.database(), sku));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such product", "sku", sku.str());
    }
    if (version != 0 && version != found->row.version) {
        return fail(runtime::changedMeanwhile("product " + sku.str(), found->row.version,
                                              runtime::byWhom(found->changedBy, found->changedAt, {})));
    }
    return *std::move(found);
}

void tellOfCatalogue(UnitOfWork& work) {
    api::Event event;
    event.kind = api::Event::Kind::CatalogueChanged;
    work.emit(std::move(event));
}

Result<void> addProduct(UnitOfWork& work, const api::NewProduct& product) {
    const api::ProductRow row{product.sku, product.name, product.unitPrice, product.stock};
    EVENHAND_TRY(orders::validateProduct(work, row));
    EVENHAND_TRY(neededName(product.name));
    EVENHAND_TRY(validateLimit(product.lowStock));
    EVENHAND_ASSIGN(const auto known, store::products::find(work.database(), product.sku));
    if (known) {
        return fail(ErrorCode::AlreadyExists, "a product with this SKU exists", "sku", product.sku.str());
    }
    EVENHAND_TRY(orders::upsertProducts(work, {row}, true, api::StockChange::Received));
    if (product.lowStock) {
        EVENHAND_TRY(store::products::setLowStock(work.database(), product.sku, product.lowStock));
        EVENHAND_TRY(alerts::settleStock(work, product.sku.str(), {product.stock, false, product.lowStock}));
    }
    return {};
}

Result<std::int64_t> editProduct(UnitOfWork& work, const api::ProductEdit& edit) {
    api::ProductRow row{edit.sku, edit.name, edit.unitPrice};
    row.lowStock = edit.lowStock;
    EVENHAND_TRY(orders::validateProduct(work, row));
    EVENHAND_TRY(neededName(edit.name));
    EVENHAND_TRY(validateLimit(edit.lowStock));
    EVENHAND_ASSIGN(const auto product, findProduct(work, edit.sku, edit.version));
    EVENHAND_TRY(store::products::edit(work.database(), row, {work.now(), work.call().actor.name}));
    const auto& before = product.row;
    EVENHAND_TRY(
        alerts::settleStock(work, edit.sku.str(), {before.stock, before.disabledAt.has_value(), edit.lowStock}));
    tellOfCatalogue(work);
    return product.row.version + 1;
}

Result<std::int64_t> setProductDisabled(UnitOfWork& work, const Sku& sku, bool disabled, std::int64_t version) {
    EVENHAND_ASSIGN(const auto product, findProduct(work, sku, version));
    if (product.row.disabledAt.has_value() == disabled) {
        return product.row.version;
    }
    if (disabled) {
        EVENHAND_ASSIGN(const auto sale, store::activities::notOver(work.database(), sku));
        if (sale) {
            return fail(ErrorCode::WrongStatus, "the flash sale " + sale->str() + " of this product is not over",
                        "activity", sale->str());
        }
    }
    EVENHAND_TRY(store::products::setDisabled(work.database(), sku, disabled, {work.now(), work.call().actor.name}));
    EVENHAND_TRY(alerts::settleStock(work, sku.str(), {product.row.stock, disabled, product.row.lowStock}));
    tellOfCatalogue(work);
    return product.row.version + 1;
}

}  // namespace evenhand::shop
