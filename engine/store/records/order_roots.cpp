// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/order_roots.h"

#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"

namespace evenhand::store {
namespace {

/// What these name never changes while the order is there, so that it may be read before it is locked. `found`: reads
/// order_id, campus_id and activity_id of the order.
Result<void> lockOrderOf(Database& database, Statement& found) {
    Roots roots;
    OrderId order;
    EVENHAND_TRY(eachRow(found, [&](const Statement& row) {
        order = OrderId{row.number("order_id")};
        roots.add(order).add(CampusId(row.text("campus_id")), Hold::Read);
        if (!row.isNull("activity_id")) {
            roots.add(ActivityId(row.text("activity_id")));
        }
    }));
    if (!order.valid()) {
        return {};
    }
    auto& products = database.statement(
        "SELECT l.sku FROM deduction d JOIN deduction_line l ON l.deduction_id = d.deduction_id WHERE d.order_id = ?");
    products.bind(order.value);
    EVENHAND_TRY(eachRow(products, [&](const Statement& row) { roots.add(Sku(row.text("sku"))); }));
    auto& campaigns = database.statement("SELECT campaign_no FROM campaign_draw WHERE order_id = ?");
    campaigns.bind(order.value);
    EVENHAND_TRY(
        eachRow(campaigns, [&](const Statement& row) { roots.addCampaign(row.number("campaign_no"), Hold::Read); }));
    EVENHAND_TRY(lockRoots(database, roots));
    return {};
}

}  // namespace

Result<void> lockForClosing(Database& database, const OrderNo& orderNo) {
    if (database.roots() == nullptr) {
        return {};
    }
    auto& found = database.statement("SELECT order_id, campus_id, activity_id FROM orders WHERE order_no = ?");
    return lockOrderOf(database, found.bind(orderNo.str()));
}

Result<void> lockForClosing(Database& database, OrderId order) {
    if (database.roots() == nullptr) {
        return {};
    }
    auto& found = database.statement("SELECT order_id, campus_id, activity_id FROM orders WHERE order_id = ?");
    return lockOrderOf(database, found.bind(order.value));
}

Result<void> lockForReturn(Database& database, ReturnId id) {
    if (database.roots() == nullptr) {
        return {};
    }
    auto& found = database.statement(
        "SELECT o.order_id, o.campus_id, o.activity_id FROM goods_return r JOIN orders o ON o.order_id = r.order_id "
        "WHERE r.return_id = ?");
    return lockOrderOf(database, found.bind(id.value));
}

}  // namespace evenhand::store
