// SPDX-License-Identifier: GPL-3.0-or-later
// What is done from alerts with the orders that they are about: the same as in the list of late orders.
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/alerts/alert_texts.h"
#include "ui/pages/alerts/alerts_panel.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/pages/dispatch/hand_over_work.h"
#include "ui/pages/shared/more_time.h"
#include "ui/pages/shared/order_note.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"

namespace evenhand::ui {
namespace {

using api::AlertRow;

std::vector<OrderId> ordersOf(const std::vector<AlertRow>& rows) {
    std::vector<OrderId> ids;
    for (const auto& row : rows) {  // an order may have several alerts, and others are about none
        if (!row.orderNo.empty() && std::find(ids.begin(), ids.end(), row.order) == ids.end()) {
            ids.push_back(row.order);
        }
    }
    return ids;
}

QString whyNotGiven(const AlertRow& row) {
    return row.state == api::AlertState::Resolved ? AlertsPanel::tr("It is already resolved.") : whyNoOrder(row);
}

QString whyNotHandedOver(const AlertRow& row) {
    const QString why = whyNotGiven(row);
    return why.isEmpty() && row.courier.empty() ? whyNobodyHasIt() : why;
}

QString whyNotExtended(const AlertRow& row) {
    const QString why = whyNotGiven(row);
    return why.isEmpty() && !api::isLate(row.kind) ? AlertsPanel::tr("This alert does not say that its order is late.")
                                                   : why;
}

}  // namespace

std::vector<RowAction<AlertRow>> AlertsPanel::describeOrderActions(UiContext& context, AlertsPanel* pane,
                                                                   const QString& prefix) {
    auto reassign = describeGiving(pane, prefix + QStringLiteral(".reassign"), OrderAction::ReassignNext);
    auto handOver = describeGiving(pane, prefix + QStringLiteral(".reassignTo"), OrderAction::ReassignTo);
    handOver.look.isIconOnly = true;
    // The alert of a late order has its limit.
    auto extend = moreTimeAction<AlertRow>(context, pane, prefix + QStringLiteral(".extend"), [](const AlertRow& row) {
        return LateRow{row.id.value, row.orderNo, row.due};
    });
    extend.look.isIconOnly = true;
    extend.whyNot = whyNotExtended;
    auto note = orderNoteAction<AlertRow>(context.bridge, pane, prefix + QStringLiteral(".note"),
                                          [](const AlertRow& row) { return std::pair(row.id.value, row.orderNo); });
    note.look.isIconOnly = true;
    note.whyNot = whyNoOrder;
    RowAction<AlertRow> open;
    open.look.name = prefix + QStringLiteral(".openOrder");
    open.look.icon = QStringLiteral("orders");
    open.look.label = [] { return tr("Open the orders"); };
    open.whyNot = whyNoOrder;
    open.begin = [pane](const Rows& frozen) { pane->openOrders(frozen); };
    auto handOverAll = handOverWorkAction<AlertRow>(
        prefix + QStringLiteral(".handOver"), [](const AlertRow& row) { return row.courier; },
        [pane](const std::vector<CourierId>& couriers) { pane->m_handOver->handOverAllOf(couriers); });
    handOverAll.whyNot = whyNotHandedOver;
    return {std::move(reassign), std::move(handOver), std::move(handOverAll),
            std::move(extend),   std::move(note),     std::move(open)};
}

RowAction<AlertRow> AlertsPanel::describeGiving(AlertsPanel* pane, const QString& name, OrderAction which) {
    RowAction<AlertRow> action;
    action.look = OrderActions::look(which);
    action.look.name = name;
    action.look.keys = {};     // these are the keys of lists of orders
    action.look.whyNone = {};  // the rows are alerts
    action.whyNot = whyNotGiven;
    action.begin = [pane, which](const Rows& frozen) { pane->give(which, frozen); };
    return action;
}

void AlertsPanel::openOrders(const Rows& rows) {
    const auto ids = ordersOf(rows);
    if (ids.size() == 1) {
        const auto of =
            std::find_if(rows.begin(), rows.end(), [&](const AlertRow& row) { return row.order == ids.front(); });
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), text(of->orderNo)}});
    } else if (!ids.empty()) {
        QVariantList orders;
        for (const auto id : ids) {
            orders << static_cast<qlonglong>(id.value);
        }
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("orders"), orders}});
    }
}

void AlertsPanel::give(OrderAction which, const Rows& frozen) {
    Rows fit;
    std::copy_if(frozen.begin(), frozen.end(), std::back_inserter(fit),
                 [](const AlertRow& row) { return whyNotGiven(row).isEmpty(); });
    auto& bridge = context().bridge;
    ++m_busy;
    whenReady(bridge.orders().rows(bridge.call(), ordersOf(fit)), this,
              [this, which](Result<std::vector<api::OrderRow>> rows) {
                  --m_busy;
                  if (rows) {
                      m_orderFlow->begin(which, *std::move(rows));
                  } else {
                      context().notices.bad(errorText(rows.error()));
                  }
                  Q_EMIT readyChanged();
              });
}

}  // namespace evenhand::ui
