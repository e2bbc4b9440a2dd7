// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shifts/shift_checks.h"

#include <set>
#include <string_view>

#include "engine/dispatch/business_day.h"
#include "engine/shifts/plan.h"
#include "engine/store/database/meta_table.h"
#include "engine/store/records/shift_store.h"

namespace evenhand::shifts {
namespace {

using runtime::Finding;
using runtime::ReadSnapshot;
using store::shifts::Followed;

/// Who puts couriers on duty and off it as their rosters say.
constexpr std::string_view kSystem = "system";

/// What is wrong with how duty has followed a roster, empty if nothing.
std::string fault(const Followed& followed, const api::Roster* roster, const dispatch::BusinessDay& days) {
    const auto& state = followed.state;
    if (roster == nullptr) {
        return "has no roster, but duty follows one";
    }
    // Where the clock was reset a roster is to be looked at at once, whatever it says.
    if (state.nextAt && *state.nextAt <= state.lookedAt) {
        return {};
    }
    if (isOnDuty(*roster, days, state.lookedAt) != state.onDuty) {
        return "is remembered to be " + std::string(state.onDuty ? "on" : "off") +
               " duty by a roster that says otherwise";
    }
    if (nextChange(*roster, days, state.lookedAt) != state.nextAt) {
        return "is looked at again at another instant than its roster's next change";
    }
    const bool byHand = followed.lastChange && *followed.lastChange >= state.followedAt &&
                        followed.changedTo == followed.onDuty && followed.changedBy != kSystem;
    // Disabled, or enabled again and not back on duty yet.
    const bool isKeptOff = !followed.onDuty && followed.courierChange && *followed.courierChange >= state.followedAt;
    if (followed.onDuty != state.onDuty && !byHand && !isKeptOff) {
        return "is " + std::string(followed.onDuty ? "on" : "off") +
               " duty against the roster, and nobody has set that since its last change";
    }
    return {};
}

Result<void> checkRosters(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto zone, store::meta::text(snapshot.database, "time_zone"));
    EVENHAND_ASSIGN(const auto days, dispatch::BusinessDay::of(zone.value_or("")));
    EVENHAND_ASSIGN(const auto rosters, store::shifts::all(snapshot.database, {}));
    std::set<CourierId> followed;
    EVENHAND_TRY(store::shifts::eachFollowed(snapshot.database, [&](const Followed& one) {
        followed.insert(one.courier);
        const auto roster = rosters.find(one.courier);
        const auto wrong = fault(one, roster == rosters.end() ? nullptr : &roster->second, days);
        finding.expect(wrong.empty(), [&] { return "courier " + one.courier.str() + " " + wrong; });
    }));
    for (const auto& [courier, roster] : rosters) {
        if (!followed.contains(courier)) {
            finding.expect(false, [&courier = courier] {
                return "courier " + courier.str() + " has a roster that duty does not follow";
            });
        }
    }
    return {};
}

}  // namespace

std::vector<runtime::Check> shiftChecks() {
    return {{"D9", "Duty is what the roster says, where nobody has set it by hand since", checkRosters}};
}

}  // namespace evenhand::shifts
