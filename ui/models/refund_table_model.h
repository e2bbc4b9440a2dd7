// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds, however many, in order of request; see paged_rows.h.
// Thread: GUI.
#pragma once

#include "engine/api/refund_types.h"

namespace evenhand::api {

[[nodiscard]] inline RefundId cacheKey(const RefundRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const RefundRow& a, const RefundRow& b) {
    return a.version != b.version || a.status != b.status || a.attempts != b.attempts || a.dead != b.dead ||
           a.nextTry != b.nextTry || a.lastError != b.lastError;
}

}  // namespace evenhand::api

#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_rows.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class RefundTableModel : public PagedRows<api::RefundRow, api::RefundFilter> {
    Q_OBJECT

public:
    enum Column {
        OrderColumn,
        StatusColumn,
        CauseColumn,
        AmountColumn,
        RequestedColumn,
        AttemptsColumn,
        NextColumn,
        ErrorColumn,
        PaymentColumn,
        ReferenceColumn,
        ProviderColumn,
        CampusColumn,
        ReturnColumn,
        RequesterColumn,
        ApproverColumn,
        ColumnCount
    };

    RefundTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent = nullptr);

    [[nodiscard]] int orderColumn() const override { return RequestedColumn; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] api::Answer<std::vector<api::RefundRow>> askPage(const api::RefundFilter& filter, Span span) override;
    [[nodiscard]] api::Answer<std::int64_t> askCount(const api::RefundFilter& filter) override;
    [[nodiscard]] QString display(const api::RefundRow& row, int column) const override;
    [[nodiscard]] QString hint(const api::RefundRow& row, int column) const override;
    [[nodiscard]] QVariant look(const api::RefundRow& row, int column, int role) const override;

private:
    EngineBridge& m_bridge;
    CampusScope& m_scope;
    const Formats& m_formats;
};

}  // namespace evenhand::ui
