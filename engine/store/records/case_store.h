// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of cases: the reasons that are offered for a return, and when a case is old. Thread: that of the Database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/api/returns_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::cases {

/// As they are stored, without their version.
[[nodiscard]] Result<api::CaseSettings> settings(Database& database);
[[nodiscard]] Result<void> setSettings(Database& database, const api::CaseSettings& settings);
/// nullopt: it is not offered.
[[nodiscard]] Result<std::optional<std::string>> nameOf(Database& database, std::string_view code);
[[nodiscard]] Result<bool> isOffered(Database& database, std::string_view code);

using CaseId = std::variant<ReturnId, RefundId>;
struct Waiting {
    CaseId id;
    CampusId campus;  ///< empty: a refund of an unknown order
    Instant requestedAt;
};
/// Returns at one of these stages that were requested from `from` on (nullopt: ever) and before `before`. Read from the
/// index of stages alone.
[[nodiscard]] Result<std::vector<Waiting>> waiting(Database& database, std::span<const api::ReturnStage> stages,
                                                   std::optional<Instant> from, Instant before);
/// The same of refunds with one of these statuses that belong to no return.
[[nodiscard]] Result<std::vector<Waiting>> waiting(Database& database, std::span<const api::RefundStatus> statuses,
                                                   std::optional<Instant> from, Instant before);

}  // namespace evenhand::store::cases
