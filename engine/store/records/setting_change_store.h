// SPDX-License-Identifier: GPL-3.0-or-later
// How often settings were changed, and by whom last: so that of two people who change the same, the second is told.
// Thread: that of the Database.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/store/database/database.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::store::settingChanges {

struct Change {
    std::int64_t version = 1;   ///< 1: nobody has changed it since this is counted
    std::optional<Instant> at;  ///< nullopt: as above
    std::string actor;
};

/// `subject`: the campus, the kind or the courier, empty for the workspace. Read it before the settings: a change that is committed
/// in between then makes the version too old, which is noticed, and never too new.
[[nodiscard]] Result<Change> last(Database& database, SettingKind kind, std::string_view subject);
/// By subject; one that is missing is at version 1.
using Versions = std::map<std::string, std::int64_t, std::less<>>;
[[nodiscard]] Result<Versions> versions(Database& database, SettingKind kind);
[[nodiscard]] inline std::int64_t versionIn(const Versions& versions, std::string_view subject) {
    const auto found = versions.find(subject);
    return found == versions.end() ? 1 : found->second;
}
/// One change more.
[[nodiscard]] Result<void> count(Database& database, SettingKind kind, std::string_view subject, Instant at,
                                 std::string_view actor);

}  // namespace evenhand::store::settingChanges
