// SPDX-License-Identifier: GPL-3.0-or-later
// The couriers of one campus or of several with their duty, weight and work. Orders can be dropped on couriers on duty;
// the drop is only told (ordersDropped), never carried out here. Thread: GUI.
#pragma once

#include <functional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/models/order_refs_mime.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

struct CourierLine {
    api::CourierRow courier;
    bool next = false;    ///< gets the next order of the campus
    QString campus;       ///< its name
    bool shares = false;  ///< somebody of the campus had an order today; without any there are no shares
};

class CourierTableModel : public SyncedRows<CourierLine> {
    Q_OBJECT

public:
    enum Column { Name, Duty, Weight, InHand, Today, Share, Deviation, LastAssignment, Campus, kColumns };

    CourierTableModel(const Formats& formats, QString workspaceId, QObject* parent = nullptr);

    void setBoards(const std::vector<api::DispatchBoard>& boards);
    void setBoard(const api::DispatchBoard& board) { setBoards({board}); }
    void clear();
    /// Empty if the orders may be dropped on this courier; else why not (plain text).
    [[nodiscard]] QString whyNoDrop(const QModelIndex& index, const QMimeData* mime) const;
    [[nodiscard]] QString whyNoDrop(const QString& courier, const QMimeData* mime) const;
    /// Why nobody may be given anything now, empty if they may; asked for at every drop.
    void setMayDrop(std::function<QString()> whyNot) { m_mayDrop = std::move(whyNot); }
    void retranslate();

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
    [[nodiscard]] bool canDropMimeData(const QMimeData* mime, Qt::DropAction action, int row, int column,
                                       const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* mime, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    void ordersDropped(const evenhand::ui::DraggedOrders& dragged, const evenhand::CourierId& to);

protected:
    [[nodiscard]] std::string keyOf(const CourierLine& row) const override { return row.courier.id.str(); }
    [[nodiscard]] bool same(const CourierLine& a, const CourierLine& b) const override;

private:
    [[nodiscard]] QString display(const CourierLine& line, int column) const;
    [[nodiscard]] QVariant sortValue(const CourierLine& line, int column) const;
    [[nodiscard]] QString toolTip(const CourierLine& line, int column) const;
    /// A figure in few signs, for a narrow column; empty: there is none.
    [[nodiscard]] QString shorter(const CourierLine& line, int column) const;

    const Formats& m_formats;
    QString m_workspaceId;
    Instant m_at;
    std::function<QString()> m_mayDrop;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::DraggedOrders)
