// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/order_list_model.h"

#include <set>
#include <utility>

#include "ui/pages/dispatch/dispatch_roles.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

OrderListModel::OrderListModel(Kind kind, const Formats& formats, QString workspaceId, QObject* parent)
    : SyncedRows(parent), m_kind(kind), m_formats(formats), m_workspaceId(std::move(workspaceId)) {}

void OrderListModel::setWaiting(const std::vector<api::WaitingOrder>& orders) {
    std::vector<OrderLineItem> items;
    items.reserve(orders.size());
    for (const auto& order : orders) {
        items.push_back({order.row, order.reason, order.since});
    }
    setRows(std::move(items));
}

void OrderListModel::setInHand(const std::vector<api::OrderRow>& orders) {
    std::vector<OrderLineItem> items;
    items.reserve(orders.size());
    for (const auto& order : orders) {
        items.push_back({order, std::nullopt, order.placedAt});
    }
    setRows(std::move(items));
}

void OrderListModel::setNow(Instant now) {
    // Only what shows a running time changes, and only when another second has begun.
    if (now.ms / 1000 == m_now.ms / 1000) {
        return;
    }
    m_now = now;
    if (m_kind == Kind::Waiting && rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Since), index(rowCount() - 1, Since), {Qt::DisplayRole});
    }
}

void OrderListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

DraggedOrders OrderListModel::freeze(const QModelIndexList& indexes) const {
    std::set<int> rows;
    for (const auto& index : indexes) {
        if (at(index) != nullptr) {
            rows.insert(index.row());
        }
    }
    DraggedOrders frozen{m_workspaceId, {}, {}};
    bool several = false;
    for (const int row : rows) {
        const auto& order = this->rows()[static_cast<std::size_t>(row)].row;
        several = several || (!frozen.orders.empty() && frozen.campus != order.campus);
        frozen.campus = order.campus;
        frozen.orders.push_back({order.orderNo, order.version});
    }
    if (several) {
        frozen.campus = {};
    }
    return frozen;
}

bool OrderListModel::same(const OrderLineItem& a, const OrderLineItem& b) const {
    // The version grows with every change of the order; the reason and its beginning are beside it.
    return a.row.version == b.row.version && a.row.status == b.row.status && a.row.courier == b.row.courier &&
           a.reason == b.reason && a.since == b.since;
}

int OrderListModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString OrderListModel::display(const OrderLineItem& item, int column) const {
    switch (static_cast<Column>(column)) {
        case Number: return text(item.row.orderNo);
        case State: return item.reason ? label(*item.reason) : statusLabel(item.row);
        case Since:
            if (!item.since) {
                return Formats::dash();
            }
            return m_kind == Kind::Waiting ? Formats::duration(std::max<std::int64_t>(0, m_now.ms - item.since->ms))
                                           : m_formats.shortTime(*item.since, m_now);
        case Amount: return m_formats.money(item.row.payable);
        case User: return text(item.row.user);
        case Campus: return m_campusName ? m_campusName(item.row.campus) : text(item.row.campus);
        case kColumns: break;
    }
    return {};
}

QVariant OrderListModel::sortValue(const OrderLineItem& item, int column) const {
    switch (static_cast<Column>(column)) {
        case Number: return text(item.row.orderNo);
        case State: return item.reason ? static_cast<int>(*item.reason) : static_cast<int>(item.row.status);
        case Since: {
            const qint64 since = item.since ? item.since->ms : 0;
            return m_kind == Kind::Waiting ? -since : since;  // by the time waited, which grows as `since` falls
        }
        case Amount: return static_cast<qint64>(item.row.payable.minor);
        case User: return text(item.row.user);
        case Campus: return display(item, Campus);
        case kColumns: break;
    }
    return {};
}

QVariant OrderListModel::data(const QModelIndex& index, int role) const {
    const auto* item = at(index);
    if (item == nullptr) {
        return {};
    }
    const bool right = index.column() == Since || index.column() == Amount;
    switch (role) {
        case Qt::DisplayRole: return display(*item, index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(right ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ToolTipRole:
            if (index.column() == Since && item->since) {
                return plainToolTip(m_formats.dateTime(*item->since));
            }
            return index.column() == Number ? plainToolTip(tr("Drag onto a courier to reassign.")) : QString();
        case kSortRole: return sortValue(*item, index.column());
        case kKeyRole: return text(item->row.orderNo);
        case kToneRole:
            if (index.column() != State) {
                return {};
            }
            return static_cast<int>(item->reason ? tone(*item->reason) : tone(item->row.status));
        default: return {};
    }
}

QVariant OrderListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(section == Since || section == Amount ? Qt::AlignRight | Qt::AlignVCenter
                                                                         : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Number: return tr("Order");
        case State: return m_kind == Kind::Waiting ? tr("Reason") : tr("Status");
        case Since: return m_kind == Kind::Waiting ? tr("Waiting") : tr("Placed");
        case Amount: return tr("Amount (%1)").arg(m_formats.currency());
        case User: return tr("User");
        case Campus: return tr("Campus");
        case kColumns: break;
    }
    return {};
}

Qt::ItemFlags OrderListModel::flags(const QModelIndex& index) const {
    const auto base = QAbstractTableModel::flags(index);
    return index.isValid() ? base | Qt::ItemIsDragEnabled : base;
}

QStringList OrderListModel::mimeTypes() const { return {QLatin1String(kOrderRefsMime)}; }

QMimeData* OrderListModel::mimeData(const QModelIndexList& indexes) const {
    const auto frozen = freeze(indexes);
    return frozen.orders.empty() ? nullptr : toMime(frozen);
}

}  // namespace evenhand::ui
