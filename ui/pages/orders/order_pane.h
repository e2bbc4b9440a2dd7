// SPDX-License-Identifier: GPL-3.0-or-later
// Every order, however many: fields, what can be done with orders, the table as they change, one in detail.
// Thread: GUI. Works only while active.
#pragma once

#include "engine/api/order_desk.h"

namespace evenhand::api {

[[nodiscard]] inline OrderId cacheKey(const OrderRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const OrderRow& a, const OrderRow& b) {
    return a.version != b.version || a.courierName != b.courierName || a.limit != b.limit;
}

}  // namespace evenhand::api

#include "ui/pages/orders/order_action_flow.h"
#include "ui/pages/orders/order_detail_panel.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using OrderTable = QueryPane<api::OrderRow, api::OrderFilter, api::OrderSort>;

class OrderPane : public OrderTable {
    Q_OBJECT

public:
    /// Of columns that something else needs to find. Layouts that versions before kept go by these places: a new column
    /// comes behind them, and needs none.
    enum Place {
        NumberColumn,
        StatusColumn,
        CampusColumn,
        CourierColumn,
        UserColumn,
        PayableColumn,
        PlacedColumn,
        PaidColumn
    };

    explicit OrderPane(UiContext& context, QWidget* parent = nullptr);
    ~OrderPane() override;

    using OrderTable::action;
    [[nodiscard]] QAction* action(OrderAction which) const;
    [[nodiscard]] OrderActionFlow* flow() const { return m_flow; }
    [[nodiscard]] OrderDetailPanel* detail() const { return m_detail; }
    /// As orderFieldsFor(): nothing else is filtered.
    void showOnly(const QVariantMap& target);
    /// As showOnly(); an "order" that is there is selected and shown in detail, whatever was filtered and whichever
    /// campus was chosen before.
    void openTarget(const QVariantMap& target);
    void setActive(bool active) override;
    [[nodiscard]] bool isReady() const override;

    /// What of it needs no pane: its rows, how they are read and followed, its columns.
    [[nodiscard]] static Spec describeRows(UiContext& context);
    /// How to call the courier: no fact of an order, so that it is no column of describeRows().
    [[nodiscard]] static Column<api::OrderRow, api::OrderSort> phoneColumn(UiContext& context);

protected:
    void extendMenu(QMenu& menu) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] static Spec describe(UiContext& context, OrderPane* pane);
    [[nodiscard]] static LiveRows<api::OrderRow, api::OrderFilter> describeLive(EngineBridge& bridge);
    [[nodiscard]] static std::vector<Column<api::OrderRow, api::OrderSort>> describeColumns(UiContext& context);
    [[nodiscard]] static RowAction<api::OrderRow> describeAction(OrderPane* pane, OrderAction which);
    void setupDetail();
    void onLoaded();
    void showSelected();
    void showOnlyOrder(const api::OrderRow& order);

    OrderActionFlow* m_flow = nullptr;
    OrderDetailPanel* m_detail = nullptr;
    OrderNo m_sought;  ///< opened from elsewhere; its row is being read
    OrderId m_wanted;  ///< to be selected once it is in the list
};

}  // namespace evenhand::ui
