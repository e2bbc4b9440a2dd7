// SPDX-License-Identifier: GPL-3.0-or-later
// Returns, however many, in order of request; see paged_rows.h. Ages go on by the second.
// Thread: GUI.
#pragma once

#include <QTimer>

#include "engine/api/returns_types.h"

namespace evenhand::api {

[[nodiscard]] inline ReturnId cacheKey(const ReturnRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const ReturnRow& a, const ReturnRow& b) {
    return a.version != b.version || a.stage != b.stage || a.refund != b.refund;
}

}  // namespace evenhand::api

#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_rows.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class ReturnTableModel : public PagedRows<api::ReturnRow, api::ReturnFilter> {
    Q_OBJECT

public:
    enum Column {
        NumberColumn,
        StageColumn,
        AgeColumn,
        AmountColumn,
        UnitsColumn,
        OrderColumn,
        UserColumn,
        CampusColumn,
        RequesterColumn,
        RequestedColumn,
        GoodsColumn,
        RefundColumn,
        FirstColumn,
        ColumnCount
    };
    static constexpr int kTickMs = 1'000;

    ReturnTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent = nullptr);

    /// Ages go on only while active.
    void setTicking(bool ticking);
    [[nodiscard]] bool isTicking() const { return m_tick.isActive(); }
    [[nodiscard]] api::ReturnQuery query() const;
    [[nodiscard]] int orderColumn() const override { return RequestedColumn; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] api::Answer<std::vector<api::ReturnRow>> askPage(const api::ReturnFilter& filter, Span span) override;
    [[nodiscard]] api::Answer<std::int64_t> askCount(const api::ReturnFilter& filter) override;
    [[nodiscard]] QString display(const api::ReturnRow& row, int column) const override;
    [[nodiscard]] QString hint(const api::ReturnRow& row, int column) const override;
    [[nodiscard]] QVariant look(const api::ReturnRow& row, int column, int role) const override;

private:
    EngineBridge& m_bridge;
    CampusScope& m_scope;
    const Formats& m_formats;
    QTimer m_tick;
};

}  // namespace evenhand::ui
