// SPDX-License-Identifier: GPL-3.0-or-later
// The invariant of shifts: D9. Thread: the caller's; see verifier.h.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::shifts {

[[nodiscard]] std::vector<runtime::Check> shiftChecks();

}  // namespace evenhand::shifts
