// SPDX-License-Identifier: GPL-3.0-or-later
// The flash sales there are: phase, what is left, when. Ended ones stay.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include "ui/bridge/engine_bridge.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class ActivityTableModel : public SyncedRows<api::ActivityRow> {
    Q_OBJECT

public:
    enum Column { Phase, Name, Sold, Units, Begin, kColumns };
    enum Role { SortRole = Qt::UserRole + 1 };

    ActivityTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Phases go on with time.
    void tick();
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::ActivityRow& row) const override { return row.set.id.str(); }
    [[nodiscard]] bool same(const api::ActivityRow& a, const api::ActivityRow& b) const override;

private:
    [[nodiscard]] QString display(const api::ActivityRow& row, Column column) const;
    [[nodiscard]] QString tip(const api::ActivityRow& row) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
};

}  // namespace evenhand::ui
