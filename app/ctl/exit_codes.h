// SPDX-License-Identifier: GPL-3.0-or-later
// What evenhandctl tells its caller. Constants, any thread.
#pragma once

#include "engine/base/error.h"

namespace evenhand::ctl {

enum ExitCode : int {
    kDone = 0,
    kFailed = 1,
    kWrongUsage = 2,
    kRowsRejected = 3,
    kInvariantViolated = 4,
    kWorkspaceInUse = 5,
};

[[nodiscard]] constexpr ExitCode exitCodeOf(base::ErrorCode code) noexcept {
    return code == base::ErrorCode::WorkspaceInUse ? kWorkspaceInUse : kFailed;
}

}  // namespace evenhand::ctl
