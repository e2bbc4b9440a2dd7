// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/seckill_row_models.h"

#include <tuple>

#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

int alignment(bool number) { return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter); }

}  // namespace

// --- pending ------------------------------------------------------------------------------------------------

PendingTableModel::PendingTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_formats(formats) {}

bool PendingTableModel::same(const api::PendingRow& a, const api::PendingRow& b) const {
    const auto fields = [](const api::PendingRow& row) {
        return std::tie(row.user, row.orderNo, row.consumer, row.attempts, row.reservedAt, row.idleMs, row.nextTry,
                        row.ordered);
    };
    return fields(a) == fields(b);
}

int PendingTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString PendingTableModel::stateText(const api::PendingRow& row) {
    if (row.ordered) {
        return tr("Order exists");
    }
    return row.attempts == 0
               ? tr("Creating")
               : tr("Failed %1 times", nullptr, Formats::plural(row.attempts)).arg(Formats::number(row.attempts));
}

QString PendingTableModel::display(const api::PendingRow& row, Column column) const {
    switch (column) {
        case User: return text(row.user);
        case Order: return text(row.orderNo);
        case State: return stateText(row);
        case Consumer: return row.consumer == "engine" ? tr("this engine") : text(row.consumer);
        case Reserved: return m_formats.shortTime(row.reservedAt, m_bridge.now());
        case Idle: return Formats::duration(row.idleMs);
        case NextTry: return row.nextTry ? m_formats.shortTime(*row.nextTry, m_bridge.now()) : Formats::dash();
        case Message: return text(row.messageId);
        case kColumns: break;
    }
    return {};
}

QVariant PendingTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole:
            return plainToolTip(column == Reserved ? m_formats.dateTime(row->reservedAt) : display(*row, column));
        case Qt::TextAlignmentRole: return alignment(column == Idle);
        case PillRole:
            return column == State ? QVariant(static_cast<int>(row->ordered         ? Tone::Good
                                                               : row->attempts == 0 ? Tone::Info
                                                                                    : Tone::Warn))
                                   : QVariant();
        case StrongRole: return column == User;
        default: return {};
    }
}

QVariant PendingTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(section == Idle);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case User: return tr("User");
        case Order: return tr("Planned order");
        case State: return tr("State");
        case Consumer: return tr("Read by");
        case Reserved: return tr("Reserved");
        case Idle: return tr("Idle for");
        case NextTry: return tr("Next try");
        case Message: return tr("Message");
        case kColumns: break;
    }
    return {};
}

void PendingTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

// --- dead letters -------------------------------------------------------------------------------------------

LetterTableModel::LetterTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_formats(formats) {}

bool LetterTableModel::same(const api::SeckillLetterRow& a, const api::SeckillLetterRow& b) const {
    return a.id == b.id && a.reason == b.reason && a.attempts == b.attempts;
}

int LetterTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString LetterTableModel::display(const api::SeckillLetterRow& row, Column column) const {
    switch (column) {
        case At: return m_formats.shortTime(row.at, m_bridge.now());
        case User: return text(row.user);
        case Order: return text(row.orderNo);
        case Attempts: return Formats::number(row.attempts);
        case Reason: return text(row.reason);
        case kColumns: break;
    }
    return {};
}

QVariant LetterTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole: return plainToolTip(column == At ? m_formats.dateTime(row->at) : display(*row, column));
        case Qt::TextAlignmentRole: return alignment(column == Attempts);
        case StrongRole: return column == User;
        case InkRole: return column == Reason ? QVariant(static_cast<int>(Tone::Bad)) : QVariant();
        default: return {};
    }
}

QVariant LetterTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(section == Attempts);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case At: return tr("Given up at");
        case User: return tr("User");
        case Order: return tr("Order not created");
        case Attempts: return tr("Failures");
        case Reason: return tr("Last reason");
        case kColumns: break;
    }
    return {};
}

void LetterTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

// --- history ------------------------------------------------------------------------------------------------

ActivityLogModel::ActivityLogModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_formats(formats) {}

void ActivityLogModel::setLog(const std::vector<api::ActivityLogRow>& log) {
    std::vector<NumberedLog> rows;
    rows.reserve(log.size());
    for (std::size_t i = 0; i < log.size(); ++i) {
        rows.push_back({static_cast<std::int64_t>(log.size() - i), log[i]});
    }
    setRows(std::move(rows));
}

bool ActivityLogModel::same(const NumberedLog& a, const NumberedLog& b) const {
    const auto fields = [](const api::ActivityLogRow& row) {
        return std::tie(row.at, row.actor, row.action, row.amount, row.reason);
    };
    return fields(a.row) == fields(b.row);
}

int ActivityLogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString ActivityLogModel::display(const api::ActivityLogRow& row, Column column) const {
    switch (column) {
        case At: return m_formats.shortTime(row.at, m_bridge.now());
        case What: return activityActionLabel(row.action);
        case By: return text(row.actor);
        case Amount: return row.amount == 0 ? Formats::dash() : Formats::number(row.amount);
        case Reason: return row.reason.empty() ? Formats::dash() : text(row.reason);
        case kColumns: break;
    }
    return {};
}

QVariant ActivityLogModel::data(const QModelIndex& index, int role) const {
    const auto* line = at(index);
    if (line == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(line->row, column);
        case Qt::ToolTipRole:
            return plainToolTip(column == At ? m_formats.dateTime(line->row.at) : display(line->row, column));
        case Qt::TextAlignmentRole: return alignment(column == Amount);
        case PillRole:
            return column == What ? QVariant(static_cast<int>(activityActionTone(line->row.action))) : QVariant();
        case StrongRole: return column == Reason;
        case SortRole: return static_cast<qint64>(line->number);
        default: return {};
    }
}

QVariant ActivityLogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(section == Amount);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case At: return tr("Time");
        case What: return tr("Action");
        case By: return tr("By");
        case Amount: return tr("Units or rows");
        case Reason: return tr("Reason");
        case kColumns: break;
    }
    return {};
}

void ActivityLogModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

}  // namespace evenhand::ui
