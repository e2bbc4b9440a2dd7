// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/draw_table_model.h"

#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

DrawTableModel::DrawTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_formats(formats) {}

void DrawTableModel::setDraws(const std::vector<api::DrawRow>& newestFirst) {
    m_ages.clear();
    for (const auto& row : newestFirst) {
        m_ages.emplace(row.id.str(), static_cast<qint64>(m_ages.size()));
    }
    setRows(newestFirst);
}

bool DrawTableModel::same(const api::DrawRow& a, const api::DrawRow& b) const {
    return a.state == b.state && a.refusal == b.refusal && a.amount == b.amount && a.at == b.at && a.queue == b.queue &&
           a.orderNo == b.orderNo && a.validUntil == b.validUntil && a.givenBackAt == b.givenBackAt;
}

int DrawTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString DrawTableModel::remark(const api::DrawRow& row) const {
    if (row.refusal) {
        return label(*row.refusal);
    }
    const Instant now = m_bridge.now();
    if (row.givenBackAt) {
        return tr("given back %1").arg(m_formats.shortTime(*row.givenBackAt, now));
    }
    return row.state == api::DrawState::Granted && row.orderNo.empty() && row.validUntil
               ? tr("no order yet, valid until %1").arg(m_formats.shortTime(*row.validUntil, now))
               : QString();
}

QString DrawTableModel::display(const api::DrawRow& row, Column column) const {
    switch (column) {
        case State: return label(row.state);
        case At: return m_formats.shortTime(row.at, m_bridge.now());
        case User: return text(row.user);
        case Amount: return row.state == api::DrawState::Granted ? m_formats.money(row.amount) : Formats::dash();
        case Order: return row.orderNo.empty() ? Formats::dash() : text(row.orderNo);
        case Queue: return row.queue < 0 ? Formats::dash() : Formats::number(row.queue + 1);
        case Remark: return remark(row);
        case kColumns: break;
    }
    return {};
}

QVariant DrawTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole:
            return plainToolTip(tr("Draw %1\n%2", "id, instant")
                                    .arg(QString::fromStdString(row->id.str()), m_formats.dateTime(row->at)));
        case Qt::TextAlignmentRole:
            return static_cast<int>((column == Amount ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case PillRole: return column == State ? QVariant(static_cast<int>(tone(row->state))) : QVariant();
        case StrongRole: return column == User || column == Amount;
        case SortRole: {
            const auto age = m_ages.find(row->id.str());
            return age == m_ages.end() ? qint64{0} : age->second;
        }
        default: return {};
    }
}

QVariant DrawTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == Amount ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case State: return tr("State");
        case At: return tr("Time");
        case User: return tr("User");
        case Amount: return tr("Amount");
        case Order: return tr("Order");
        case Queue: return tr("Queue");
        case Remark: return tr("Note");
        case kColumns: break;
    }
    return {};
}

void DrawTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

}  // namespace evenhand::ui
