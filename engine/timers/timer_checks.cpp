// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/timer_checks.h"

#include <array>

#include "engine/store/pages/verify_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/delay_queue.h"

namespace evenhand::timers {
namespace {

using api::OrderStatus;
using api::TimerKind;
using runtime::Finding;
using runtime::ReadSnapshot;
using store::verify::StageTimer;
using store::verify::TimerEnd;

/// The timer that an order's stage has to have; nullopt: none.
std::optional<TimerKind> kindOf(const StageTimer& order) {
    if (!order.status) {
        return std::nullopt;
    }
    switch (*order.status) {
        case OrderStatus::WaitPay: return TimerKind::Unpaid;
        case OrderStatus::Paid:
        case OrderStatus::WaitPickUp:
        case OrderStatus::Delivering:
            if (!order.allStages) {
                return std::nullopt;
            }
            if (order.waiting || *order.status == OrderStatus::Paid) {
                return TimerKind::Unassigned;
            }
            return *order.status == OrderStatus::Delivering ? TimerKind::DeliveryLate : TimerKind::PickUpLate;
        case OrderStatus::Delivered: return order.allStages ? std::optional(TimerKind::AutoConfirm) : std::nullopt;
        case OrderStatus::Completed:
        case OrderStatus::Closed: break;
    }
    return std::nullopt;
}

bool raisesAlert(TimerKind kind) {
    return kind == TimerKind::Unassigned || kind == TimerKind::PickUpLate || kind == TimerKind::DeliveryLate;
}

Result<void> checkOnce(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(store::verify::eachStageTimer(snapshot.database, [&](const StageTimer& order) {
        finding.expect(order.closings == (order.timedOut ? 1 : 0) && order.confirmings <= 1, [&] {
            return "order " + order.orderNo + " was closed by its timer " + std::to_string(order.closings) +
                   " times and confirmed " + std::to_string(order.confirmings) + " times";
        });
    }));
    return store::verify::eachTimerEnd(snapshot.database, [&](const TimerEnd& end) {
        finding.expect(end.openAlerts <= 1, [&] { return "order " + end.orderNo + " has one alert twice"; });
    });
}

Result<void> checkNotEarly(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(store::verify::eachStageTimer(snapshot.database, [&](const StageTimer& order) {
        finding.expect(!order.timedOut || order.closings > 0,
                       [&] { return "order " + order.orderNo + " was closed by a timer that has no record"; });
    }));
    return store::verify::eachTimerEnd(snapshot.database, [&](const TimerEnd& end) {
        if (end.done && !end.byHand) {
            finding.expect(end.at >= end.due, [&] {
                return "a timer of order " + end.orderNo + " had its effect " + std::to_string(end.due.ms - end.at.ms) +
                       " ms early";
            });
        }
    });
}

Result<void> checkSeen(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(store::verify::eachStageTimer(snapshot.database, [&](const StageTimer& order) {
        finding.expect(!(order.dead && order.due),
                       [&] { return "the timer of order " + order.orderNo + " is dead and armed"; });
    }));
    return store::verify::eachTimerEnd(snapshot.database, [&](const TimerEnd& end) {
        finding.expect(end.kind && (!end.done || !raisesAlert(*end.kind) || end.alerts > 0),
                       [&] { return "order " + end.orderNo + " was late without an alert"; });
    });
}

Result<void> checkCancelled(ReadSnapshot& snapshot, Finding& finding) {
    return store::verify::eachStageTimer(snapshot.database, [&](const StageTimer& order) {
        const bool stale = order.kind && order.kind != kindOf(order);
        finding.expect(!stale && !(order.timedOut && order.paid), [&] {
            return "order " + order.orderNo +
                   (stale ? " has the timer of a stage that it has left"
                          : " was closed by its timer though it is paid");
        });
    });
}

/// Checks run without scripts.
Result<std::int64_t> sizeOf(keyspace::Keyspace& keyspace, std::string_view key) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"ZCARD", key}));
    return reply.integer;
}

/// The queue holds what is armed, no more and no less, unless it is off or being built.
Result<void> checkQueue(ReadSnapshot& snapshot, Finding& finding) {
    auto& keyspace = snapshot.keyspace;
    EVENHAND_ASSIGN(const auto control, store::timers::controlFresh(snapshot.database));
    EVENHAND_ASSIGN(const auto whole, keyspace.call({"EXISTS", kWholeKey}));
    std::array<std::int64_t, api::kTimerKinds> armed{};
    std::optional<Error> failed;
    const bool compare = control.queueOn && whole.integer == 1;
    EVENHAND_TRY(store::verify::eachStageTimer(snapshot.database, [&](const StageTimer& order) {
        if (!order.kind || !order.due) {
            return;
        }
        ++armed[static_cast<std::size_t>(*order.kind)];
        if (compare && !failed) {
            const auto found = lookUp(keyspace, *order.kind, {order.order});
            if (!found) {
                failed = found.error();
                return;
            }
            finding.expect(found->front().has_value(),
                           [&] { return "the timer of order " + order.orderNo + " is not in the delay queue"; });
        }
    }));
    if (failed) {
        return tl::unexpected<Error>(*failed);
    }
    for (const auto kind : api::allTimerKinds()) {
        QueueFigures queue;
        EVENHAND_ASSIGN(queue.due, sizeOf(keyspace, queueKeys(kind).due));
        EVENHAND_ASSIGN(queue.inFlight, sizeOf(keyspace, queueKeys(kind).flight));
        EVENHAND_ASSIGN(queue.dead, sizeOf(keyspace, queueKeys(kind).dead));
        EVENHAND_ASSIGN(const auto dead, store::verify::deadTimers(snapshot.database, kind));
        const auto expected = armed[static_cast<std::size_t>(kind)];
        finding.expect(!compare || (queue.due + queue.inFlight == expected && queue.dead <= dead), [&] {
            return "the queue " + std::string(api::toText(kind)) + " holds " + std::to_string(queue.due) + " + " +
                   std::to_string(queue.inFlight) + " and " + std::to_string(queue.dead) + " dead, the database " +
                   std::to_string(expected) + " and " + std::to_string(dead) + " dead";
        });
    }
    return {};
}

Result<void> checkCovered(ReadSnapshot& snapshot, Finding& finding) {
    return store::verify::eachStageTimer(snapshot.database, [&](const StageTimer& order) {
        const auto kind = kindOf(order);
        finding.expect(!kind || (order.kind == kind && (order.due || order.ended || order.dead)), [&] {
            return "order " + order.orderNo + " should have the timer " + std::string(api::toText(*kind)) +
                   " and has none";
        });
        // Whether it is late must be known without its timer, and no longer than its stage lasts.
        const bool limited = kind && raisesAlert(*kind);
        finding.expect(limited ? order.due || order.limitKept : !order.limitKept, [&] {
            return "order " + order.orderNo +
                   (limited ? " has a stage without a limit that is stored"
                            : " has the limit of a stage that it has left");
        });
    });
}

}  // namespace

std::vector<runtime::Check> timerChecks() {
    return {{"T1", "Each timer had its effect at most once", checkOnce},
            {"T2", "No timer had its effect before its time", checkNotEarly},
            {"T3", "Each timer had its effect or is in a list that an operator sees", checkSeen},
            {"T4", "No timer outlives the stage of its order", checkCancelled},
            {"T5", "The delay queue holds what is armed: pending, in flight, dead", checkQueue},
            {"T6", "Every open order is covered by a timer, has had its effect, or is dead", checkCovered}};
}

}  // namespace evenhand::timers
