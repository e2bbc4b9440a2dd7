// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of fair dispatch: D1 to D5 and D8. Thread: the caller's; see verifier.h.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::dispatch {

[[nodiscard]] std::vector<runtime::Check> dispatchChecks();
/// The topics of dispatch.
[[nodiscard]] std::vector<std::string> dispatchTopics();

}  // namespace evenhand::dispatch
