// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/money.h"
#include "engine/base/within.h"
#include "engine/runtime/desk_support.h"
#include "engine/shop/campuses.h"
#include "engine/shop/couriers.h"
#include "engine/shop/products.h"
#include "engine/shop/shop.h"
#include "engine/shop/stock.h"
#include "engine/store/pages/product_page_store.h"
#include "engine/store/records/courier_store.h"

namespace evenhand::shop {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::UnitOfWork;

constexpr const char* saysDisabled(bool disabled) { return disabled ? "disabled" : "enabled"; }

std::string saysLimit(std::optional<std::int64_t> lowStock) {
    return lowStock ? ", low at " + std::to_string(*lowStock) : std::string();
}

std::string saysUnits(std::int64_t units, const api::StockAnswer& answer) {
    return (units > 0 ? "+" : "") + std::to_string(units) + ", stock " + std::to_string(answer.stock);
}

class ShopDeskImpl final : public api::ShopDesk, private runtime::Desk<Operation::ShopRead> {
public:
    ShopDeskImpl(runtime::Engine& engine, runtime::Reader& reader, int minorDigits)
        : Desk(engine, reader), m_minorDigits(minorDigits) {}

    Answer<void> addCampus(const Call& call, api::NewCampus campus) override {
        return command<void>(call, Operation::ShopAddCampus, [campus = std::move(campus)](UnitOfWork& work) {
            work.note("campus " + campus.id.str(), "named " + campus.name);
            return shop::addCampus(work, campus);
        });
    }
    Answer<std::int64_t> editCampus(const Call& call, api::CampusEdit edit) override {
        return command<std::int64_t>(call, Operation::ShopEditCampus, [edit = std::move(edit)](UnitOfWork& work) {
            work.note("campus " + edit.id.str(), "named " + edit.name);
            return shop::editCampus(work, edit);
        });
    }
    Answer<std::int64_t> setCampusDisabled(const Call& call, CampusId campus, bool disabled,
                                           std::int64_t version) override {
        return command<std::int64_t>(call, Operation::ShopSetCampusDisabled,
                                     [campus = std::move(campus), disabled, version](UnitOfWork& work) {
                                         work.note("campus " + campus.str(), saysDisabled(disabled));
                                         return shop::setCampusDisabled(work, campus, disabled, version);
                                     });
    }

    Answer<void> addCourier(const Call& call, api::NewCourier courier) override {
        return command<void>(call, Operation::ShopAddCourier, [courier = std::move(courier)](UnitOfWork& work) {
            work.note("courier " + courier.id.str(), "named " + courier.name + ", of campus " + courier.campus.str());
            return shop::addCourier(work, courier);
        });
    }
    Answer<std::int64_t> editCourier(const Call& call, api::CourierEdit edit) override {
        return command<std::int64_t>(call, Operation::ShopEditCourier, [edit = std::move(edit)](UnitOfWork& work) {
            work.note("courier " + edit.id.str(),
                      "named " + edit.name + (edit.phone.empty() ? "" : ", phone " + edit.phone));
            return shop::editCourier(work, edit);
        });
    }
    Answer<std::int64_t> setCourierDisabled(const Call& call, CourierId courier, bool disabled,
                                            std::int64_t version) override {
        return command<std::int64_t>(call, Operation::ShopSetCourierDisabled,
                                     [courier = std::move(courier), disabled, version](UnitOfWork& work) {
                                         work.note("courier " + courier.str(), saysDisabled(disabled));
                                         return shop::setCourierDisabled(work, courier, disabled, version);
                                     });
    }

    Answer<void> addProduct(const Call& call, api::NewProduct product) override {
        return command<void>(
            call, Operation::ShopAddProduct, [product = std::move(product), digits = m_minorDigits](UnitOfWork& work) {
                work.note("product " + product.sku.str(),
                          "named " + product.name + " at " + base::formatMoney(product.unitPrice, digits) + ", stock " +
                              std::to_string(product.stock) + saysLimit(product.lowStock));
                return shop::addProduct(work, product);
            });
    }
    Answer<std::int64_t> editProduct(const Call& call, api::ProductEdit edit) override {
        return command<std::int64_t>(
            call, Operation::ShopEditProduct, [edit = std::move(edit), digits = m_minorDigits](UnitOfWork& work) {
                work.note("product " + edit.sku.str(), "named " + edit.name + " at " +
                                                           base::formatMoney(edit.unitPrice, digits) +
                                                           saysLimit(edit.lowStock));
                return shop::editProduct(work, edit);
            });
    }
    Answer<std::int64_t> setProductDisabled(const Call& call, Sku sku, bool disabled, std::int64_t version) override {
        return command<std::int64_t>(call, Operation::ShopSetProductDisabled,
                                     [sku = std::move(sku), disabled, version](UnitOfWork& work) {
                                         work.note("product " + sku.str(), saysDisabled(disabled));
                                         return shop::setProductDisabled(work, sku, disabled, version);
                                     });
    }
    Answer<api::StockAnswer> receiveStock(const Call& call, Sku sku, std::int64_t units, std::string note) override {
        return command<api::StockAnswer>(
            call, Operation::ShopReceiveStock,
            [sku = std::move(sku), units, note = std::move(note)](UnitOfWork& work) -> Result<api::StockAnswer> {
                EVENHAND_ASSIGN(const auto answer, shop::receiveStock(work, sku, units, note));
                work.note("product " + sku.str(), saysUnits(units, answer) + (note.empty() ? "" : ": " + note));
                return answer;
            });
    }
    Answer<api::StockAnswer> correctStock(const Call& call, Sku sku, std::int64_t units) override {
        return command<api::StockAnswer>(call, Operation::ShopCorrectStock,
                                         [sku = std::move(sku), units](UnitOfWork& work) -> Result<api::StockAnswer> {
                                             EVENHAND_ASSIGN(const auto answer, shop::correctStock(work, sku, units));
                                             work.note("product " + sku.str(), saysUnits(units, answer));
                                             return answer;
                                         });
    }

    Answer<std::vector<api::CourierRow>> couriers(const Call& call, CampusId campus, std::int64_t limit) override {
        return read<std::vector<api::CourierRow>>(
            call,
            [campus = std::move(campus), limit](store::Database& database) -> Result<std::vector<api::CourierRow>> {
                EVENHAND_TRY(base::within(limit, 1, api::kMaxPageRows, "limit"));
                return store::couriers::list(database, campus, limit);
            });
    }
    Answer<std::vector<api::ProductRow>> products(const Call& call, api::ProductQuery query) override {
        return read<std::vector<api::ProductRow>>(call, [query = std::move(query)](store::Database& database) {
            return store::productPages::page(database, query);
        });
    }
    Answer<std::int64_t> countProducts(const Call& call, api::ProductFilter filter) override {
        return read<std::int64_t>(call, [filter = std::move(filter)](store::Database& database) {
            return store::productPages::count(database, filter);
        });
    }
    Answer<api::ProductRow> product(const Call& call, Sku sku) override {
        return read<api::ProductRow>(call, [sku = std::move(sku)](store::Database& database) {
            return store::productPages::product(database, sku);
        });
    }
    Answer<std::vector<api::StockHistoryRow>> stockHistory(const Call& call, Sku sku, std::int64_t offset,
                                                           std::int64_t limit) override {
        return read<std::vector<api::StockHistoryRow>>(
            call, [sku = std::move(sku), offset, limit](store::Database& database) {
                return store::productPages::history(database, sku, offset, limit);
            });
    }

private:
    const int m_minorDigits;
};

}  // namespace

std::unique_ptr<api::ShopDesk> makeShopDesk(runtime::Engine& engine, runtime::Reader& reader, int minorDigits) {
    return std::make_unique<ShopDeskImpl>(engine, reader, minorDigits);
}

}  // namespace evenhand::shop
