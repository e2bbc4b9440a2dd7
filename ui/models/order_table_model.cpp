// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/order_table_model.h"

#include <algorithm>
#include <climits>
#include <memory>
#include <utility>

#include "ui/models/order_filter_match.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr std::size_t kMaxOrderReads = 3;

QString placeholder() { return QStringLiteral("…"); }

}  // namespace

OrderTableModel::OrderTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent)
    : QAbstractTableModel(parent), m_bridge(bridge), m_scope(scope), m_formats(formats) {
    m_refreshTimer.setSingleShot(true);
    connect(&m_refreshTimer, &QTimer::timeout, this, &OrderTableModel::refresh);
    connect(&m_bridge, &EngineBridge::ordersChanged, this, &OrderTableModel::onOrdersChanged);
    connect(&m_scope, &CampusScope::campusesChanged, this, [this] {
        if (m_count > 0) {
            Q_EMIT dataChanged(index(0, CampusColumn), index(static_cast<int>(m_count) - 1, CampusColumn));
        }
    });
}

// --- the query ----------------------------------------------------------------------------------------------

void OrderTableModel::setQuery(const api::OrderFilter& filter, api::OrderSort sort, bool descending) {
    m_wanted.filter = filter;
    m_wanted.sort = sort;
    m_wanted.descending = descending;
    open();
}

void OrderTableModel::open() {
    const int generation = ++m_generation;  // from here on every older answer is stale
    m_opening = true;
    m_refreshing = false;
    m_fetching = false;
    m_inFlight.clear();
    m_refreshTimer.stop();
    m_openCount.reset();
    auto first = m_wanted;
    first.offset = 0;
    first.limit = OrderCache::kBlock;
    whenReady(m_bridge.orders().page(m_bridge.call(), first), this,
              [this, generation](Result<std::vector<api::OrderRow>> rows) { opened(generation, std::move(rows)); });
    whenReady(m_bridge.orders().count(m_bridge.call(), m_wanted.filter), this,
              [this, generation](const Result<std::int64_t>& count) { counted(generation, count); });
}

void OrderTableModel::opened(int generation, Result<std::vector<api::OrderRow>> rows) {
    if (generation != m_generation) {
        return;
    }
    m_opening = false;
    beginResetModel();
    m_cache.clear();
    m_dirty.clear();
    m_failed.clear();
    m_changed.clear();
    m_shift = 0;
    m_query = m_wanted;
    m_count = 0;
    m_countKnown = false;
    if (rows) {
        m_count = static_cast<std::int64_t>(rows->size());
        m_countKnown = m_count < OrderCache::kBlock;
        for (std::int64_t i = 0; i < m_count; ++i) {
            m_cache.put(i, std::move((*rows)[static_cast<std::size_t>(i)]));
        }
    }
    endResetModel();
    setNew(0);
    setError(rows ? std::nullopt : std::optional(rows.error()));
    Q_EMIT reset();
    Q_EMIT totalChanged();
    if (m_openCount) {
        applyCount(*std::exchange(m_openCount, std::nullopt));
    }
    Q_EMIT loaded();
    if (m_error) {
        tryAgain();
    } else if (m_active && std::exchange(m_missed, false)) {
        scheduleRefresh();
    }
}

void OrderTableModel::tryAgain() {
    m_missed = true;  // also when it rests now
    if (m_active) {
        m_refreshTimer.start(kRetryMs);
    }
}

void OrderTableModel::counted(int generation, const Result<std::int64_t>& count) {
    if (generation != m_generation) {
        return;
    }
    if (m_opening) {
        m_openCount = count;
        return;
    }
    applyCount(count);
    Q_EMIT loaded();
}

void OrderTableModel::applyCount(const Result<std::int64_t>& count) {
    if (!count) {
        setError(count.error());
        tryAgain();
        return;
    }
    if (m_error) {
        return;  // the rows could not be read; a number of them would say otherwise
    }
    m_countKnown = true;
    setCount(std::max(*count, m_count >= OrderCache::kBlock ? m_count : *count));
    Q_EMIT totalChanged();
    requestVisible();
}

void OrderTableModel::setCount(std::int64_t count) {
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

void OrderTableModel::setError(std::optional<Error> error) {
    if (m_error != error) {
        m_error = std::move(error);
        Q_EMIT errorChanged();
    }
}

bool OrderTableModel::newestFirst() const { return m_query.sort == api::OrderSort::Placed && m_query.descending; }

// --- blocks -------------------------------------------------------------------------------------------------

api::OrderQuery OrderTableModel::pinned(std::int64_t offset, std::int64_t limit) const {
    api::OrderQuery query = m_query;
    query.offset = offset;
    query.limit = limit;
    const auto* top = row(0);
    if (newestFirst() && !query.filter.placedTo && top) {
        // Orders that came in since must not push the offsets down.
        query.filter.placedTo = top->placedAt.plusMs(1);
    }
    return query;
}

void OrderTableModel::setVisibleRows(int first, int last) {
    m_firstVisible = std::max(0, first);
    m_lastVisible = std::max(m_firstVisible, last);
    requestVisible();
}

void OrderTableModel::requestVisible() {
    if (m_opening || m_count == 0) {
        return;
    }
    const auto lastRow = std::min<std::int64_t>(m_lastVisible, m_count - 1);
    const auto first = m_cache.blockOf(positionOf(std::min<std::int64_t>(m_firstVisible, lastRow)));
    const auto last = m_cache.blockOf(positionOf(lastRow));
    m_cache.touch(first, last);
    for (auto block = first; block <= last; ++block) {
        const auto from = std::max<std::int64_t>(block * OrderCache::kBlock, positionOf(m_firstVisible));
        const auto to = std::min<std::int64_t>((block + 1) * OrderCache::kBlock - 1, positionOf(lastRow));
        bool missing = m_dirty.contains(block);
        for (auto at = from; at <= to && !missing; ++at) {
            missing = m_cache.at(at) == nullptr;
        }
        if (missing && !m_failed.contains(block)) {
            requestBlock(block);
        }
    }
}

void OrderTableModel::requestBlock(std::int64_t block) {
    if (m_inFlight.contains(block) || m_inFlight.size() >= kMaxOrderReads) {
        return;  // asked again when an answer comes in and the rows are still in view
    }
    const auto firstRow = std::max<std::int64_t>(0, block * OrderCache::kBlock + m_shift);
    const auto endRow = std::min<std::int64_t>(m_count, (block + 1) * OrderCache::kBlock + m_shift);
    if (firstRow >= endRow) {
        return;
    }
    m_inFlight.insert(block);
    m_dirty.erase(block);
    const auto position = positionOf(firstRow);
    const auto asked = endRow - firstRow;
    whenReady(m_bridge.orders().page(m_bridge.call(), pinned(firstRow, asked)), this,
              [this, generation = m_generation, block, position, asked](Result<std::vector<api::OrderRow>> rows) {
                  blockArrived(generation, block, position, asked, std::move(rows));
              });
}

void OrderTableModel::blockArrived(int generation, std::int64_t block, std::int64_t position, std::int64_t asked,
                                   Result<std::vector<api::OrderRow>> rows) {
    if (generation != m_generation) {
        return;
    }
    m_inFlight.erase(block);
    const auto firstRow = position + m_shift;
    if (!rows) {
        m_failed.insert(block);
        setError(rows.error());
        tryAgain();
    } else {
        const auto got = static_cast<std::int64_t>(rows->size());
        putBlock(position, *std::move(rows));
        m_cache.touch(block, block);
        if (got < asked) {
            setCount(firstRow + got);  // rows went away meanwhile: the end is here
            Q_EMIT totalChanged();
        }
    }
    const auto lastRow = std::min(firstRow + asked, m_count) - 1;
    if (lastRow >= firstRow) {
        Q_EMIT dataChanged(index(static_cast<int>(firstRow), 0), index(static_cast<int>(lastRow), ColumnCount - 1));
    }
    requestVisible();
    Q_EMIT loaded();
}

// --- what the view asks -------------------------------------------------------------------------------------

const api::OrderRow* OrderTableModel::row(int row) const {
    return row >= 0 && row < m_count ? m_cache.at(positionOf(row)) : nullptr;
}

std::optional<int> OrderTableModel::rowOf(OrderId id) const {
    const auto position = m_cache.find(id);
    return position ? std::optional(static_cast<int>(*position + m_shift)) : std::nullopt;
}

int OrderTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_count);
}

int OrderTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString OrderTableModel::display(const api::OrderRow& row, int column) const {
    switch (column) {
        case NumberColumn: return text(row.orderNo);
        case StatusColumn: {
            const QString status = row.wait && isUnassigned(row) ? label(*row.wait) : statusLabel(row);
            // First, as a narrow column cuts the end.
            return row.isLate(m_bridge.now()) ? tr("Late · %1", "status").arg(status) : status;
        }
        case CampusColumn: return m_scope.nameOf(row.campus);
        case CourierColumn:
            if (row.courier.empty()) {
                return Formats::dash();
            }
            return row.courierName.empty() ? text(row.courier) : text(row.courierName);
        case UserColumn: return text(row.user);
        case PayableColumn: return m_formats.money(row.payable);
        case PlacedColumn: return m_formats.dateTime(row.placedAt);
        case PaidColumn: return row.paidAt ? m_formats.dateTime(*row.paidAt) : Formats::dash();
        default: return {};
    }
}

QVariant OrderTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (index.column() == PayableColumn ? Qt::AlignRight : Qt::AlignLeft));
    }
    const auto* order = row(index.row());
    switch (role) {
        case Qt::DisplayRole:
            if (order) {
                return display(*order, index.column());
            }
            return m_failed.contains(m_cache.blockOf(positionOf(index.row()))) ? Formats::dash() : placeholder();
        case Qt::ToolTipRole: return order ? plainToolTip(display(*order, index.column())) : QVariant();
        case FadedRole: return order != nullptr && !matches(m_query.filter, *order, m_bridge.now());
        case LateRole: return order != nullptr && order->isLate(m_bridge.now());
        default: return {};
    }
}

QVariant OrderTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (section == PayableColumn ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case NumberColumn: return tr("Order");
        case StatusColumn: return tr("Status");
        case CampusColumn: return tr("Campus");
        case CourierColumn: return tr("Courier");
        case UserColumn: return tr("User");
        case PayableColumn: return tr("Payable (%1)").arg(m_formats.currency());
        case PlacedColumn: return tr("Placed");
        case PaidColumn: return tr("Paid at");
        default: return {};
    }
}

std::optional<api::OrderSort> OrderTableModel::sortOf(int column) {
    switch (column) {
        case NumberColumn: return api::OrderSort::OrderNo;
        case StatusColumn: return api::OrderSort::Status;
        case CampusColumn: return api::OrderSort::Campus;
        case CourierColumn: return api::OrderSort::Courier;
        case UserColumn: return api::OrderSort::User;
        case PayableColumn: return api::OrderSort::Payable;
        case PlacedColumn: return api::OrderSort::Placed;
        case PaidColumn: return api::OrderSort::PaidAt;
        default: return std::nullopt;
    }
}

void OrderTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (m_count > 0) {
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_count) - 1, ColumnCount - 1));
    }
}

}  // namespace evenhand::ui
