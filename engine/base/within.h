// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a number that somebody gave lies where it may. Pure, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::base {

/// InvalidArgument naming the field, the value and both bounds, which are allowed themselves.
[[nodiscard]] inline Result<void> within(std::int64_t value, std::int64_t low, std::int64_t high,
                                         std::string_view field) {
    if (value < low || value > high) {
        return fail(ErrorCode::InvalidArgument, "must be " + std::to_string(low) + " to " + std::to_string(high),
                    std::string(field), std::to_string(value));
    }
    return {};
}

}  // namespace evenhand::base
