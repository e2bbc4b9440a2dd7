// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of returns and refunds: R1 to R4. Thread: the caller's; see verifier.h.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::returns {

[[nodiscard]] std::vector<runtime::Check> returnChecks();

}  // namespace evenhand::returns
