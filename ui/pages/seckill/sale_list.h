// SPDX-License-Identifier: GPL-3.0-or-later
// The list of flash sales: phase, what is sold, when. Ended ones stay. Thread: GUI.
#pragma once

#include <tuple>

#include "engine/api/seckill_types.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

[[nodiscard]] inline ui::TextKey cacheKey(const ActivityRow& row) { return {row.set.id.str()}; }
[[nodiscard]] inline bool changed(const ActivityRow& a, const ActivityRow& b) {
    const auto fields = [](const ActivityRow& row) {
        return std::tie(row.set.name, row.voucherName, row.set.stock, row.set.begin, row.set.end, row.state,
                        row.version, row.added, row.left, row.ordered, row.paid);
    };
    return fields(a) != fields(b);
}

}  // namespace evenhand::api

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

struct SaleFilter : AnyCell {
    QStringList phases;  ///< none: all of them
};
using SaleList = FedTable<api::ActivityRow, SaleFilter>;

/// `setUp` is what is done where there are none, `none` says so.
[[nodiscard]] SaleList::Spec describeSales(const Formats& formats, std::function<Instant()> now, QAction* setUp,
                                           Words none);

}  // namespace evenhand::ui
