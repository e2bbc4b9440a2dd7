// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of the ring and of tasks, as far as a workspace tells: W1 to W4. (That ranges are disjoint and cover
// the ring, and that a worker moves 1/n, is a property of engine/ring and proved there; here it is checked on
// what really happened.) Thread: the caller's; see verifier.h.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::tasks {

[[nodiscard]] std::vector<runtime::Check> taskChecks();

}  // namespace evenhand::tasks
