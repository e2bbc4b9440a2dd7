// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/task_table_model.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

TaskTableModel::TaskTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : PagedRows(parent), m_bridge(bridge), m_formats(formats) {
    m_descending = true;
    connect(&m_bridge, &EngineBridge::tasksChanged, this, &PagedTable::refresh);
}

int TaskTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::Answer<std::vector<api::TaskRow>> TaskTableModel::askPage(const api::TaskFilter& filter, Span span) {
    return m_bridge.tasks().page(m_bridge.call(), {filter, m_descending, std::nullopt, span.offset, span.limit});
}

api::Answer<std::int64_t> TaskTableModel::askCount(const api::TaskFilter& filter) {
    return m_bridge.tasks().count(m_bridge.call(), filter);
}

QString TaskTableModel::title(int column) const {
    switch (column) {
        case IdColumn: return tr("No.");
        case KindColumn: return tr("Kind");
        case SubjectColumn: return tr("Subject");
        case StatusColumn: return tr("Status");
        case AttemptsColumn: return tr("Attempts");
        case DueColumn: return tr("Due");
        case WorkerColumn: return tr("Worker");
        case ErrorColumn: return tr("Last error");
        case CreatedColumn: return tr("Created");
        case EndedColumn: return tr("Ended");
        case PositionColumn: return tr("Position");
        case TokenColumn: return tr("Token");
        default: return {};
    }
}

bool TaskTableModel::isNumber(int column) const {
    return column == IdColumn || column == AttemptsColumn || column == TokenColumn;
}

QString TaskTableModel::display(const api::TaskRow& row, int column) const {
    const auto when = [this](const std::optional<Instant>& at) {
        return at ? m_formats.shortTime(*at, m_bridge.now()) : Formats::dash();
    };
    switch (column) {
        case IdColumn: return QString::number(row.id.value);
        case KindColumn: return label(row.kind);
        case SubjectColumn: return orDash(row.subject);
        case StatusColumn: return label(row.status);
        case AttemptsColumn: return Formats::number(row.attempts);
        case DueColumn: return when(row.due);
        case WorkerColumn: return orDash(row.worker);
        case ErrorColumn: return orDash(row.lastError);
        case CreatedColumn: return when(row.createdAt);
        case EndedColumn: return when(row.endedAt);
        case PositionColumn: return positionText(row.position);
        case TokenColumn: return Formats::number(row.token);
        default: return {};
    }
}

QString TaskTableModel::hint(const api::TaskRow& row, int column) const {
    if (column == ErrorColumn && !row.lastError.empty()) {
        return text(row.lastError);
    }
    if (column == DueColumn && row.due) {
        return row.status == api::TaskStatus::Processing ? tr("Its lease ends at %1.").arg(m_formats.dateTime(*row.due))
                                                         : m_formats.dateTime(*row.due);
    }
    return display(row, column);
}

QVariant TaskTableModel::look(const api::TaskRow& row, int column, int role) const {
    if (role == PillRole) {
        return column == StatusColumn ? QVariant(static_cast<int>(tone(row.status))) : QVariant();
    }
    if (role == StrongRole) {
        return column == IdColumn || column == SubjectColumn;
    }
    return {};
}

}  // namespace evenhand::ui
