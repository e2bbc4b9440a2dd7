// SPDX-License-Identifier: GPL-3.0-or-later
// Every invariant that can be read from a workspace, gathered from the rooms that state them.
// Thread: any.
#pragma once

#include <vector>

#include "engine/accounts/audit_witness.h"
#include "engine/runtime/verifier.h"

namespace evenhand::app {

/// In the order of the list of invariants. `witness`: of the audit log, taken before the snapshot
/// (WorkspaceCore::auditWitness()); without one the chain is checked and neither seals nor anchor.
[[nodiscard]] std::vector<runtime::Check> allChecks(accounts::AuditWitness witness = {},
                                                    std::optional<store::JournalMark> known = {});

}  // namespace evenhand::app
