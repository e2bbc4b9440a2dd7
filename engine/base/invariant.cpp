// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/invariant.h"

#include <cstdlib>
#include <string>

#include "engine/base/log.h"

namespace evenhand::base {

void invariantBroken(const char* meaning, const char* condition, const char* file, int line) noexcept {
    log(LogLevel::Error, "invariant",
        std::string(meaning) + " (" + condition + ", " + file + ":" + std::to_string(line) +
            "). This is a fault of the program; it ends now and loses nothing that was acknowledged.");
    std::abort();
}

}  // namespace evenhand::base
