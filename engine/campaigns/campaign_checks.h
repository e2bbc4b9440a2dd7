// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of campaigns: C1 to C4.
// Thread: the caller's; see verifier.h.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::campaigns {

[[nodiscard]] std::vector<runtime::Check> campaignChecks();

}  // namespace evenhand::campaigns
