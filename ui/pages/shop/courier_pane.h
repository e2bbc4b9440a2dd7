// SPDX-License-Identifier: GPL-3.0-or-later
// The couriers of the shop: added, edited, disabled and enabled again, with their telephones. Who is on duty, and
// their load limits, is Dispatch. Thread: GUI. Works only while active.
#pragma once

#include "engine/api/dispatch_desk.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

[[nodiscard]] inline ui::TextKey cacheKey(const CourierRow& row) { return {row.id.str()}; }
[[nodiscard]] inline bool changed(const CourierRow& a, const CourierRow& b) {
    return a.version != b.version || a.name != b.name || a.phone != b.phone || a.onDuty != b.onDuty ||
           a.inHand != b.inHand || a.disabledAt != b.disabledAt || a.lastAssignment != b.lastAssignment ||
           a.loadLimit != b.loadLimit || a.campusLoadLimit != b.campusLoadLimit;
}

}  // namespace evenhand::api

#include <QPointer>

#include "ui/dialogs/form_dialog.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

struct ShopCourierFilter : AnyCell {
    CampusId campus;  ///< empty: of all
};
using ShopCourierTable = QueryPane<api::CourierRow, ShopCourierFilter, OneOrder>;

class ShopCourierPane : public ShopCourierTable {
    Q_OBJECT

public:
    static constexpr std::int64_t kMaxShown = 5'000;  ///< couriers that are shown

    /// `add`: the page's action for a new one.
    ShopCourierPane(UiContext& context, QAction* add, QWidget* parent);
    ~ShopCourierPane() override;

    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    void openNew();

Q_SIGNALS:
    /// What this courier has in hand is to be handed over.
    void handOverWanted(const evenhand::CampusId& campus, const evenhand::CourierId& courier);

private:
    [[nodiscard]] static Spec describe(UiContext& context, ShopCourierPane* pane, QAction* add);
    [[nodiscard]] static RowWords<api::CourierRow> describeWords();
    [[nodiscard]] static std::vector<Column<api::CourierRow, OneOrder>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<RowAction<api::CourierRow>> describeActions(UiContext& context,
                                                                                 ShopCourierPane* pane);

    QPointer<FormDialog> m_dialog;
};

}  // namespace evenhand::ui
