// SPDX-License-Identifier: GPL-3.0-or-later
// The workers of the ring, in the colours that they have there.
// Thread: GUI. The page feeds it: it reads the ring once a second anyway.
#pragma once

#include <string>

#include "engine/api/task_board.h"

namespace evenhand::ui {

/// A worker is named by a text.
struct WorkerKey {
    std::string value;
    [[nodiscard]] bool valid() const noexcept { return !value.empty(); }
    auto operator<=>(const WorkerKey&) const = default;
};
struct WorkerRow : api::RingWorker {
    std::size_t place = 0;  ///< among all, in order of joining
};
[[nodiscard]] inline WorkerKey cacheKey(const WorkerRow& row) { return {row.member.id}; }
[[nodiscard]] inline bool changed(const WorkerRow& a, const WorkerRow& b) {
    return a.place != b.place || a.member != b.member || a.share != b.share || a.backlog != b.backlog ||
           a.inHand != b.inHand || a.perSecond != b.perSecond || a.done != b.done || a.lastSeen != b.lastSeen ||
           a.ranges != b.ranges;
}

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

class RingView;

class WorkerPane : public FedTable<WorkerRow> {
    Q_OBJECT

public:
    /// `ring` outlives it.
    WorkerPane(UiContext& context, const RingView& ring, QWidget* parent = nullptr);
    ~WorkerPane() override;

    void takeWorkers(const Result<api::RingSnapshot>& read);
    /// `now`: engine time.
    [[nodiscard]] static std::vector<Column<WorkerRow, OneOrder>> describeColumns(const Formats& formats,
                                                                                  std::function<Instant()> now,
                                                                                  const RingView& ring);

Q_SIGNALS:
    /// The tasks of this one are to be shown.
    void workerOpened(const QString& name);

private:
    [[nodiscard]] static Spec describe(UiContext& context, const RingView& ring, WorkerPane* pane);
};

}  // namespace evenhand::ui
