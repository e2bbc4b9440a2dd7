// SPDX-License-Identifier: GPL-3.0-or-later
// Every invariant that can be read from a workspace, gathered from the rooms that state them.
// Thread: any.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::app {

/// In the order of the list of invariants.
[[nodiscard]] std::vector<runtime::Check> allChecks();

}  // namespace evenhand::app
