// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps, replaces and removes the secrets that sign refunds. Each change has an audit entry, which never contains the
// secret. Thread: that of the workspace, which has no threads of its own (OpenOptions::threaded); it may have to wait
// for a keychain.
#pragma once

#include <optional>
#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// Needs the permission ManagePolicies. `secret`: nullopt removes it. If the audit entry cannot be written the change
/// is undone. Errors: InvalidArgument (name: it belongs to other secrets), NotFound (name: nothing to remove),
/// Unsupported (keychain), those of the engine.
[[nodiscard]] Result<void> setRefundSecret(Workspace& workspace, api::SecretStore& secrets, const api::Call& call,
                                           const std::string& name, const std::optional<Secret>& secret);

}  // namespace evenhand::app
