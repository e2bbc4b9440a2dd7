// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log: rows are added and never changed. What is in them and how they hang together: runtime/audit_chain.h.
// Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/api/audit_types.h"
#include "engine/api/operations.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::audit {

/// Gathered where a statement costs a round trip. A number that is there already faults the transaction.
[[nodiscard]] Result<void> add(Database& database, const api::AuditEntry& entry);
/// seq 0 where there is none.
[[nodiscard]] Result<api::AuditHead> head(Database& database);
/// The same for whoever adds the next entry in this transaction: where others write too, they wait until it has ended.
[[nodiscard]] Result<api::AuditHead> lockedHead(Database& database);
/// Of the newest entry; empty: it is not sealed, or there is none.
[[nodiscard]] Result<std::string> lastKeyId(Database& database);

// For the outside.
/// The newest entry that says that one of these operations was done to `subject`, among the newest thousand of each
/// operation: operations have an index, subjects none.
[[nodiscard]] Result<std::optional<api::AuditRecord>> newestAbout(Database& database, std::string_view subject,
                                                                  std::span<const api::Operation> operations);
[[nodiscard]] Result<std::vector<api::AuditRecord>> page(Database& database, const api::AuditQuery& query);
using Counts = CountCache<api::AuditFilter>;
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::AuditFilter& filter, Counts& kept);
/// Entries behind `after` in order of number that the filter lets through, for exports (filter) and verifying (none).
[[nodiscard]] Result<std::vector<api::AuditEntry>> slice(Database& database, const api::AuditFilter& filter,
                                                         std::int64_t after, std::int64_t limit);

}  // namespace evenhand::store::audit
