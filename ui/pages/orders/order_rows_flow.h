// SPDX-License-Identifier: GPL-3.0-or-later
// What RowFlow carries out with orders: closing them; with one of them what a courier has reported, and a payment. Each
// is the whole of such an action but for the rows that do not allow it. Thread: GUI.
#pragma once

#include <vector>

#include "ui/pages/orders/order_actions.h"
#include "ui/pages/shared/row_flow.h"

namespace evenhand::ui {

/// Some orders, at least one, with the question about those that are fit. `receiver` bounds what is asked.
[[nodiscard]] RowFlow::Spec ordersSpec(UiContext& context, QObject* receiver, OrderAction action,
                                       const std::vector<api::OrderRow>& orders);
[[nodiscard]] RowFlow::Spec cancelSpec(UiContext& context, QObject* receiver, const std::vector<api::OrderRow>& orders);
/// PickedUp, Delivered or Failed: the first two ask nothing.
[[nodiscard]] RowFlow::Spec reportSpec(UiContext& context, QObject* receiver, OrderAction action,
                                       const api::OrderRow& order);
/// Asks for the payment's number and its amount.
[[nodiscard]] RowFlow::Spec paymentSpec(UiContext& context, QObject* receiver, const api::OrderRow& order);

}  // namespace evenhand::ui
