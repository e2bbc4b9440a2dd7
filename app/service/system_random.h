// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that nobody can guess, of the operating system. Thread: any.
#pragma once

#include <cstddef>
#include <string>

namespace evenhand::app {

[[nodiscard]] std::string systemRandom(std::size_t count);

}  // namespace evenhand::app
