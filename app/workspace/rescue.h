// SPDX-License-Identifier: GPL-3.0-or-later
// For a database whose files were deleted, moved or replaced under a running engine. Acknowledged work is then only in
// the files that the engine has open, and is lost when they are closed. Thread: the engine's.
#pragma once

#include <string>

#include "engine/base/clock.h"
#include "engine/store/database/database.h"

namespace evenhand::app {

/// Writes a backup of the open `database` into the workspace's folder or, if that is gone too, beside it, and says
/// where in the program's log. Answers the path. Error: Storage, if neither place works.
[[nodiscard]] Result<std::string> rescueLostFiles(store::Database& database, const std::string& folder,
                                                  const std::string& workspaceId, Instant at);

}  // namespace evenhand::app
