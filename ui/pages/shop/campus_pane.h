// SPDX-License-Identifier: GPL-3.0-or-later
// The campuses of the shop: added, renamed, disabled and enabled again.
// Thread: GUI. Works only while active.
#pragma once

#include "engine/api/dispatch_desk.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

[[nodiscard]] inline ui::TextKey cacheKey(const CampusRow& row) { return {row.id.str()}; }
[[nodiscard]] inline bool changed(const CampusRow& a, const CampusRow& b) {
    return a.version != b.version || a.pauseVersion != b.pauseVersion || a.name != b.name ||
           a.disabledAt != b.disabledAt;
}

}  // namespace evenhand::api

#include <QPointer>

#include "ui/dialogs/form_dialog.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using ShopCampusTable = QueryPane<api::CampusRow, AnyCell, OneOrder>;

class ShopCampusPane : public ShopCampusTable {
    Q_OBJECT

public:
    /// `add`: the page's action for a new one.
    ShopCampusPane(UiContext& context, QAction* add, QWidget* parent);
    ~ShopCampusPane() override;

    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    void openNew();

private:
    [[nodiscard]] static Spec describe(UiContext& context, ShopCampusPane* pane, QAction* add);
    [[nodiscard]] static std::vector<Column<api::CampusRow, OneOrder>> describeColumns(UiContext& context);
    [[nodiscard]] static RowAction<api::CampusRow> describeEdit(UiContext& context, ShopCampusPane* pane);

    QPointer<FormDialog> m_dialog;
};

}  // namespace evenhand::ui
