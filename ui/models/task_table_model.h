// SPDX-License-Identifier: GPL-3.0-or-later
// Background tasks, however many, in order of making; see paged_rows.h.
// Thread: GUI.
#pragma once

#include "engine/api/task_types.h"

namespace evenhand::api {

[[nodiscard]] inline TaskId cacheKey(const TaskRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const TaskRow& a, const TaskRow& b) {
    return a.token != b.token || a.status != b.status || a.attempts != b.attempts || a.due != b.due ||
           a.worker != b.worker || a.lastError != b.lastError;
}

}  // namespace evenhand::api

#include "ui/bridge/engine_bridge.h"
#include "ui/models/paged_rows.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class TaskTableModel : public PagedRows<api::TaskRow, api::TaskFilter> {
    Q_OBJECT

public:
    enum Column {
        IdColumn,
        KindColumn,
        SubjectColumn,
        StatusColumn,
        AttemptsColumn,
        DueColumn,
        WorkerColumn,
        ErrorColumn,
        CreatedColumn,
        EndedColumn,
        PositionColumn,
        TokenColumn,
        ColumnCount
    };

    TaskTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    [[nodiscard]] int orderColumn() const override { return IdColumn; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;

protected:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] api::Answer<std::vector<api::TaskRow>> askPage(const api::TaskFilter& filter, Span span) override;
    [[nodiscard]] api::Answer<std::int64_t> askCount(const api::TaskFilter& filter) override;
    [[nodiscard]] QString display(const api::TaskRow& row, int column) const override;
    [[nodiscard]] QString hint(const api::TaskRow& row, int column) const override;
    [[nodiscard]] QVariant look(const api::TaskRow& row, int column, int role) const override;

private:
    EngineBridge& m_bridge;
    const Formats& m_formats;
};

}  // namespace evenhand::ui
