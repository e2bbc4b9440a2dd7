// SPDX-License-Identifier: GPL-3.0-or-later
// Every invariant that can be read from a workspace, gathered from the rooms that state them.
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

/// In the order of the list of invariants. `witness`: of the audit log, taken before the snapshot
/// (WorkspaceCore::auditWitness()); without one the chain is checked and neither seals nor anchor.
[[nodiscard]] std::vector<runtime::Check> allChecks(accounts::AuditWitness witness = {},
                                                    std::optional<store::JournalMark> known = {});

/// What came of one of them.
struct Verdict {
    std::string id, name;
    std::int64_t checked = 0, violations = 0;
    std::vector<std::string> offenders;  ///< the first of those that violate it: what, and what is wrong
};
/// Told before each check; false ends with Cancelled.
using VerifyProgress = std::function<bool(const std::string& id, std::int64_t done, std::int64_t of)>;

/// Runs all on one snapshot. Where not even the keyspace can be recovered, those that need the database alone; the
/// first verdict says why.
[[nodiscard]] Result<std::vector<Verdict>> verifyWorkspace(Workspace& workspace, const VerifyProgress& before);

}  // namespace evenhand::app
