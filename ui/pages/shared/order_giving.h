// SPDX-License-Identifier: GPL-3.0-or-later
// Giving orders to other couriers and giving them back, from whatever list they were chosen: asked, answered, told and
// undone in one way. Thread: GUI. Invariant: what is sent are the orders as they were frozen, with their versions.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// Orders that are given to others: as they were frozen, to whom, and what became of them.
struct OrderGiving {
    std::vector<api::OrderRow> orders;
    std::optional<api::CourierRow> to = {};  ///< as chosen; nullopt: the next fairest, not the present one
    bool overLimit = false;                  ///< `to` gets them also beyond the load limit
    std::map<OrderNo, api::ReassignOutcome> answered = {};
    std::vector<api::OrderRow> now = {};  ///< of those that were given, as they were read again

    [[nodiscard]] api::ReassignTarget target() const { return {to ? to->id : CourierId(), overLimit}; }
};
/// Why an order is left out; empty: it is not.
using WhyNotOrder = std::function<QString(const api::OrderRow&)>;

/// What every action on these orders has, whatever it is: how they are named, read again, and who changed one last.
/// `receiver` bounds what is asked.
[[nodiscard]] RowFlow::Spec frozenSpec(UiContext& context, QObject* receiver,
                                       const std::shared_ptr<OrderGiving>& giving, const WhyNotOrder& whyNot = {});
/// The whole of giving them away, with its undo.
[[nodiscard]] RowFlow::Spec givingSpec(UiContext& context, QObject* receiver,
                                       const std::shared_ptr<OrderGiving>& giving, const QString& title,
                                       const WhyNotOrder& whyNot = {});
[[nodiscard]] RowFlow::Answers givingAnswers(OrderGiving& giving, const RowFlow::Rows& rows,
                                             const Result<std::vector<api::ReassignOutcome>>& outcomes);

[[nodiscard]] std::vector<api::OrderRef> refsOf(const RowFlow::Rows& rows);
/// Of the row that is sent for each.
[[nodiscard]] std::map<OrderNo, std::int64_t> idsOf(const RowFlow::Rows& rows);

/// Lists who is on duty on the campus by now, fairest first, but for `except`; `chosen` gets one of them.
void pickCourier(UiContext& context, QWidget* window, const QString& title, const CampusId& campus,
                 const CourierId& except, const std::function<void(const api::CourierRow&)>& chosen);

}  // namespace evenhand::ui
