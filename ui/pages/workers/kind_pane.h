// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of tasks with what waits of each, and which of them nobody may take until they are released.
// Thread: GUI. The page feeds it: it reads the ring, which has the counts, once a second anyway.
#pragma once

#include "engine/api/task_board.h"

namespace evenhand::ui {

using KindId = base::NumberId<struct KindTag>;
[[nodiscard]] inline KindId kindId(api::TaskKind kind) { return {static_cast<std::int64_t>(kind) + 1}; }
struct KindRow {
    KindId id = {};
    api::TaskCounts counts = {};
    std::optional<api::TaskHold> hold = {};
};
[[nodiscard]] inline KindId cacheKey(const KindRow& row) { return row.id; }
[[nodiscard]] bool changed(const KindRow& a, const KindRow& b);

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

class KindPane : public FedTable<KindRow> {
    Q_OBJECT

public:
    explicit KindPane(UiContext& context, QWidget* parent = nullptr);
    ~KindPane() override;

    [[nodiscard]] QAction* holdAction() const { return action(QStringLiteral("workers.hold")); }
    [[nodiscard]] QAction* releaseAction() const { return action(QStringLiteral("workers.release")); }

Q_SIGNALS:
    /// Its tasks are to be shown.
    void kindOpened(api::TaskKind kind);

private:
    [[nodiscard]] static Spec describe(UiContext& context, KindPane* pane);
    [[nodiscard]] static RowWords<KindRow> describeWords(UiContext& context, KindPane* pane);
    [[nodiscard]] static std::vector<Column<KindRow, OneOrder>> describeColumns(UiContext& context);
    [[nodiscard]] static RowAction<KindRow> describeAction(UiContext& context, KindPane* pane, bool hold);
    [[nodiscard]] std::vector<KindRow> held() const;
};

}  // namespace evenhand::ui
