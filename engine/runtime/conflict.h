// SPDX-License-Identifier: GPL-3.0-or-later
// What two people change at the same time: the first one does, the second is told who it was and when.
// Thread: that of the database; changeSettings() the engine's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/api/operations.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::runtime {

/// Who did what and when, as a message ends with it: ", by ann at 2026-11-26 15:00:03 UTC (alerts.silence)". `did`: an
/// operation, or what a log of its own calls it; empty: not known. Nothing where nobody is known.
[[nodiscard]] std::string byWhom(std::string_view actor, std::optional<Instant> at, std::string_view did);
/// What the audit log calls something ("campaign spring"), and what changes it under this name.
struct Audited {
    std::string subject;
    std::span<const api::Operation> operations;
};
/// The same from the audit log, of the newest entry by which one of its operations was done to one of these: something
/// may have several names, as a delivery and its task. Looked for among the newest of each operation, by an index:
/// engine/store/records/audit_store.h.
[[nodiscard]] std::string byWhom(store::Database& database, std::span<const Audited> names);
[[nodiscard]] std::string byWhom(store::Database& database, std::string_view subject,
                                 std::span<const api::Operation> operations);
/// The same of what has changed an order last: for what is the order's and has no version of its own, as its timer.
/// That another courier was found says nothing where somebody has asked for one: then it is that person.
[[nodiscard]] std::string byWhom(store::Database& database, OrderId order);

/// Conflict (field version): "the alert 5 was changed meanwhile, by ann at …". `version`: the present one; `who`:
/// byWhom().
[[nodiscard]] Error changedMeanwhile(std::string_view what, std::int64_t version, std::string_view who);
/// The same of what the audit log has. `operations`: those that raise the version of this subject. Others happen to it
/// too, signing in for instance.
[[nodiscard]] Error changedMeanwhile(store::Database& database, std::string_view subject, std::int64_t version,
                                     std::span<const api::Operation> operations);

// What has a history of its own. It is at version `version` and was seen at `seen` (below 1: not known). Of as many of
// the newest entries as there were changes since, the newest by a person is told: what the system has done after it,
// such as finding another courier, says nothing to whoever was slower.
[[nodiscard]] Error orderChanged(store::Database& database, OrderId order, std::int64_t version, std::int64_t seen);
[[nodiscard]] Error returnChanged(store::Database& database, ReturnId id, std::int64_t version, std::int64_t seen);
[[nodiscard]] Error refundChanged(store::Database& database, RefundId id, std::int64_t version, std::int64_t seen);

/// Conflict unless settings are at `version` (0: whatever they are). Answers the version at which they are. `subject`:
/// of what (a campus, a kind; empty: the workspace); `what`: what people call them.
[[nodiscard]] Result<std::int64_t> checkSettings(UnitOfWork& work, store::SettingKind kind, std::string_view subject,
                                                 std::string_view what, std::int64_t version);
/// The same before settings are changed, and the change is counted.
[[nodiscard]] Result<void> changeSettings(UnitOfWork& work, store::SettingKind kind, std::string_view subject,
                                          std::string_view what, std::int64_t version);

}  // namespace evenhand::runtime
