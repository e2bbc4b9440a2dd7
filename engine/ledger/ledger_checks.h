// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of the ledger: M1 and M2. Thread: the caller's; see verifier.h.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::ledger {

[[nodiscard]] std::vector<runtime::Check> ledgerChecks();

}  // namespace evenhand::ledger
