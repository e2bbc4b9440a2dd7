// SPDX-License-Identifier: GPL-3.0-or-later
// The last draws of a campaign: what became of each, of whom, for which order. Sorted by SortRole they stand newest
// first; a selection stays with its draws while new ones come.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include "ui/bridge/engine_bridge.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class DrawTableModel : public SyncedRows<api::DrawRow> {
    Q_OBJECT

public:
    enum Column { State, At, User, Amount, Order, Queue, Remark, kColumns };
    enum Role { SortRole = Qt::UserRole + 1 };

    DrawTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    void setDraws(const std::vector<api::DrawRow>& newestFirst);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::DrawRow& row) const override { return row.id.str(); }
    [[nodiscard]] bool same(const api::DrawRow& a, const api::DrawRow& b) const override;

private:
    [[nodiscard]] QString display(const api::DrawRow& row, Column column) const;
    [[nodiscard]] QString remark(const api::DrawRow& row) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
    std::unordered_map<std::string, qint64> m_ages;  ///< 0: the newest
};

}  // namespace evenhand::ui
