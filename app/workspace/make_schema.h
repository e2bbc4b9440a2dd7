// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a new workspace. Thread: that of the database.
#pragma once

#include "app/workspace/workspace_core.h"
#include "engine/store/database/migrator.h"
#include "engine/store/records/meta_store.h"

namespace evenhand::app {

/// In an empty database. AlreadyExists: it holds a workspace.
[[nodiscard]] inline Result<void> makeSchema(store::Database& database, const WorkspaceOptions& options,
                                             const store::WorkspaceMeta& meta) {
    EVENHAND_TRY(store::createSchema(database, meta));
    return options.largestAmount.minor == 0 ? Result<void>()
                                            : store::meta::setLargestAmount(database, options.largestAmount);
}

}  // namespace evenhand::app
