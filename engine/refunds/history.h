// SPDX-License-Identifier: GPL-3.0-or-later
// Changing a return: its row, its history, the timeline of its order, and what the outside hears go together.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/refund_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/return_store.h"

namespace evenhand::returns {

/// Tells the outside.
void tellReturn(runtime::UnitOfWork& work, const store::returns::Record& made);
/// A line in its history and, but for notes and clerks, in its order's timeline; told to the outside.
[[nodiscard]] Result<void> noteReturn(runtime::UnitOfWork& work, const store::returns::Record& made,
                                      api::MoneyEventKind what, std::string_view detail);
/// Writes what has changed, and notes it. Conflict: somebody else was first.
[[nodiscard]] Result<void> saveReturn(runtime::UnitOfWork& work, store::returns::Record& made, api::MoneyEventKind what,
                                      std::string_view detail);
/// Gives up the units that a REQUESTED one holds.
[[nodiscard]] Result<void> releaseUnits(runtime::UnitOfWork& work, const store::returns::Record& made,
                                        std::span<const store::returns::Line> lines);

}  // namespace evenhand::returns
