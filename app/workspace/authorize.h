// SPDX-License-Identifier: GPL-3.0-or-later
// May somebody do that? For programs that look before they ask. Thread: any.
#pragma once

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// As every desk: SessionEnded, PermissionDenied (with an entry of the audit log), InvalidArgument (reason).
[[nodiscard]] Result<void> authorize(Workspace& workspace, const api::Call& call, api::Operation operation);
/// Without a workspace whose log could have an entry: SessionEnded, PermissionDenied.
[[nodiscard]] Result<void> authorize(const api::Call& call, api::Permission permission);

}  // namespace evenhand::app
