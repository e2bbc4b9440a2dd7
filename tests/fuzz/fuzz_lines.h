// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of the fuzzers of lines between consoles and the service. Thread: pure.
#pragma once

#include <string>
#include <vector>

#include "fuzz_targets.h"

namespace evenhand::test {

/// The first lines of an input, without their ends. PROTOCOL stands for the hash of the protocol, which changes with
/// it.
[[nodiscard]] std::vector<std::string> linesOf(Bytes bytes);

}  // namespace evenhand::test
