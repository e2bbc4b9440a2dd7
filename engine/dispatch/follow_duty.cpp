// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/follow_duty.h"

#include <algorithm>
#include <set>
#include <string>

#include "engine/dispatch/calibrate.h"
#include "engine/dispatch/steps.h"
#include "engine/store/records/courier_store.h"

namespace evenhand::dispatch {
namespace {

/// The courier as the database has it. `current`: its weight in the keyspace.
Result<void> follow(keyspace::Keyspace& keyspace, const CampusKeys& keys, const api::CalibrationRow& row, bool enrolled,
                    bool onDuty) {
    const auto& id = row.courier.str();
    if (!enrolled) {
        EVENHAND_TRY(enrol(keyspace, keys, id, row.computed));
    }
    if (row.onDuty && !onDuty) {
        return joinWith(keyspace, keys, id, enrolled ? row.difference : 0);
    }
    if (!row.onDuty && onDuty) {
        EVENHAND_TRY(leave(keyspace, keys, id));
    }
    return {};
}

}  // namespace

Result<void> followDuty(runtime::UnitOfWork& work, const CampusId& campus) {
    if (work.atomic()) {
        return {};
    }
    auto& keyspace = work.keyspace();
    const CampusKeys keys(campus);
    EVENHAND_ASSIGN(const auto stored, store::couriers::duties(work.database(), campus));
    EVENHAND_ASSIGN(const auto known, weights(keyspace, keys));
    std::set<std::string> onDuty;
    for (const auto& [courier, weight] : known.onDuty) {
        onDuty.insert(courier.str());
    }
    const auto isEnrolled = [&](const std::string& id) { return onDuty.contains(id) || known.kept.contains(id); };
    const bool same = std::all_of(stored.begin(), stored.end(), [&](const auto& duty) {
        const auto& id = duty.courier.str();
        return isEnrolled(id) && onDuty.contains(id) == duty.onDuty;
    });
    if (same) {
        return {};
    }
    EVENHAND_ASSIGN(const auto rows, compareWeights(work.database(), keyspace, campus));
    for (const auto& row : rows) {
        const auto& id = row.courier.str();
        EVENHAND_TRY(follow(keyspace, keys, row, isEnrolled(id), onDuty.contains(id)));
    }
    return {};
}

}  // namespace evenhand::dispatch
