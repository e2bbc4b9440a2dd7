// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/audit_table_model.h"

#include "ui/bridge/readable.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

AuditTableModel::AuditTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : PagedRows(parent), m_bridge(bridge), m_formats(formats) {
    m_descending = true;
    connect(&m_bridge, &EngineBridge::auditGrown, this, &PagedTable::refresh);
}

int AuditTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::Answer<std::vector<api::AuditRecord>> AuditTableModel::askPage(const api::AuditFilter& filter, Span span) {
    return askIfReadable(m_bridge, api::Permission::ReadAudit, [&] {
        return m_bridge.audit().page(m_bridge.call(), {filter, m_descending, std::nullopt, span.offset, span.limit});
    });
}

api::Answer<std::int64_t> AuditTableModel::askCount(const api::AuditFilter& filter) {
    return askIfReadable(m_bridge, api::Permission::ReadAudit,
                         [&] { return m_bridge.audit().count(m_bridge.call(), filter); });
}

QString AuditTableModel::title(int column) const {
    switch (column) {
        case SeqColumn: return tr("No.");
        case AtColumn: return tr("Time");
        case ActorColumn: return tr("Who");
        case OperationColumn: return tr("Action");
        case OutcomeColumn: return tr("Outcome");
        case SubjectColumn: return tr("Subject");
        case ReasonColumn: return tr("Reason");
        case DetailColumn: return tr("Change");
        case ViaColumn: return tr("Via");
        default: return {};
    }
}

QString AuditTableModel::display(const api::AuditRecord& row, int column) const {
    switch (column) {
        case SeqColumn: return Formats::number(row.seq);
        case AtColumn: return m_formats.dateTime(row.at);
        case ActorColumn: return shownLine(actorLabel(row.actor));
        case OperationColumn: return shownLine(operationLabel(row.operation));
        case OutcomeColumn: return label(row.outcome);
        case SubjectColumn: return orDash(row.subject);
        case ReasonColumn: return orDash(row.reason);
        case DetailColumn: return orDash(row.detail);
        case ViaColumn: return label(row.via);
        default: return {};
    }
}

QString AuditTableModel::hint(const api::AuditRecord& row, int column) const {
    switch (column) {
        case OperationColumn: return operationLabel(row.operation) + QLatin1Char('\n') + text(row.operation);
        case SubjectColumn: return text(row.subject);
        case ReasonColumn: return text(row.reason);
        case DetailColumn: return text(row.detail);
        default: return display(row, column);
    }
}

QVariant AuditTableModel::look(const api::AuditRecord& row, int column, int role) const {
    if (role == PillRole) {
        return column == OutcomeColumn ? QVariant(static_cast<int>(tone(row.outcome))) : QVariant();
    }
    if (role == StrongRole) {
        return column == ActorColumn || column == OperationColumn;
    }
    return {};
}

}  // namespace evenhand::ui
