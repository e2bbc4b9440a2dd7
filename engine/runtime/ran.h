// SPDX-License-Identifier: GPL-3.0-or-later
// What became of one unit of work inside of its batch. Value type, any thread.
#pragma once

#include <cstdint>

namespace evenhand::runtime {

enum class Ran : std::uint8_t {
    Kept,
    Undone,
    Faulted,  ///< storage failed, or it cannot be undone alone: the whole batch must be rolled back
};

}  // namespace evenhand::runtime
