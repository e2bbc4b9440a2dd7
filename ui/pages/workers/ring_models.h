// SPDX-License-Identifier: GPL-3.0-or-later
// The small tables beside the ring: its workers, the hand-overs, the kinds of work with what is held.
// Thread: GUI.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/task_board.h"
#include "ui/models/synced_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class RingView;

/// Sorted by this role.
inline constexpr int kOrderRole = Qt::UserRole + 1;

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

class HandOverModel : public SyncedRows<api::RingChangeRow> {
    Q_OBJECT

public:
    enum Column { At, Change, Worker, Workers, Moved, ColumnCount };
    HandOverModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::RingChangeRow& row) const override { return std::to_string(row.id); }
    [[nodiscard]] bool same(const api::RingChangeRow& a, const api::RingChangeRow& b) const override;

private:
    const Formats& m_formats;
};

struct KindRow {
    api::TaskCounts counts;
    std::optional<api::TaskHold> hold;
};
class KindModel : public SyncedRows<KindRow> {
    Q_OBJECT

public:
    enum Column { Kind, State, Pending, Processing, Done, Dead, Dropped, Late, HeldBy, ColumnCount };
    KindModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void setNow(Instant now) { m_now = now; }
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const KindRow& row) const override;
    [[nodiscard]] bool same(const KindRow& a, const KindRow& b) const override;

private:
    [[nodiscard]] QString shown(const KindRow& row, int column) const;
    const Formats& m_formats;
    Instant m_now;
};

}  // namespace evenhand::ui
