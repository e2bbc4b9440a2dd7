// SPDX-License-Identifier: GPL-3.0-or-later
// Random bytes of the operating system, which nobody can guess. Thread: any.
#pragma once

#include <cstddef>
#include <string>

namespace evenhand::app {

[[nodiscard]] std::string systemRandom(std::size_t count);

}  // namespace evenhand::app
