// SPDX-License-Identifier: GPL-3.0-or-later
// Reads orders again after an action, for the person who asked for it: what they are now, and of those that somebody
// else changed meanwhile, who did what and when.
// Thread: GUI.
#pragma once

#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/shell/ui_context.h"

class QObject;

namespace evenhand::ui {

/// An order to read again: by its id, or by its number where that is all that is known of it.
struct OrderKey {
    OrderNo orderNo;
    OrderId id = {};
};
[[nodiscard]] std::vector<OrderKey> keysOf(const std::vector<api::OrderRow>& orders);

/// One for each that was asked for, in that order; nullopt: it could not be read.
using OrdersRead = std::vector<std::optional<api::OrderRow>>;
/// `done` is not called once `receiver` is gone.
void readBack(UiContext& context, QObject* receiver, const std::vector<OrderKey>& orders,
              std::function<void(OrdersRead)> done);

/// How the columns of an outcome are called where its rows are orders: number, before, now.
[[nodiscard]] QStringList headerOfOrders();
/// "Delivering, Li Ming".
[[nodiscard]] QString standing(const api::OrderRow& order);

/// `done` gets who did what to this order last, and when; empty: that could not be read. Not called once `receiver` is
/// gone.
void lastChangeOf(UiContext& context, QObject* receiver, const OrderNo& order, std::function<void(QString)> done);

/// Orders of an open question are read as it opens and whenever they change: those that are no longer as they were
/// shown are left out of it, and it says so; `textsFor` words question and button anew for those that are left, at
/// least one. Orders known by their number only are not followed.
void followOrders(UiContext& context, ActionDialog* dialog,
                  std::function<ActionDialog::Texts(const std::vector<api::OrderRow>& left)> textsFor);

/// The orders that were given to somebody named so; without a name none.
[[nodiscard]] BoundFor boundFor(const std::vector<api::ReassignOutcome>& given, const QString& name);
/// Those that go back to whoever had them, as far as somebody had.
[[nodiscard]] BoundFor boundBack(CourierDirectory& couriers, const std::vector<api::ReassignOutcome>& given);

}  // namespace evenhand::ui
