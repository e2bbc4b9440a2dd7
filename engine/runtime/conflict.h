// SPDX-License-Identifier: GPL-3.0-or-later
// What two people change at the same time: the first one does, the second is told who it was and when.
// Thread: that of the database; changeSettings() the engine's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/api/operations.h"
#include "engine/base/clock.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/database/setting_kinds.h"

namespace evenhand::runtime {

/// Conflict (field version): "the alert 5 was changed meanwhile, by ann at 2026-11-26 15:00:03 UTC". `version`: the
/// present one. Whoever is not known is left out.
[[nodiscard]] Error changedMeanwhile(std::string_view what, std::int64_t version, std::string_view actor,
                                     std::optional<Instant> at);
/// The same of what the audit log has by this subject ("campaign spring"), where one of its newest entries says that
/// one of `operations` was done to it: those that raise its version. Others happen to it too, signing in for instance.
[[nodiscard]] Error changedMeanwhile(store::Database& database, std::string_view subject, std::int64_t version,
                                     std::span<const api::Operation> operations);

/// Before settings are changed: Conflict unless they are at `version` (0: whatever they are), else the change is
/// counted. `subject`: of what (a campus; empty: the workspace); `what`: what people call them.
[[nodiscard]] Result<void> changeSettings(UnitOfWork& work, store::SettingKind kind, std::string_view subject,
                                          std::string_view what, std::int64_t version);

}  // namespace evenhand::runtime
