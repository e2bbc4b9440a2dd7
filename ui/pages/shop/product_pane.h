// SPDX-License-Identifier: GPL-3.0-or-later
// The products of the shop with their stock: added, edited, disabled, received, corrected; beside them the history of
// the stock of the one that is selected.
// Thread: GUI. Works only while active.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/api/shop_types.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

[[nodiscard]] inline ui::TextKey cacheKey(const ProductRow& row) { return {row.sku.str()}; }
[[nodiscard]] inline bool changed(const ProductRow& a, const ProductRow& b) {
    return a.version != b.version || a.stock != b.stock || a.name != b.name || a.unitPrice != b.unitPrice ||
           a.lowStock != b.lowStock || a.disabledAt != b.disabledAt;
}

}  // namespace evenhand::api

#include <QLabel>
#include <QPointer>

#include "ui/dialogs/form_dialog.h"
#include "ui/pages/shop/stock_history.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using ProductTable = QueryPane<api::ProductRow, api::ProductFilter, api::ProductSort>;

class ProductPane : public ProductTable {
    Q_OBJECT

public:
    /// `add`: the page's action for a new one.
    ProductPane(UiContext& context, QAction* add, QWidget* parent);
    ~ProductPane() override;

    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] StockHistoryPane* history() const { return m_history; }
    [[nodiscard]] QLabel* detailTitle() const { return m_title; }
    void openNew();
    /// Narrows the list to what is at or below its limit.
    void showLow();
    void setActive(bool active) override;
    [[nodiscard]] bool isReady() const override { return ProductTable::isReady() && m_history->isReady(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    using Form = FormDialog* (*)(UiContext&, const api::ProductRow&, QWidget*);

    [[nodiscard]] static Spec describe(UiContext& context, ProductPane* pane, QAction* add);
    [[nodiscard]] static RowWords<api::ProductRow> describeWords();
    [[nodiscard]] static std::vector<Column<api::ProductRow, api::ProductSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::ProductFilter>> describeFields();
    [[nodiscard]] static std::vector<RowAction<api::ProductRow>> describeActions(UiContext& context, ProductPane* pane);
    [[nodiscard]] static RowAction<api::ProductRow> describeForm(UiContext& context, ProductPane* pane, ActionLook look,
                                                                 Form form);
    void showDetail();

    QPointer<FormDialog> m_dialog;
    QLabel* m_title = nullptr;
    StockHistoryPane* m_history = nullptr;
};

}  // namespace evenhand::ui
