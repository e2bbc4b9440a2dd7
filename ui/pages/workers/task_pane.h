// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks by state: a long table with its filter, and what a person can do about them: try dead ones again, drop them,
// with a reason and an outcome for each. Thread: GUI. Works only while active.
#pragma once

#include "engine/api/task_types.h"

namespace evenhand::api {

[[nodiscard]] inline TaskId cacheKey(const TaskRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const TaskRow& a, const TaskRow& b) {
    return a.token != b.token || a.status != b.status || a.attempts != b.attempts || a.due != b.due ||
           a.worker != b.worker || a.lastError != b.lastError;
}

}  // namespace evenhand::api

#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using TaskTable = QueryPane<api::TaskRow, api::TaskFilter, api::TaskSort>;

class TaskPane : public TaskTable {
    Q_OBJECT

public:
    explicit TaskPane(UiContext& context, QWidget* parent = nullptr);
    ~TaskPane() override;

    [[nodiscard]] QAction* retryAction() const { return action(QStringLiteral("tasks.retry")); }
    [[nodiscard]] QAction* dropAction() const { return action(QStringLiteral("tasks.drop")); }
    [[nodiscard]] QLineEdit* textField() const { return filters()->line(QStringLiteral("text")); }
    void showTasks(const std::vector<api::TaskKind>& kinds, const std::vector<api::TaskStatus>& statuses,
                   const QString& worker = {});

Q_SIGNALS:
    /// A refund's task: its own page has more.
    void refundOpened();

private:
    [[nodiscard]] static Spec describe(UiContext& context, TaskPane* pane);
    [[nodiscard]] static std::vector<Column<api::TaskRow, api::TaskSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::TaskFilter>> describeFields();
    [[nodiscard]] static RowAction<api::TaskRow> describeAction(UiContext& context, TaskPane* pane, bool drop);
    [[nodiscard]] static QString whyNotRow(const api::TaskRow& row);
};

}  // namespace evenhand::ui
