// SPDX-License-Identifier: GPL-3.0-or-later
// Two tables of orders that can be dragged onto couriers: those that wait for a courier (with the reason and since
// when) and those in a courier's hands. Thread: GUI.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/models/order_refs_mime.h"

namespace evenhand::ui {

struct ListedOrder {
    api::OrderRow row = {};
    std::optional<api::WaitReason> reason = {};  ///< none: it is in somebody's hands
    Instant since = {};                          ///< it waits, or was placed
};
[[nodiscard]] inline OrderId cacheKey(const ListedOrder& order) { return order.row.id; }
/// The version grows with every change of the order; the reason and its beginning are beside it.
[[nodiscard]] inline bool changed(const ListedOrder& a, const ListedOrder& b) {
    return a.row.version != b.row.version || a.row.status != b.row.status || a.row.courier != b.row.courier ||
           a.reason != b.reason || a.since != b.since;
}

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

struct ListedOrderFilter : AnyCell {
    std::vector<api::WaitReason> reasons;
    std::vector<api::OrderStatus> statuses;
};
using OrderListTable = FedTable<ListedOrder, ListedOrderFilter>;

/// What the page lends to a table.
struct OrderListHooks {
    std::function<Instant()> now;
    std::function<QString(const CampusId&)> campusName;
    std::function<QString()> none;  ///< why there are no orders
    std::function<QString()> next;  ///< and what to do then
    std::function<void(QMenu& menu)> menu;
    std::function<void()> opened;
    QString workspace;      ///< what is dragged counts there
    std::int64_t most = 0;  ///< one more is read where there are more
};
/// `waiting`: those that wait; else those in hand.
[[nodiscard]] OrderListTable::Spec describeOrderList(bool waiting, const Formats& formats, const OrderListHooks& hooks);

/// The orders as they are now: a frozen selection. Without a campus if they are of several.
[[nodiscard]] DraggedOrders freezeOrders(const QString& workspace, const std::vector<const ListedOrder*>& orders);
[[nodiscard]] std::vector<ListedOrder> listed(const std::vector<api::WaitingOrder>& orders);
[[nodiscard]] std::vector<ListedOrder> listed(const std::vector<api::OrderRow>& orders);

}  // namespace evenhand::ui
