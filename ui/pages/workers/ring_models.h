// SPDX-License-Identifier: GPL-3.0-or-later
// The small table beside the ring: its workers.
// Thread: GUI.
#pragma once

#include "engine/api/task_board.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class RingView;

class WorkerModel : public SyncedRows<api::RingWorker> {
    Q_OBJECT

public:
    enum Column { Name, Share, Backlog, InHand, Rate, Done, Seen, Lease, Nodes, Ranges, Since, ColumnCount };
    WorkerModel(const Formats& formats, const RingView& ring, QObject* parent);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void setNow(Instant now) { m_now = now; }
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::RingWorker& row) const override { return row.member.id; }
    [[nodiscard]] bool same(const api::RingWorker& a, const api::RingWorker& b) const override;

private:
    [[nodiscard]] QString shown(const api::RingWorker& row, int column) const;
    const Formats& m_formats;
    const RingView& m_ring;
    Instant m_now;
};

}  // namespace evenhand::ui
