// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the audit log, however many, in order of number; see paged_rows.h.
// Thread: GUI.
#pragma once

#include "engine/api/audit_types.h"
#include "engine/base/ids.h"

namespace evenhand::api {

using AuditSeq = base::NumberId<struct AuditSeqTag>;
[[nodiscard]] inline AuditSeq cacheKey(const AuditRecord& row) { return {row.seq}; }
[[nodiscard]] inline bool changed(const AuditRecord& a, const AuditRecord& b) { return !(a == b); }

}  // namespace evenhand::api

#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class AuditTableModel : public PagedRows<api::AuditRecord, api::AuditFilter> {
    Q_OBJECT

public:
    enum Column {
        SeqColumn,
        AtColumn,
        ActorColumn,
        OperationColumn,
        OutcomeColumn,
        SubjectColumn,
        ReasonColumn,
        DetailColumn,
        ViaColumn,
        ColumnCount
    };

    AuditTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    [[nodiscard]] int orderColumn() const override { return SeqColumn; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override { return column == SeqColumn; }
    [[nodiscard]] api::Answer<std::vector<api::AuditRecord>> askPage(const api::AuditFilter& filter,
                                                                     Span span) override;
    [[nodiscard]] api::Answer<std::int64_t> askCount(const api::AuditFilter& filter) override;
    [[nodiscard]] QString display(const api::AuditRecord& row, int column) const override;
    [[nodiscard]] QString hint(const api::AuditRecord& row, int column) const override;
    [[nodiscard]] QVariant look(const api::AuditRecord& row, int column, int role) const override;

private:
    EngineBridge& m_bridge;
    const Formats& m_formats;
};

}  // namespace evenhand::ui
