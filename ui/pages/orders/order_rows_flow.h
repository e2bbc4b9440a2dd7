// SPDX-License-Identifier: GPL-3.0-or-later
// What RowFlow carries out with orders: closing them, giving them to other couriers, and giving them back; with one of
// them what a courier has reported, and a payment. Each is the whole of such an action but for the rows that do not
// allow it. Thread: GUI.
#pragma once

#include <QPointer>
#include <map>
#include <memory>

#include "ui/pages/orders/order_actions.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/widgets/courier_edit.h"

namespace evenhand::ui {

/// Orders that are given to others: as they were frozen, to whom, and what became of them.
struct OrderGiving {
    std::vector<api::OrderRow> orders;
    QPointer<CourierEdit> courier = {};  ///< in the question; nobody: it does not ask
    CourierId to = {};                   ///< chosen there; empty: the next fairest
    QString toName = {};
    bool overLimit = false;  ///< `to` gets them also beyond the load limit
    std::map<OrderNo, api::ReassignOutcome> answered = {};
    std::vector<api::OrderRow> now = {};  ///< of those that were given, as they were read again
};

/// What every action on these orders has: how they are named, read again, and who changed one last. `receiver` bounds
/// what is asked; the texts are of those that are fit.
[[nodiscard]] RowFlow::Spec ordersSpec(UiContext& context, QObject* receiver, OrderAction action,
                                       const std::shared_ptr<OrderGiving>& giving);
[[nodiscard]] RowFlow::Spec cancelSpec(UiContext& context, QObject* receiver, std::vector<api::OrderRow> orders);
/// ReassignNext, or ReassignTo, whose question asks to whom.
[[nodiscard]] RowFlow::Spec reassignSpec(UiContext& context, QObject* receiver, OrderAction action,
                                         const std::shared_ptr<OrderGiving>& giving);
/// PickedUp, Delivered or Failed: the first two ask nothing.
[[nodiscard]] RowFlow::Spec reportSpec(UiContext& context, QObject* receiver, OrderAction action,
                                       const api::OrderRow& order);
/// Asks for the payment's number and its amount.
[[nodiscard]] RowFlow::Spec paymentSpec(UiContext& context, QObject* receiver, const api::OrderRow& order);

}  // namespace evenhand::ui
