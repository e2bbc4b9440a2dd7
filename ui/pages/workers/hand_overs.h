// SPDX-License-Identifier: GPL-3.0-or-later
// Who came to the ring and who left it, and how much of it changed hands. Thread: GUI.
#pragma once

#include "engine/api/task_board.h"

namespace evenhand::api {

[[nodiscard]] inline RingChangeId cacheKey(const RingChangeRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const RingChangeRow& a, const RingChangeRow& b) {
    return a.workers != b.workers || a.moved != b.moved;
}

}  // namespace evenhand::api

#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using HandOverTable = QueryPane<api::RingChangeRow, AnyCell, OneOrder>;

/// The newest kHandOvers.
inline constexpr std::int64_t kHandOvers = 500;
[[nodiscard]] HandOverTable::Spec describeHandOvers(UiContext& context);

}  // namespace evenhand::ui
