// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/reconcile.h"

#include <algorithm>

#include "engine/alerts/raise.h"
#include "engine/timer_queue/delay_queue.h"

namespace evenhand::timers {
namespace {

constexpr std::int64_t kSlice = 512;

/// What somebody has put right does not differ any more; what a walk by itself did lives until the next one finds
/// nothing. What is only in the queue is dropped when it falls due.
Result<void> settleAlert(runtime::UnitOfWork& work, const QueueWalk& walk) {
    alerts::Condition condition;
    condition.kind = api::AlertKind::QueueDiffers;
    condition.figure = walk.fix && !walk.tells ? 0 : walk.result.missing + walk.result.differing;
    return alerts::settle(work, *condition.figure > 0, condition);
}

}  // namespace

Result<Standing> standingOf(keyspace::Keyspace& keyspace, api::TimerKind kind, const store::timers::Armed& timer) {
    const auto& keys = queueKeys(kind);
    const auto id = std::to_string(timer.order.value);
    EVENHAND_ASSIGN(const auto score, keyspace.call({"ZSCORE", keys.due, id}));
    Standing found;
    found.due = score.text;
    found.waits = !score.isNil();
    found.right = score.text == std::to_string(timer.due.ms);
    if (!found.right) {
        // Claimed, or waiting for a further try: as it should be.
        EVENHAND_ASSIGN(const auto lease, keyspace.call({"ZSCORE", keys.flight, id}));
        EVENHAND_ASSIGN(const auto attempts, keyspace.call({"HEXISTS", keys.attempts, id}));
        found.lease = lease.text;
        found.waits = found.waits || !lease.isNil();
        found.right = !lease.isNil() || (found.waits && attempts.integer == 1);
    }
    return found;
}

Result<void> compareSlice(runtime::UnitOfWork& work, QueueWalk& walk) {
    const auto kind = api::allTimerKinds()[walk.kind];
    auto& keyspace = work.keyspace();
    EVENHAND_ASSIGN(const auto rows,
                    store::timers::armed(work.database(), kind, walk.after, Instant{INT64_MAX}, kSlice));
    for (const auto& row : rows) {
        EVENHAND_ASSIGN(const auto found, standingOf(keyspace, kind, row));
        ++walk.result.inDatabase;
        walk.found += found.waits || walk.fix ? 1 : 0;
        walk.result.missing += found.waits ? 0 : 1;
        walk.result.differing += found.waits && !found.right ? 1 : 0;
        if (walk.fix && !found.right) {
            EVENHAND_TRY(schedule(keyspace, kind, row.order, row.due));
            ++walk.result.rearmed;
        }
    }
    if (static_cast<std::int64_t>(rows.size()) == kSlice) {
        walk.after = rows.back();
        return {};
    }
    EVENHAND_ASSIGN(const auto queue, figures(keyspace, kind));
    const auto entries = queue.due + queue.inFlight;
    walk.result.inQueue += entries;
    walk.result.extra += std::max<std::int64_t>(0, entries - walk.found);
    walk.found = 0;
    walk.after = {OrderId{0}, Instant{INT64_MIN}};
    ++walk.kind;
    if (walk.ended()) {
        walk.result.at = work.now();
        return settleAlert(work, walk);
    }
    return {};
}

}  // namespace evenhand::timers
