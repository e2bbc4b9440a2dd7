// SPDX-License-Identifier: GPL-3.0-or-later
// T1 to T6: what must hold of timers in any workspace at any time.
// Thread: the caller's.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::timers {

[[nodiscard]] std::vector<runtime::Check> timerChecks();

}  // namespace evenhand::timers
