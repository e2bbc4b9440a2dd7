// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of timers by tables share: timers of each kind in each state, in two campuses. Thread: the test's.
#pragma once

#include <algorithm>

#include "engine/timers/effects.h"
#include "timer_world.h"

namespace evenhand::test::timer_tables {

using api::AlertState;
using api::OrderStatus;
using api::TimerKind;
using api::TimerState;
using Report = api::CourierReport::Kind;

class TableWorld : public TimerWorld {
public:
    bool buyAt(const std::string& no, const char* campus, TimerKind kind) {
        if (!get(orders().place(call, request(no, campus)))) {
            return false;
        }
        if (kind == TimerKind::Unpaid) {
            return true;
        }
        bool done = pay(no).has_value();
        if (kind == TimerKind::DeliveryLate || kind == TimerKind::AutoConfirm) {
            done = done && report(Report::PickedUp, no);
        }
        if (kind == TimerKind::AutoConfirm) {
            done = done && report(Report::Delivered, no);
        }
        return done;
    }
    bool duty(const char* courier, bool on) {
        return get(dispatch().setDuty(call, CourierId(courier), on)).has_value();
    }
    /// The effect of its timer has failed; without another try it is dead, as the queue would leave it.
    bool fails(const std::string& no, TimerKind kind, std::optional<Instant> nextTry) {
        const auto order = row(no).id;
        return get(workspace->core().engine().ask<bool>(
                       call,
                       [=](runtime::UnitOfWork& work) -> Result<bool> {
                           if (!nextTry) {
                               EVENHAND_TRY(timers::unschedule(work.keyspace(), kind, order));
                           }
                           EVENHAND_TRY(timers::noteFailure(work, order, kind, "why", nextTry));
                           return true;
                       }))
            .value_or(false);
    }
    api::TimerRef ref(const std::string& no) { return {OrderNo(no), std::nullopt, std::nullopt}; }
    std::vector<api::OrderEvent> events(const std::string& no) {
        const auto detail = get(orders().detail(call, OrderNo(no)));
        return detail ? detail->events : std::vector<api::OrderEvent>();
    }
};

inline std::string textOf(TimerKind kind) { return std::string(api::toText(kind)); }
inline api::TimerPolicy minutes() {
    api::TimerPolicy policy;
    policy.unpaidMs = kMinute;
    policy.unassignedMs = 2 * kMinute;
    policy.pickUpLateMs = 3 * kMinute;
    policy.deliveryLateMs = 4 * kMinute;
    policy.autoConfirmMs = 5 * kMinute;
    return policy;
}

template <typename T>
bool among(const std::vector<T>& wanted, const T& value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

}  // namespace evenhand::test::timer_tables
