// SPDX-License-Identifier: GPL-3.0-or-later
// E4 of the list of invariants. Thread: the caller's.
#pragma once

#include <functional>
#include <vector>

#include "engine/accounts/audit_witness.h"
#include "engine/runtime/reader.h"
#include "engine/runtime/verifier.h"

namespace evenhand::accounts {

/// `witness`: taken before the snapshot.
[[nodiscard]] std::vector<runtime::Check> auditChecks(AuditWitness witness);
/// The whole chain of a database, with the same verifier as the desk's.
[[nodiscard]] Result<api::AuditReport> verifyAudit(store::Database& database, const AuditWitness& witness);
/// What an opening can afford: the newest kAuditTail entries, from the last one on that an administrator has answered
/// for (AuditSetAnchor), and the entry that the anchor remembers. With a key that is at hand this is enough for what
/// goes on from here: the seal of the newest entry holds the hashes of all before it, so nobody without the key can
/// have made it fit another past; rows of that past that were edited afterwards are found by verifyAuditSince().
inline constexpr std::int64_t kAuditTail = 1'000;
[[nodiscard]] Result<api::AuditReport> verifyAuditTail(store::Database& database, const AuditWitness& witness);
/// Also what the tail leaves out: from the first entry on, or the last one that an administrator has answered for.
[[nodiscard]] Result<api::AuditReport> verifyAuditSince(store::Database& database, const AuditWitness& witness);
/// The same on the reader, slice by slice beside other reads. `done` runs on its thread, unless the reader is stopped
/// before.
void verifyAuditSince(runtime::Reader& reader, AuditWitness witness,
                      std::function<void(const Result<api::AuditReport>&)> done);

}  // namespace evenhand::accounts
