// SPDX-License-Identifier: GPL-3.0-or-later
// Orders: filters, the table of all of them, one in detail, actions by state, export.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/models/order_table_model.h"
#include "ui/pages/orders/order_action_flow.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/orders/order_detail_panel.h"
#include "ui/pages/orders/order_filter_bar.h"
#include "ui/pages/orders/order_table_view.h"
#include "ui/shell/page.h"
#include "ui/widgets/detail_split.h"
#include "ui/widgets/empty_hint.h"

namespace evenhand::ui {

class ReadError;

class OrdersPage : public Page {
    Q_OBJECT

public:
    explicit OrdersPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("orders"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override;
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] OrderTableModel& model() { return m_model; }
    [[nodiscard]] OrderTableView* table() const { return m_table; }
    [[nodiscard]] OrderFilterBar* filters() const { return m_filters; }
    [[nodiscard]] OrderActions* actions() const { return m_actions; }
    [[nodiscard]] OrderActionFlow* flow() const { return m_flow; }
    [[nodiscard]] OrderDetailPanel* detail() const { return m_detail; }
    [[nodiscard]] QPushButton* newOrdersButton() const { return m_new; }
    /// Writes what is shown to `path` as a job of the bottom bar.
    void exportTo(const QString& path);

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void setupBars();
    void setupTable();
    void setupDetail();
    void setupCommands();
    QAction* addCommand(const char* name, const char* iconName, const QKeySequence& keys);
    QToolButton* addButton(QAction* action, bool withText);
    void applyFilter();
    void onSelection();
    void showOnlyOrder(const api::OrderRow& order);
    void selectWanted();
    void beginWithFirst();
    void begin(OrderAction action);
    void showDetail();
    void askExport();
    [[nodiscard]] QString whyEmpty() const;
    void refreshCounts();
    void showMenu(const QPoint& at);
    void noteReady();

    OrderTableModel m_model;
    bool m_posing = false;  ///< for a picture: the orders for it are on their way
    OrderFilterBar* m_filters = nullptr;
    QWidget* m_bar = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_selected = nullptr;
    ReadError* m_error = nullptr;
    QPushButton* m_new = nullptr;
    DetailSplit* m_split = nullptr;
    OrderTableView* m_table = nullptr;
    EmptyHint* m_empty = nullptr;
    OrderDetailPanel* m_detail = nullptr;
    OrderActions* m_actions = nullptr;
    OrderActionFlow* m_flow = nullptr;
    QAction* m_refresh = nullptr;
    QAction* m_export = nullptr;
    QAction* m_columns = nullptr;
    QAction* m_find = nullptr;
    QAction* m_detailToggle = nullptr;
    QAction* m_clear = nullptr;
    std::optional<int> m_exportJob;
    bool m_selectionDirty = false;
    OrderNo m_sought;  ///< opened from elsewhere; its row is being read
    OrderId m_wanted;  ///< to be selected once it is in the list
};

}  // namespace evenhand::ui
