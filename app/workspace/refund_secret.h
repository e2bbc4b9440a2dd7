// SPDX-License-Identifier: GPL-3.0-or-later
// The secrets that sign refunds: kept, replaced and removed where secrets are kept, with an entry of the audit log
// about the fact, never about the secret. Thread: that of the workspace, which has no threads of its own
// (OpenOptions::threaded); it may wait for a keychain.
#pragma once

#include <optional>
#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// Permission ManagePolicies. `secret`: nullopt: removes it. There is no change without its entry: what cannot be told
/// is taken back. InvalidArgument (name): a name of other secrets; NotFound (name): nothing to remove; Unsupported
/// (keychain); errors of the engine.
[[nodiscard]] Result<void> setRefundSecret(Workspace& workspace, api::SecretStore& secrets, const api::Call& call,
                                           const std::string& name, const std::optional<Secret>& secret);

}  // namespace evenhand::app
