// SPDX-License-Identifier: GPL-3.0-or-later
// What has changed the stock of the product shown: received, corrected, ordered, set aside for a flash sale.
// Thread: GUI. Works only while active and a product is shown.
#pragma once

#include "engine/api/shop_types.h"
#include "engine/base/ids.h"

namespace evenhand::ui {

/// A row of the history at its place in it, the newest last: rows have no number of their own.
struct StockLine {
    api::StockHistoryRow row;
    std::int64_t number = 0;
};
using StockLineId = base::NumberId<struct StockLineTag>;
[[nodiscard]] inline StockLineId cacheKey(const StockLine& line) { return {line.number}; }
[[nodiscard]] inline bool changed(const StockLine& a, const StockLine& b) {
    return a.row.at != b.row.at || a.row.units != b.row.units || a.row.cameBack != b.row.cameBack ||
           a.row.about != b.row.about || a.row.change != b.row.change;
}

}  // namespace evenhand::ui

#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using StockHistoryTable = QueryPane<StockLine, AnyCell, OneOrder>;

class StockHistoryPane : public StockHistoryTable {
    Q_OBJECT

public:
    static constexpr std::int64_t kMaxShown = 500;  ///< rows that are shown

    StockHistoryPane(UiContext& context, QWidget* parent);
    ~StockHistoryPane() override;

    /// Empty: none is shown.
    void setProduct(const Sku& sku);
    [[nodiscard]] const Sku& product() const noexcept { return m_sku; }
    void setActive(bool active) override;
    [[nodiscard]] bool isReady() const override { return !isActive() || StockHistoryTable::isReady(); }

Q_SIGNALS:
    void orderOpened(const QString& orderNo);

private:
    [[nodiscard]] static Spec describe(UiContext& context, StockHistoryPane* pane);
    [[nodiscard]] static std::vector<Column<StockLine, OneOrder>> describeColumns(UiContext& context);

    Sku m_sku;
    bool m_shown = false;
};

}  // namespace evenhand::ui
