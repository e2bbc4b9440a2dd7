// SPDX-License-Identifier: GPL-3.0-or-later
// The scripts of lua/, compiled into the program with their SHA-1. Only these ever run in the engine.
#pragma once

#include <span>
#include <string_view>

#include "engine/keyspace/keyspace.h"

namespace evenhand::script {

/// All scripts, in file-name order.
[[nodiscard]] std::span<const keyspace::Script> allScripts() noexcept;
/// The script of lua/<name>.lua; asserts that it exists (a wrong name is a programmer's error).
[[nodiscard]] const keyspace::Script& scriptNamed(std::string_view name) noexcept;

}  // namespace evenhand::script
