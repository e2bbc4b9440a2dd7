// SPDX-License-Identifier: GPL-3.0-or-later
// What people keep has a name. Pure, any thread.
#pragma once

#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace evenhand::shop {

/// InvalidArgument (name).
[[nodiscard]] inline Result<void> neededName(std::string_view name) {
    EVENHAND_TRY(base::validateName(name, "name"));
    return name.empty() ? fail(ErrorCode::InvalidArgument, "a name is needed", "name") : Result<void>();
}

}  // namespace evenhand::shop
