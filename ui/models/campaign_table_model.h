// SPDX-License-Identifier: GPL-3.0-or-later
// The campaigns there are: where they stand, the budget, when. Ended ones stay.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include "ui/bridge/engine_bridge.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class CampaignTableModel : public SyncedRows<api::CampaignRow> {
    Q_OBJECT

public:
    enum Column { Phase, Name, Budget, kColumns };
    enum Role { SortRole = Qt::UserRole + 1 };

    CampaignTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    /// Newest first; the order is kept for sorting.
    void setCampaigns(const std::vector<api::CampaignRow>& newestFirst);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Phases go on with time.
    void tick();
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::CampaignRow& row) const override { return row.id.str(); }
    [[nodiscard]] bool same(const api::CampaignRow& a, const api::CampaignRow& b) const override;

private:
    [[nodiscard]] QString display(const api::CampaignRow& row, Column column) const;
    [[nodiscard]] QString tip(const api::CampaignRow& row) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
    std::unordered_map<std::string, qint64> m_ages;  ///< 0: the newest
};

}  // namespace evenhand::ui
