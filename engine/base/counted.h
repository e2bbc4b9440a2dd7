// SPDX-License-Identifier: GPL-3.0-or-later
// "1 order", "12 orders": counts in what the engine and the command line say, which is English. The console counts with
// tr(). Pure, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evenhand::base {

/// `many` is said of every count but 1; empty: `one` and an s.
[[nodiscard]] inline std::string counted(std::int64_t count, std::string_view one, std::string_view many = {}) {
    const std::string number = std::to_string(count) + ' ';
    if (count == 1) {
        return number + std::string(one);
    }
    return many.empty() ? number + std::string(one) + 's' : number + std::string(many);
}

}  // namespace evenhand::base
