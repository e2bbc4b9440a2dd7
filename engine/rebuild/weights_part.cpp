// SPDX-License-Identifier: GPL-3.0-or-later
// Weights, orders in hand and load limits, a campus at a time. Charges of takes whose assignment is not in the database
// are known to the keyspace alone, and are taken as it has them: a weight is what the rows say, less those.
#include <algorithm>

#include "engine/base/number_text.h"
#include "engine/dispatch/keys.h"
#include "engine/dispatch/topics.h"
#include "engine/rebuild/parts.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/weight_store.h"

namespace evenhand::rebuild {
namespace {

using dispatch::CampusKeys;

constexpr const char* kLimitOfCampus = "";  ///< the field of the campus's limit: no courier has an empty id

/// Only of couriers that there are, and whole numbers.
Result<Texts> settleOpen(const Sides& sides, Tally& tally, const CampusKeys& keys,
                         const std::vector<store::weights::Implied>& couriers) {
    EVENHAND_ASSIGN(const auto found, membersOf(sides, tally, keys.open(), Members::Hash));
    Texts expected;
    for (const auto& courier : couriers) {
        const auto charges = found.find(courier.courier.str());
        if (charges != found.end() && base::numberFrom(charges->second)) {
            expected.insert(*charges);
        }
    }
    EVENHAND_TRY(settle(sides, tally, keys.open(), Members::Hash, expected, found));
    return expected;
}

Result<void> settleWeights(const Sides& sides, Tally& tally, const CampusKeys& keys,
                           const std::vector<store::weights::Implied>& couriers, const Texts& open) {
    Texts onDuty;
    Texts kept;
    for (const auto& courier : couriers) {
        const auto& id = courier.courier.str();
        (courier.onDuty ? onDuty : kept)[id] = std::to_string(courier.weight - numberIn(open, id));
    }
    EVENHAND_ASSIGN(const auto foundOnDuty, membersOf(sides, tally, keys.weights(), Members::SortedSet));
    EVENHAND_TRY(settle(sides, tally, keys.weights(), Members::SortedSet, onDuty, foundOnDuty));
    EVENHAND_ASSIGN(const auto foundKept, membersOf(sides, tally, keys.kept(), Members::Hash));
    return settle(sides, tally, keys.kept(), Members::Hash, kept, foundKept);
}

/// As dispatch::recount() has it: takes that are not in the database count as well, but not how many they are.
Result<void> settleLoads(const Sides& sides, Tally& tally, const CampusKeys& keys,
                         const store::campuses::Record& campus, const Texts& open) {
    EVENHAND_ASSIGN(const auto stored, store::couriers::loads(sides.database, campus.row.id));
    EVENHAND_ASSIGN(const auto foundInHand, membersOf(sides, tally, keys.inHand(), Members::Hash));
    EVENHAND_ASSIGN(const auto foundLimits, membersOf(sides, tally, keys.limits(), Members::Hash));
    Texts inHand;
    Texts limits;
    for (const auto& courier : stored) {
        const auto& id = courier.courier.str();
        const auto takes = std::max<std::int64_t>(numberIn(open, id), 0);
        expectNumber(inHand, foundInHand, id,
                     std::clamp(numberIn(foundInHand, id), courier.inHand, courier.inHand + takes));
        if (courier.limit) {
            limits[id] = std::to_string(*courier.limit);
        }
    }
    if (const auto limit = campus.row.policy.loadLimit; limit != 0) {
        limits[kLimitOfCampus] = std::to_string(limit);
    }
    EVENHAND_TRY(settle(sides, tally, keys.inHand(), Members::Hash, inHand, foundInHand));
    return settle(sides, tally, keys.limits(), Members::Hash, limits, foundLimits);
}

/// Who has a weight again, or room, may get orders that wait.
Result<void> tellCampus(runtime::UnitOfWork& work, const CampusId& campus) {
    api::Event event;
    event.kind = api::Event::Kind::CampusChanged;
    event.campus = campus;
    work.emit(std::move(event));
    return dispatch::publishWake(work, campus);
}

}  // namespace

Result<void> stepWeights(const Sides& sides, Cursor& cursor, Tally& tally) {
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(sides.database));
    const auto place = static_cast<std::size_t>(cursor.item);
    if (place >= campuses.size()) {
        cursor.ended = true;
        return {};
    }
    const auto& campus = campuses[place];
    const CampusKeys keys(campus.row.id);
    const auto before = tally.repairs();
    EVENHAND_ASSIGN(const auto couriers, store::weights::implied(sides.database, campus.row.id));
    EVENHAND_ASSIGN(const auto open, settleOpen(sides, tally, keys, couriers));
    EVENHAND_TRY(settleWeights(sides, tally, keys, couriers, open));
    EVENHAND_TRY(settleLoads(sides, tally, keys, campus, open));
    if (sides.fixes() && tally.repairs() > before) {
        EVENHAND_TRY(tellCampus(*sides.work, campus.row.id));
    }
    ++cursor.item;
    return {};
}

}  // namespace evenhand::rebuild
