// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of orders, their money and their stock: D6, M3, and what is paid and owed.
// Thread: the caller's; see verifier.h.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::orders {

[[nodiscard]] std::vector<runtime::Check> orderChecks();

}  // namespace evenhand::orders
