// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the audit log: who did what, when, by which way in, and what was refused; one of them in full.
// Thread: GUI. Works only while active.
#pragma once

#include "engine/api/audit_types.h"
#include "engine/base/ids.h"

namespace evenhand::api {

using AuditSeq = base::NumberId<struct AuditSeqTag>;
[[nodiscard]] inline AuditSeq cacheKey(const AuditRecord& row) { return {row.seq}; }
[[nodiscard]] inline bool changed(const AuditRecord& a, const AuditRecord& b) { return !(a == b); }

}  // namespace evenhand::api

#include "ui/tables/query_pane.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

using AuditTable = QueryPane<api::AuditRecord, api::AuditFilter, api::AuditSort>;

class AuditPane : public AuditTable {
    Q_OBJECT

public:
    explicit AuditPane(UiContext& context, QWidget* parent = nullptr);
    ~AuditPane() override;

    [[nodiscard]] FactGrid* detail() const { return m_detail; }

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] static Spec describe(UiContext& context, AuditPane* pane);
    [[nodiscard]] static std::vector<Column<api::AuditRecord, api::AuditSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::AuditFilter>> describeFields(UiContext& context);
    void showDetail();

    QLabel* m_title = nullptr;
    FactGrid* m_detail = nullptr;
};

}  // namespace evenhand::ui
