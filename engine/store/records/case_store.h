// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of cases: the reasons that are offered for a return, and when a case is old. Thread: that of the Database.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/api/returns_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::cases {

/// As they are stored, without their version.
[[nodiscard]] Result<api::CaseSettings> settings(Database& database);
[[nodiscard]] Result<void> setSettings(Database& database, const api::CaseSettings& settings);
/// nullopt: it is not offered.
[[nodiscard]] Result<std::optional<std::string>> nameOf(Database& database, std::string_view code);
[[nodiscard]] Result<bool> isOffered(Database& database, std::string_view code);

struct Waiting {
    std::int64_t count = 0;
    Instant since;  ///< when the oldest of them was requested
};
/// Returns at one of these stages that were requested before `before`, of each campus that has some. Read from the
/// index of stages alone.
[[nodiscard]] Result<std::map<CampusId, Waiting>> waiting(Database& database, std::span<const api::ReturnStage> stages,
                                                          Instant before);

}  // namespace evenhand::store::cases
