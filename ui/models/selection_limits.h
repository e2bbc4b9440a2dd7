// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a selection is looked at, the same in every table.
#pragma once

#include <cstdint>

namespace evenhand::ui {

/// At most so many rows can be frozen for one action.
inline constexpr std::int64_t kMaxFrozen = 10'000;
/// Which actions are enabled is decided by so many selected rows at most; beyond that the question tells which are fit.
inline constexpr int kLookedAt = 256;

}  // namespace evenhand::ui
