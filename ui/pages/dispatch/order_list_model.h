// SPDX-License-Identifier: GPL-3.0-or-later
// Two lists of orders that can be dragged onto couriers: those that wait for a courier (with the reason and since when)
// and those in a courier's hands.
// Thread: GUI.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/models/order_refs_mime.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

struct OrderLineItem {
    api::OrderRow row;
    std::optional<api::WaitReason> reason;
    std::optional<Instant> since;
};

class OrderListModel : public SyncedRows<OrderLineItem> {
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Waiting, InHand };
    enum Column { Number, State, Since, Amount, User, Campus, kColumns };

    OrderListModel(Kind kind, const Formats& formats, QString workspaceId, QObject* parent = nullptr);

    void setWaiting(const std::vector<api::WaitingOrder>& orders);
    void setInHand(const std::vector<api::OrderRow>& orders);
    /// Names for the column Campus.
    void setCampusName(std::function<QString(const CampusId&)> nameOf) { m_campusName = std::move(nameOf); }
    /// Engine time; the waiting times are counted from it.
    void setNow(Instant now);
    /// The orders behind these indexes, each once, as they are now: a frozen selection. Without a campus if they are
    /// of several.
    [[nodiscard]] DraggedOrders freeze(const QModelIndexList& indexes) const;
    void retranslate();

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

protected:
    [[nodiscard]] std::string keyOf(const OrderLineItem& item) const override { return item.row.orderNo.str(); }
    [[nodiscard]] bool same(const OrderLineItem& a, const OrderLineItem& b) const override;

private:
    [[nodiscard]] QString display(const OrderLineItem& item, int column) const;
    [[nodiscard]] QVariant sortValue(const OrderLineItem& item, int column) const;

    Kind m_kind;
    const Formats& m_formats;
    QString m_workspaceId;
    std::function<QString(const CampusId&)> m_campusName;
    Instant m_now;
};

}  // namespace evenhand::ui
