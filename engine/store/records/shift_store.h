// SPDX-License-Identifier: GPL-3.0-or-later
// Rosters of couriers, and how far duty has followed them.
// Thread: that of the Database.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/shift_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::shifts {

/// Without its version (setting_change_store.h); empty if there is none.
[[nodiscard]] Result<api::Roster> find(Database& database, const CourierId& courier);
/// Those of a campus that are not empty, likewise; empty campus: all.
[[nodiscard]] Result<std::map<CourierId, api::Roster>> all(Database& database, const CampusId& campus);
/// In place of the whole week.
[[nodiscard]] Result<void> setWeek(Database& database, const CourierId& courier, const api::Week& week);
/// In place of one of the same day.
[[nodiscard]] Result<void> setException(Database& database, const CourierId& courier,
                                        const api::ShiftException& exception);
/// False: there was none.
[[nodiscard]] Result<bool> removeException(Database& database, const CourierId& courier, api::CalendarDay day);

/// How far duty has followed a roster.
struct State {
    bool onDuty = false;            ///< what the roster said at `lookedAt`
    Instant lookedAt;               ///< when this was found
    Instant followedAt;             ///< when duty was last made what the roster said
    std::optional<Instant> nextAt;  ///< when it says something else; nullopt: never
};
/// nullopt: the courier has no roster.
[[nodiscard]] Result<std::optional<State>> state(Database& database, const CourierId& courier);
/// nullopt: the courier has no roster any more.
[[nodiscard]] Result<void> setState(Database& database, const CourierId& courier, const std::optional<State>& state);
/// When each roster says something else next, of those that will.
[[nodiscard]] Result<std::vector<std::pair<CourierId, Instant>>> changesAhead(Database& database);

/// What a check looks at: the state of a roster, and the courier's duty.
struct Followed {
    CourierId courier;
    State state;
    bool onDuty = false;
    std::optional<Instant> lastChange;  ///< of the duty; nullopt: there was none
    bool changedTo = false;             ///< on duty
    std::string changedBy;
    std::optional<Instant> courierChange;  ///< when the courier was last edited, disabled or enabled; nullopt: never
};
[[nodiscard]] Result<void> eachFollowed(Database& database, const std::function<void(const Followed&)>& fn);

}  // namespace evenhand::store::shifts
