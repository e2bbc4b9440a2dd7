// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_actions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/pages/shared/order_giving.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

Worker workerOf(const api::CourierRow& row) {
    return {{row.id, nameOf(row), row.dutyVersion}, row.inHand, row.onDuty, row.limit()};
}

DispatchActions::DispatchActions(UiContext& context, QWidget* window)
    : QObject(window),
      m_context(context),
      m_window(window),
      m_rows(new RowFlow(context, window)),
      m_duty(new DutyFlow(context, window)),
      m_limit(new LimitFlow(context, window)),
      m_pause(new PauseFlow(context, window)) {
    connect(m_rows, &RowFlow::finished, this, &DispatchActions::acted);
    connect(m_duty, &DutyFlow::finished, this, &DispatchActions::acted);
    connect(m_limit, &LimitFlow::finished, this, &DispatchActions::acted);
    connect(m_pause, &PauseFlow::finished, this, &DispatchActions::acted);
}

QString DispatchActions::whyNot(api::Operation operation) const { return m_context.bridge.whyNotAllowed(operation); }

void DispatchActions::failedWith(const Error& error) {
    m_context.notices.bad(refusalText(error, m_context.formats, m_context.bridge.now()));
    Q_EMIT acted();
}

std::vector<api::OrderRow> DispatchActions::frozenRows(const std::vector<api::OrderRef>& orders) const {
    std::vector<api::OrderRow> rows;
    rows.reserve(orders.size());
    for (const auto& order : orders) {
        const auto known = m_known ? m_known(order.orderNo) : std::nullopt;
        api::OrderRow row = known ? *known : api::OrderRow();
        row.orderNo = order.orderNo;
        row.version = order.version;
        rows.push_back(std::move(row));
    }
    return rows;
}

// --- giving away ----------------------------------------------------------------------------------------------

bool DispatchActions::waitsForResume(const api::OrderRow& order) const {
    return order.wait == api::WaitReason::Paused || (m_isPaused && !order.campus.empty() && m_isPaused(order.campus));
}

void DispatchActions::reassign(const std::vector<api::OrderRef>& orders, const std::optional<api::CourierRow>& to) {
    auto giving = std::make_shared<OrderGiving>();
    giving->orders = frozenRows(orders);
    giving->to = to;
    if (std::all_of(giving->orders.begin(), giving->orders.end(),
                    [this](const api::OrderRow& order) { return waitsForResume(order); })) {
        m_context.notices.warn(tr("Dispatch is paused, so no order is given away. Resume it first."));
        Q_EMIT acted();
        return;
    }
    (void)m_rows->begin(givingSpec(m_context, this, giving, tr("Reassign"), [this](const api::OrderRow& order) {
        return waitsForResume(order) ? tr("dispatch is paused") : QString();
    }));
}

}  // namespace evenhand::ui
