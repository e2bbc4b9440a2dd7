// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/serve_keyspace.h"

#include "app/workspace/folder_lock.h"
#include "app/workspace/workspace.h"

namespace evenhand::app {

Result<int> serveKeyspace(const std::string& folder, const keyspace_server::KeyspaceServerOptions& options) {
    EVENHAND_ASSIGN(const auto workspace, Workspace::openReadOnly(folder));
    EVENHAND_ASSIGN(const auto lock, FolderLock::take(folder));
    int code = 1;
    EVENHAND_TRY(workspace->inspect([&](store::Database&, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
        code = keyspace_server::serveReadOnly(keyspace, options);
        return {};
    }));
    return code;
}

}  // namespace evenhand::app
