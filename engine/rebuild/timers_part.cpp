// SPDX-License-Identifier: GPL-3.0-or-later
// The delay queue, kind by kind: what is armed in the database is in it, and nothing else. While it is switched off
// there is nothing to compare.
#include "engine/base/number_text.h"
#include "engine/rebuild/parts.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/reconcile.h"

namespace evenhand::rebuild {
namespace {

using api::TimerKind;

constexpr std::int64_t kTimerSlice = 512;

/// Of each kind, in this order.
enum TimerStage : std::size_t { kArmed, kDue, kFlight, kDead, kStages };

Result<bool> isArmed(const Sides& sides, TimerKind kind, OrderId order) {
    EVENHAND_ASSIGN(const auto record, store::orders::find(sides.database, order));
    return record && record->timer.kind == kind && record->timer.due;
}

/// Whether something in the database stands behind an entry of the queue.
Result<bool> stands(const Sides& sides, TimerKind kind, std::size_t stage, const std::string& member) {
    const auto number = base::numberFrom(member);
    if (!number || *number < 1) {
        return false;
    }
    const OrderId order{*number};
    if (stage == kDead) {
        EVENHAND_ASSIGN(const auto failure, store::timers::failure(sides.database, order));
        return failure && failure->dead && failure->kind == kind;
    }
    EVENHAND_ASSIGN(const bool armed, isArmed(sides, kind, order));
    if (!armed || stage == kDue) {
        return armed;
    }
    EVENHAND_ASSIGN(const auto waits, sides.keyspace.call({"ZSCORE", timers::queueKeys(kind).due, member}));
    return waits.isNil();  // it is in one of both
}

const std::string& keyOf(TimerKind kind, std::size_t stage) {
    const auto& keys = timers::queueKeys(kind);
    return stage == kDue ? keys.due : stage == kFlight ? keys.flight : keys.dead;
}

Result<bool> areReadable(const Sides& sides, Tally& tally, TimerKind kind) {
    const auto& keys = timers::queueKeys(kind);
    bool readable = true;
    for (const auto* key : {&keys.due, &keys.flight, &keys.dead}) {
        EVENHAND_ASSIGN(const bool one, holds(sides, tally, *key, "zset"));
        readable = readable && one;
    }
    EVENHAND_ASSIGN(const bool attempts, holds(sides, tally, keys.attempts, "hash"));
    return (readable && attempts) || sides.fixes();  // what was not is gone by now
}

void enterStage(Cursor& cursor, std::size_t stage) {
    cursor.stage = stage;
    cursor.offset = 0;
    cursor.afterMs = INT64_MIN;
    cursor.afterOrder = {};
    if (stage == kStages) {
        cursor.stage = kArmed;
        ++cursor.item;
    }
}

Result<void> walkArmed(const Sides& sides, Cursor& cursor, Tally& tally, TimerKind kind) {
    EVENHAND_ASSIGN(const auto rows,
                    store::timers::armed(sides.database, kind, {cursor.afterOrder, Instant{cursor.afterMs}},
                                         Instant{INT64_MAX}, kTimerSlice));
    for (const auto& row : rows) {
        tally.looked();
        ++cursor.entries;
        EVENHAND_ASSIGN(const auto found, timers::standingOf(sides.keyspace, kind, row));
        if (found.right) {
            continue;
        }
        tally.differs(timers::queueKeys(kind).due, std::to_string(row.order.value), std::to_string(row.due.ms),
                      found.due);
        if (sides.fixes()) {
            EVENHAND_TRY(timers::unschedule(sides.keyspace, kind, row.order));
            EVENHAND_TRY(timers::schedule(sides.keyspace, kind, row.order, row.due));
            tally.repaired();
        }
    }
    if (static_cast<std::int64_t>(rows.size()) < kTimerSlice) {
        enterStage(cursor, kDue);
    } else {
        cursor.afterMs = rows.back().due.ms;
        cursor.afterOrder = rows.back().order;
    }
    return {};
}

Result<void> walkEntries(const Sides& sides, Cursor& cursor, Tally& tally, TimerKind kind) {
    const auto& key = keyOf(kind, cursor.stage);
    EVENHAND_ASSIGN(const auto entries,
                    sides.keyspace.call({"ZRANGE", key, base::NumberText(cursor.offset),
                                         base::NumberText(cursor.offset + kTimerSlice - 1), "WITHSCORES"}));
    std::int64_t stay = 0;
    for (std::size_t i = 0; i + 1 < entries.elements.size(); i += 2) {
        const auto& member = entries.elements[i].text;
        EVENHAND_ASSIGN(const bool good, stands(sides, kind, cursor.stage, member));
        if (good) {
            ++stay;
            continue;
        }
        tally.looked();
        tally.differs(key, member, {}, entries.elements[i + 1].text);
        if (!sides.fixes()) {
            ++stay;
            continue;
        }
        EVENHAND_TRY(sides.keyspace.call({"ZREM", key, member}));
        if (cursor.stage == kDead) {
            EVENHAND_TRY(sides.keyspace.call({"HDEL", timers::queueKeys(kind).attempts, member}));
        }
        tally.repaired();
    }
    cursor.offset += stay;
    if (static_cast<std::int64_t>(entries.elements.size() / 2) < kTimerSlice) {
        enterStage(cursor, cursor.stage + 1);
    }
    return {};
}

/// The mark that the queue holds all of it. Where nothing is armed it need not be there: the poller sets it.
Result<void> settleWhole(const Sides& sides, Tally& tally, bool armed) {
    EVENHAND_ASSIGN(const auto whole, sides.keyspace.call({"EXISTS", timers::kWholeKey}));
    if (!armed || whole.integer == 1) {
        return {};
    }
    tally.looked();
    tally.differs(timers::kWholeKey, {}, "1", {});
    if (sides.fixes()) {
        EVENHAND_TRY(sides.keyspace.call({"DEL", timers::kWalkKey}));
        EVENHAND_TRY(sides.keyspace.call({"SET", timers::kWholeKey, "1"}));
        tally.repaired();
    }
    return {};
}

}  // namespace

Result<void> stepTimers(const Sides& sides, Cursor& cursor, Tally& tally) {
    EVENHAND_ASSIGN(const auto control, store::timers::controlFresh(sides.database));
    if (!control.queueOn) {
        cursor.ended = true;
        return {};
    }
    if (cursor.item >= static_cast<std::int64_t>(api::kTimerKinds)) {
        cursor.ended = true;
        return settleWhole(sides, tally, cursor.entries > 0);
    }
    const auto kind = api::allTimerKinds()[static_cast<std::size_t>(cursor.item)];
    if (cursor.stage == kArmed && cursor.afterMs == INT64_MIN) {
        EVENHAND_ASSIGN(const bool readable, areReadable(sides, tally, kind));
        if (!readable) {
            ++cursor.item;
            return {};
        }
    }
    return cursor.stage == kArmed ? walkArmed(sides, cursor, tally, kind) : walkEntries(sides, cursor, tally, kind);
}

}  // namespace evenhand::rebuild
