// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts that were read: open ones, or also resolved ones; newest first, with how long each has been late.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include "ui/bridge/engine_bridge.h"
#include "ui/models/synced_rows.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class AlertTableModel : public SyncedRows<api::AlertRow> {
    Q_OBJECT

public:
    enum Column { State, Kind, Order, Late, Campus, Courier, Phone, Fired, Repeats, Next, By, Resolution, kColumns };
    enum Role { SortRole = Qt::UserRole + 1 };

    AlertTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, CourierDirectory& couriers,
                    QObject* parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// "Late for" and "fires again" go on. Once before the first rows come, for their order.
    void tick();
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::AlertRow& row) const override { return std::to_string(row.id); }
    [[nodiscard]] bool same(const api::AlertRow& a, const api::AlertRow& b) const override;

private:
    [[nodiscard]] QVariant sortKey(const api::AlertRow& row, Column column) const;
    [[nodiscard]] QString display(const api::AlertRow& row, Column column) const;

    EngineBridge& m_bridge;
    CampusScope& m_scope;
    const Formats& m_formats;
    CourierDirectory& m_couriers;
    Instant m_now;  ///< of the last tick: while rows are put in order they must not change theirs
};

}  // namespace evenhand::ui
