// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts with what can be done about them: acknowledge, silence for a while, resolve by hand; with their orders, as
// in the list of late ones: give to others, one by one or all that their couriers have, more time, a note, open; sound
// or not. Used by the pages Overview and Delayed orders.
// Thread: GUI. Works only while active. Invariant: ids are frozen when an action starts.
#pragma once

#include "engine/api/alert_types.h"

namespace evenhand::api {

[[nodiscard]] inline AlertId cacheKey(const AlertRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const AlertRow& a, const AlertRow& b) {
    return a.version != b.version || a.state != b.state || a.courier != b.courier || a.due != b.due ||
           a.firedAt != b.firedAt || a.repeats != b.repeats || a.nextRepeat != b.nextRepeat || a.actor != b.actor ||
           a.actedAt != b.actedAt || a.resolvedAt != b.resolvedAt || a.resolution != b.resolution ||
           a.figure != b.figure || a.detail != b.detail;
}

}  // namespace evenhand::api

#include "ui/pages/orders/order_action_flow.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

class DispatchActions;

using AlertTable = QueryPane<api::AlertRow, api::AlertQuery, api::AlertSort>;

class AlertsPanel : public AlertTable {
    Q_OBJECT

public:
    /// `prefix` tells two panels apart by name: "overviewAlerts".
    AlertsPanel(UiContext& context, const QString& prefix, QWidget* parent = nullptr);
    ~AlertsPanel() override;

    [[nodiscard]] bool isReady() const override { return AlertTable::isReady() && m_busy == 0; }
    [[nodiscard]] QList<QAction*> commands() const { return AlertTable::commands() << m_sound; }
    [[nodiscard]] QAction* acknowledgeAction() const { return action(m_prefix + QStringLiteral(".acknowledge")); }
    [[nodiscard]] QAction* silenceAction() const { return action(m_prefix + QStringLiteral(".silence")); }
    [[nodiscard]] QAction* resolveAction() const { return action(m_prefix + QStringLiteral(".resolve")); }
    [[nodiscard]] QAction* reassignAction() const { return action(m_prefix + QStringLiteral(".reassign")); }
    [[nodiscard]] QAction* openAction() const { return action(m_prefix + QStringLiteral(".openOrder")); }
    [[nodiscard]] QAction* handOverAction() const { return action(m_prefix + QStringLiteral(".reassignTo")); }
    /// Of all that the couriers of the orders have in hand.
    [[nodiscard]] QAction* handOverAllAction() const { return action(m_prefix + QStringLiteral(".handOver")); }
    [[nodiscard]] QAction* extendAction() const { return action(m_prefix + QStringLiteral(".extend")); }
    [[nodiscard]] QAction* noteAction() const { return action(m_prefix + QStringLiteral(".note")); }
    /// Of giving orders to other couriers; what is done with the alerts themselves is flow()'s.
    [[nodiscard]] OrderActionFlow* orderFlow() const { return m_orderFlow; }
    [[nodiscard]] QAction* soundAction() const { return m_sound; }
    [[nodiscard]] QPushButton* resolvedToo() const { return filters()->button(QStringLiteral("resolvedToo")); }
    void select(const std::vector<AlertId>& ids);

Q_SIGNALS:
    void finished();  ///< an action was answered and told

protected:
    void changeEvent(QEvent* event) override;

private:
    using Rows = std::vector<api::AlertRow>;

    [[nodiscard]] static Spec describe(UiContext& context, AlertsPanel* pane, const QString& prefix);
    [[nodiscard]] static std::vector<Column<api::AlertRow, api::AlertSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::AlertQuery>> describeFields(const QString& prefix);
    [[nodiscard]] static RowWords<api::AlertRow> describeWords(UiContext& context, AlertsPanel* pane);
    [[nodiscard]] static std::vector<RowAction<api::AlertRow>> describeActions(UiContext& context, AlertsPanel* pane,
                                                                               const QString& prefix);
    // Of the orders that alerts are about: alerts_panel_orders.cpp.
    [[nodiscard]] static std::vector<RowAction<api::AlertRow>> describeOrderActions(UiContext& context,
                                                                                    AlertsPanel* pane,
                                                                                    const QString& prefix);
    [[nodiscard]] static RowAction<api::AlertRow> describeGiving(AlertsPanel* pane, const QString& name,
                                                                 OrderAction which);
    static void describeAcknowledge(UiContext& context, AlertsPanel* pane, RowAction<api::AlertRow>& action);
    static void describeSilence(UiContext& context, AlertsPanel* pane, RowAction<api::AlertRow>& action);
    static void describeResolve(UiContext& context, AlertsPanel* pane, RowAction<api::AlertRow>& action);
    void openOrders(const Rows& rows);
    void give(OrderAction which, const Rows& frozen);
    void end();
    void sayTexts();

    QString m_prefix;
    OrderActionFlow* m_orderFlow;
    DispatchActions* m_handOver;
    QAction* m_sound = nullptr;
    int m_busy = 0;
};

}  // namespace evenhand::ui
