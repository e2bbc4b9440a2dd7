// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alert_table_model.h"

#include <tuple>

#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

AlertTableModel::AlertTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats,
                                 CourierDirectory& couriers, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_scope(scope), m_formats(formats), m_couriers(couriers) {
    connect(&couriers, &CourierDirectory::changed, this, &AlertTableModel::touchAll);
}

bool AlertTableModel::same(const api::AlertRow& a, const api::AlertRow& b) const {
    const auto fields = [](const api::AlertRow& row) {
        return std::tie(row.id, row.kind, row.state, row.orderNo, row.campus, row.courier, row.due, row.firedAt,
                        row.repeats, row.nextRepeat, row.actor, row.actedAt, row.resolvedAt, row.resolution);
    };
    return fields(a) == fields(b);
}

int AlertTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString AlertTableModel::display(const api::AlertRow& row, Column column) const {
    switch (column) {
        case State: return label(row.state);
        case Kind: return label(row.kind);
        case Order: return text(row.orderNo);
        case Late: {
            // Of a resolved one: how late it had become.
            const Instant until = row.resolvedAt.value_or(m_bridge.now());
            return Formats::countdown(std::max<std::int64_t>(0, until.ms - row.due.ms), false);
        }
        case Campus: return m_scope.nameOf(row.campus);
        case Courier: return row.courier.empty() ? Formats::dash() : m_couriers.nameOf(row.courier);
        case Phone: {
            const QString phone = m_couriers.phoneOf(row.courier);
            return phone.isEmpty() ? Formats::dash() : phone;
        }
        case Fired: return m_formats.shortTime(row.firedAt, m_bridge.now());
        case Repeats: return Formats::number(row.repeats);
        case Next: return row.nextRepeat ? m_formats.shortTime(*row.nextRepeat, m_bridge.now()) : Formats::dash();
        case By: return row.actor.empty() ? Formats::dash() : text(row.actor);
        case Resolution: return row.resolution.empty() ? Formats::dash() : resolutionLabel(row.resolution);
        case kColumns: break;
    }
    return {};
}

QVariant AlertTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole:
            return plainToolTip(column == Fired ? m_formats.dateTime(row->firedAt) : display(*row, column));
        case PillRole: return column == State ? QVariant(static_cast<int>(tone(row->state))) : QVariant();
        case StrongRole: return column == Order || column == Late;
        case InkRole:
            return column == Late && row->state == api::AlertState::Firing ? QVariant(static_cast<int>(Tone::Bad))
                                                                           : QVariant();
        case SortRole: return sortKey(*row, column);
        default: return {};
    }
}

/// Late: the longest is the greatest. What is no moment and no number sorts by its text.
QVariant AlertTableModel::sortKey(const api::AlertRow& row, Column column) const {
    switch (column) {
        case Late: return static_cast<qint64>(row.resolvedAt.value_or(m_now).ms - row.due.ms);
        case Fired: return static_cast<qint64>(row.firedAt.ms);
        case Repeats: return static_cast<qint64>(row.repeats);
        case Next: return static_cast<qint64>(row.nextRepeat.value_or(Instant{}).ms);
        default: return display(row, column);
    }
}

QVariant AlertTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return orientation == Qt::Horizontal && role == Qt::TextAlignmentRole
                   ? QVariant(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter))
                   : QVariant();
    }
    switch (static_cast<Column>(section)) {
        case State: return tr("State");
        case Kind: return tr("What is late");
        case Order: return tr("Order");
        case Late: return tr("Late for");
        case Campus: return tr("Campus");
        case Courier: return tr("Courier");
        case Phone: return tr("Telephone");
        case Fired: return tr("Fired");
        case Repeats: return tr("Repeats");
        case Next: return tr("Fires again");
        case By: return tr("By");
        case Resolution: return tr("Resolution");
        case kColumns: break;
    }
    return {};
}

void AlertTableModel::tick() {
    m_now = m_bridge.now();
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Late), index(rowCount() - 1, Late));
    }
}

void AlertTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

}  // namespace evenhand::ui
