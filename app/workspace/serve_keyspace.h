// SPDX-License-Identifier: GPL-3.0-or-later
// Serves the keyspace of a closed workspace to Redis clients.
// Thread: the program's main thread.
#pragma once

#include <string>

#include "app/keyspace_server/keyspace_server.h"
#include "engine/base/result.h"

namespace evenhand::app {

/// Serves what recovery would load, read-only, until SIGINT or SIGTERM. Nobody can run the workspace meanwhile. Answers
/// the program's exit code (runKeyspaceServer). Errors: WorkspaceInUse, and as Workspace::openReadOnly().
[[nodiscard]] Result<int> serveKeyspace(const std::string& folder,
                                        const keyspace_server::KeyspaceServerOptions& options);

}  // namespace evenhand::app
