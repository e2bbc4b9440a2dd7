// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of dispatch that were given up: why, how often tried, of which order; tried again, or the order assigned by
// hand. Thread: GUI.
#pragma once

#include "engine/api/dispatch_desk.h"

namespace evenhand::api {

[[nodiscard]] inline DeadLetterId cacheKey(const DeadLetterRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const DeadLetterRow& a, const DeadLetterRow& b) {
    return a.topic != b.topic || a.orderNo != b.orderNo || a.epoch != b.epoch || a.reason != b.reason ||
           a.attempts != b.attempts || a.at != b.at;
}

}  // namespace evenhand::api

#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using DeadLetterTable = QueryPane<api::DeadLetterRow, AnyCell, OneOrder>;

/// What the page lends to the table.
struct DeadLetterHooks {
    std::function<std::vector<api::DeadLetterRow>()> rows;  ///< one more than `most` where there are more
    std::int64_t most = 0;
    std::function<void(const api::DeadLetterRow& frozen)> assign;
};

[[nodiscard]] DeadLetterTable::Spec describeDeadLetters(const Formats& formats, DeadLetterHooks hooks,
                                                        EngineBridge& bridge, QObject* page);

}  // namespace evenhand::ui
