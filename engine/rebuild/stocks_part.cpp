// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales that run: state, stock and slots, as seckill/compare.h compares them, sale by sale in order of id.
#include <algorithm>

#include "engine/rebuild/parts.h"
#include "engine/runtime/topics.h"
#include "engine/seckill_slots/keys.h"
#include "engine/store/records/activity_store.h"

namespace evenhand::rebuild {
namespace {

using seckill::ActivityKeys;

Result<bool> isReadableSale(const Sides& sides, Tally& tally, const ActivityKeys& keys) {
    bool readable = true;
    for (const auto& [key, type] :
         {std::pair(&keys.live, "hash"), std::pair(&keys.slots, "hash"), std::pair(&keys.stream, "stream")}) {
        EVENHAND_ASSIGN(const bool one, holds(sides, tally, *key, type));
        readable = readable && one;
    }
    return readable || sides.fixes();  // what was not is gone by now
}

/// The next one after it in order of id; an empty id: the first.
Result<ActivityId> nextSale(const Sides& sides, const ActivityId& after) {
    EVENHAND_ASSIGN(auto ids, store::activities::running(sides.database));
    std::sort(ids.begin(), ids.end());
    const auto next = std::upper_bound(ids.begin(), ids.end(), after);
    return next == ids.end() ? ActivityId() : *next;
}

}  // namespace

Result<void> stepStocks(const Sides& sides, Cursor& cursor, Tally& tally) {
    using Stage = seckill::Comparison::Stage;
    auto& walk = cursor.sale;
    if (cursor.stage == 0) {
        EVENHAND_ASSIGN(auto next, nextSale(sides, walk.activity));
        if (next.empty()) {
            cursor.ended = true;
            return {};
        }
        walk = {};
        walk.activity = std::move(next);
        walk.fix = sides.fixes();
        cursor.stage = 1;
        const ActivityKeys keys(walk.activity);
        EVENHAND_ASSIGN(const bool readable, isReadableSale(sides, tally, keys));
        if (!readable) {
            cursor.stage = 0;
            return {};
        }
        if (sides.fixes()) {
            EVENHAND_TRY(ensureGroup(sides, keys.stream, seckill::kGroup));
        }
    }
    EVENHAND_ASSIGN(const auto row, store::activities::find(sides.database, walk.activity));
    if (!row || (row->state != api::ActivityState::Started && row->state != api::ActivityState::Stopped)) {
        cursor.stage = 0;  // it has ended meanwhile
        return {};
    }
    const auto repaired = walk.result.repaired;
    EVENHAND_TRY(seckill::compareStep(
        sides.database, sides.keyspace, ActivityKeys(walk.activity), *row, walk,
        [&](std::string_view key, std::string_view member, std::string expected, std::string found) {
            tally.differs(key, member, std::move(expected), std::move(found));
        }));
    tally.repaired(walk.result.repaired - repaired);
    if (walk.stage != Stage::Ended) {
        return {};
    }
    tally.looked(walk.result.liveOrders + walk.result.slots + walk.result.messages + 1);
    if (sides.fixes()) {
        walk.result.at = sides.work->now();
        EVENHAND_TRY(seckill::conclude(*sides.work, *row, walk));
    }
    cursor.stage = 0;
    return {};
}

}  // namespace evenhand::rebuild
