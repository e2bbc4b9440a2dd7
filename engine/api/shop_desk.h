// SPDX-License-Identifier: GPL-3.0-or-later
// The shop as people keep it: campuses, couriers, products, stock. Ids never change, and nothing is deleted: what takes
// no part any more is disabled, and can be enabled again.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/dispatch_desk.h"
#include "engine/api/order_desk.h"
#include "engine/api/shop_types.h"

namespace evenhand::api {

class ShopDesk {
public:
    virtual ~ShopDesk() = default;

    // What adds answers InvalidArgument for a field that cannot be and AlreadyExists for a known id; what edits or
    // disables answers NotFound, Conflict for a stale version (who changed it, and when), and the version since.
    // Disabling needs a reason; nothing happens where it is already so.

    // --- campuses: permission ManagePolicies ------------------------------------------------------------
    /// With the default policies.
    virtual Answer<void> addCampus(const Call& call, NewCampus campus) = 0;
    virtual Answer<std::int64_t> editCampus(const Call& call, CampusEdit edit) = 0;
    /// A disabled campus takes no new orders; those that are there go on. WrongStatus (activity) while a flash sale of
    /// it is not over.
    virtual Answer<std::int64_t> setCampusDisabled(const Call& call, CampusId campus, bool disabled,
                                                   std::int64_t version) = 0;

    // --- couriers: permission ManageCouriers ------------------------------------------------------------
    /// Off duty. NotFound (campus).
    virtual Answer<void> addCourier(const Call& call, NewCourier courier) = 0;
    virtual Answer<std::int64_t> editCourier(const Call& call, CourierEdit edit) = 0;
    /// A disabled courier goes off duty and cannot come on duty; what is in hand stays until it is delivered or handed
    /// over. Enabled again, the courier is off duty.
    virtual Answer<std::int64_t> setCourierDisabled(const Call& call, CourierId courier, bool disabled,
                                                    std::int64_t version) = 0;

    // --- products and stock: permission ManageCatalogue -------------------------------------------------
    /// Overflow for a price above the largest amount.
    virtual Answer<void> addProduct(const Call& call, NewProduct product) = 0;
    virtual Answer<std::int64_t> editProduct(const Call& call, ProductEdit edit) = 0;
    /// A disabled product cannot be ordered; orders that have it go on. WrongStatus (activity) while a flash sale of it
    /// is not over.
    virtual Answer<std::int64_t> setProductDisabled(const Call& call, Sku sku, bool disabled, std::int64_t version) = 0;
    /// `units` more on hand, 1 … kMaxStock; `note`: where from, may be empty. NotFound, Overflow.
    virtual Answer<StockAnswer> receiveStock(const Call& call, Sku sku, std::int64_t units, std::string note) = 0;
    /// `units` more or, negative, less on hand than was counted here; not 0. A reason is needed. NotFound, Overflow,
    /// OutOfStock (less than none would be left).
    virtual Answer<StockAnswer> correctStock(const Call& call, Sku sku, std::int64_t units) = 0;

    // --- reads: permission Read -------------------------------------------------------------------------
    /// Of this campus (empty: of all), disabled ones too, in order of campus and id; without weight, today, share and
    /// deviation. `limit` 1 … kMaxPageRows, here and below.
    virtual Answer<std::vector<CourierRow>> couriers(const Call& call, CampusId campus, std::int64_t limit) = 0;
    virtual Answer<std::vector<ProductRow>> products(const Call& call, ProductQuery query) = 0;
    virtual Answer<std::int64_t> countProducts(const Call& call, ProductFilter filter) = 0;
    /// NotFound.
    virtual Answer<ProductRow> product(const Call& call, Sku sku) = 0;
    /// Newest first. NotFound.
    virtual Answer<std::vector<StockHistoryRow>> stockHistory(const Call& call, Sku sku, std::int64_t offset,
                                                              std::int64_t limit) = 0;
};

}  // namespace evenhand::api
