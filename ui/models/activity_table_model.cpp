// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/activity_table_model.h"

#include <tuple>

#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

ActivityTableModel::ActivityTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : SyncedRows(parent), m_bridge(bridge), m_formats(formats) {}

bool ActivityTableModel::same(const api::ActivityRow& a, const api::ActivityRow& b) const {
    const auto fields = [](const api::ActivityRow& row) {
        return std::tie(row.set.name, row.voucherName, row.set.stock, row.set.begin, row.set.end, row.state,
                        row.version, row.added, row.left, row.ordered, row.paid);
    };
    return fields(a) == fields(b);
}

int ActivityTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString ActivityTableModel::display(const api::ActivityRow& row, Column column) const {
    switch (column) {
        case Phase: return label(api::phaseOf(row, m_bridge.now()));
        case Name: return text(row.set.name);
        case Sold: return row.state == api::ActivityState::Draft ? Formats::dash() : Formats::number(row.ordered);
        case Units: return Formats::number(row.set.stock + row.added);
        case Begin: return m_formats.shortTime(row.set.begin, m_bridge.now());
        case kColumns: break;
    }
    return {};
}

QString ActivityTableModel::tip(const api::ActivityRow& row) const {
    return tr("%1\n%2, %3\n%4 to %5", "name, product, price, begin, end")
        .arg(text(row.set.name), text(row.voucherName), m_formats.moneyWithCurrency(row.set.price),
             m_formats.dateTime(row.set.begin), m_formats.dateTime(row.set.end));
}

QVariant ActivityTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole: return plainToolTip(tip(*row));
        case Qt::TextAlignmentRole:
            return static_cast<int>((column == Sold || column == Units ? Qt::AlignRight : Qt::AlignLeft) |
                                    Qt::AlignVCenter);
        case PillRole:
            return column == Phase ? QVariant(static_cast<int>(tone(api::phaseOf(*row, m_bridge.now())))) : QVariant();
        case StrongRole: return column == Name || column == Sold;
        case SortRole: return static_cast<qint64>(row->createdAt.ms);
        default: return {};
    }
}

QVariant ActivityTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == Sold || section == Units ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Phase: return tr("State");
        case Name: return tr("Sale");
        case Sold: return tr("Sold");
        case Units: return tr("Units");
        case Begin: return tr("Begins");
        case kColumns: break;
    }
    return {};
}

void ActivityTableModel::tick() {
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Phase), index(rowCount() - 1, Phase));
    }
}

void ActivityTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

}  // namespace evenhand::ui
