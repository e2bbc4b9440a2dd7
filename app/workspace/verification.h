// SPDX-License-Identifier: GPL-3.0-or-later
// All invariants that can be checked on a workspace, gathered from the rooms that define them.
// Thread: any.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/workspace/workspace.h"
#include "engine/accounts/audit_witness.h"
#include "engine/runtime/verifier.h"

namespace evenhand::app {

/// In the order of the list of invariants. `witness` of the audit log must be taken before the snapshot
/// (WorkspaceCore::auditWitness()). Without it only the chain is checked, not the seals and the anchor. `shared`: the
/// keyspace is in Redis, so there is no journal to recover it from.
[[nodiscard]] std::vector<runtime::Check> allChecks(accounts::AuditWitness witness = {},
                                                    std::optional<store::JournalMark> known = {}, bool shared = false);

/// The outcome of one check.
struct Verdict {
    std::string id, name;
    std::int64_t checked = 0, violations = 0;
    std::vector<std::string> offenders;  ///< the first violations: what violates it, and how
};
/// Called before each check; returning false ends with Cancelled.
using VerifyProgress = std::function<bool(const std::string& id, std::int64_t done, std::int64_t of)>;

/// Runs all checks on one snapshot. If the keyspace cannot be recovered, only those that need the database alone; the
/// first verdict then says why.
[[nodiscard]] Result<std::vector<Verdict>> verifyWorkspace(Workspace& workspace, const VerifyProgress& before);

}  // namespace evenhand::app
