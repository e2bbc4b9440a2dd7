// SPDX-License-Identifier: GPL-3.0-or-later
// E4 of the list of invariants. Thread: the caller's.
#pragma once

#include <vector>

#include "engine/accounts/audit_witness.h"
#include "engine/runtime/verifier.h"

namespace evenhand::accounts {

/// `witness`: taken before the picture.
[[nodiscard]] std::vector<runtime::Check> auditChecks(AuditWitness witness);
/// The whole chain of a database, with the same verifier as the desk's.
[[nodiscard]] Result<api::AuditReport> verifyAudit(store::Database& database, const AuditWitness& witness);

}  // namespace evenhand::accounts
