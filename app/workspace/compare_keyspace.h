// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of a workspace against its database, on one snapshot: also while another process runs the workspace.
// Thread: any.
#pragma once

#include <functional>
#include <vector>

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// As api::KeyspaceDesk::compare(), without asking for a permission. `goesOn` is asked between two pieces; false ends
/// with Cancelled. WorkspaceDamaged: the keyspace cannot be recovered.
[[nodiscard]] Result<api::KeyspaceComparison> compareKeyspace(const Workspace& workspace,
                                                              std::vector<api::KeyspacePart> parts,
                                                              const std::function<bool()>& goesOn);

}  // namespace evenhand::app
