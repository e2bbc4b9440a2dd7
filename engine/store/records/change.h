// SPDX-License-Identifier: GPL-3.0-or-later
// Who changed a row, and when: what rows that people edit keep of their last change. Value type, any thread.
#pragma once

#include <string_view>

#include "engine/base/clock.h"

namespace evenhand::store {

struct Change {
    Instant at;
    std::string_view actor;
};

}  // namespace evenhand::store
