// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/paged_table.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

PagedTable::PagedTable(QObject* parent, int refreshMs)
    : QAbstractTableModel(parent),
      m_reads(new FeedChannel(
          refreshMs, [this] { readWindow(); }, this)) {
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] { tick(); });
    connect(this, &PagedTable::totalChanged, this, &PagedTable::syncTick);
}

void PagedTable::restart(bool descending) {
    m_descending = descending;
    m_fresh = true;
    m_inFlight.clear();
    m_reads->restart();
}

void PagedTable::setOrder(int column, bool descending) {
    if (isSortable(column)) {
        m_descending = descending;
    }
}

void PagedTable::setActive(bool active) {
    m_active = active;
    m_reads->setActive(active);
    syncTick();
}

void PagedTable::syncTick() {
    if (!m_active || m_count == 0 || !isTimed()) {
        m_tick.stop();
    } else if (!m_tick.isActive()) {
        m_tick.start();
    }
}

void PagedTable::setVisibleRows(int first, int last) {
    const int before = std::exchange(m_firstVisible, std::max(0, first));
    m_lastVisible = std::max(m_firstVisible, last);
    if (before > 0 && m_firstVisible == 0 && m_arrived > 0) {
        refresh();  // where they come in
    }
    requestVisible();
}

int PagedTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_count); }

QVariant PagedTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role == Qt::ToolTipRole) {
        QStringList told{explanation(section)};
        if (cutAt() > 0) {
            told << tr("Only the first %1 rows were read, so they cannot be sorted.").arg(Formats::number(cutAt()));
        }
        told.removeAll(QString());
        return told.isEmpty() ? QVariant() : plainToolTip(told.join(QLatin1Char('\n')));
    }
    return role == Qt::DisplayRole ? QVariant(title(section)) : QVariant();
}

void PagedTable::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (m_count > 0) {
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_count) - 1, columnCount() - 1));
    }
}

void PagedTable::setCount(std::int64_t count) {
    count = std::min<std::int64_t>(count, INT_MAX);
    if (count > m_count) {
        beginInsertRows({}, static_cast<int>(m_count), static_cast<int>(count) - 1);
        m_count = count;
        endInsertRows();
    } else if (count < m_count) {
        beginRemoveRows({}, static_cast<int>(count), static_cast<int>(m_count) - 1);
        m_count = count;
        endRemoveRows();
    }
}

void PagedTable::setError(std::optional<Error> error) {
    if (m_error != error) {
        m_error = std::move(error);
        Q_EMIT errorChanged();
    }
}

void PagedTable::setArrived(std::int64_t count) {
    if (std::exchange(m_arrived, count) != count) {
        Q_EMIT arrivedChanged();
    }
}

void PagedTable::touchVisible(int firstColumn, int lastColumn) {
    const auto last = std::min<std::int64_t>(m_lastVisible, m_count - 1);
    if (m_firstVisible <= last) {
        Q_EMIT dataChanged(index(m_firstVisible, firstColumn), index(static_cast<int>(last), lastColumn));
    }
}

}  // namespace evenhand::ui
