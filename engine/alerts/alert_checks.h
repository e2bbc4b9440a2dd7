// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of alerts, as checks over a snapshot: A1, an alert is live until it is resolved; A2, products that are
// low have one.
// Thread: the caller's.
#pragma once

#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::alerts {

[[nodiscard]] std::vector<runtime::Check> alertChecks();

}  // namespace evenhand::alerts
