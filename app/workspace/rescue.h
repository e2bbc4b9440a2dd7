// SPDX-License-Identifier: GPL-3.0-or-later
// The database's files were deleted, moved or replaced under a running engine. All that was acknowledged is still in
// the files that the engine has open, and in nothing else: closed, it is gone. Thread: the engine's.
#pragma once

#include <string>

#include "engine/base/clock.h"
#include "engine/store/database/database.h"

namespace evenhand::app {

/// Writes a backup of what `database` has open into the workspace's folder or, where that has gone too, beside it, and
/// says in the log where. Answers the path. Storage: neither place takes it.
[[nodiscard]] Result<std::string> rescueLostFiles(store::Database& database, const std::string& folder,
                                                  const std::string& workspaceId, Instant at);

}  // namespace evenhand::app
