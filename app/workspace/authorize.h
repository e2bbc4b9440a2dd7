// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a permission before anything is done, for programs that have work to do before they ask a desk. Thread: any.
#pragma once

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// Errors as for every desk: SessionEnded, PermissionDenied (with an audit entry), InvalidArgument (reason).
[[nodiscard]] Result<void> authorize(Workspace& workspace, const api::Call& call, api::Operation operation);
/// The same without a workspace, and so without an audit entry. Errors: SessionEnded, PermissionDenied.
[[nodiscard]] Result<void> authorize(const api::Call& call, api::Permission permission);

}  // namespace evenhand::app
