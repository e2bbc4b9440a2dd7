// SPDX-License-Identifier: GPL-3.0-or-later
// Order timers as the outside sees them: settings, the timers that are armed, lateness, and the delay queue against the
// database. What is late is also an alert: alert_desk.h.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include "engine/api/call.h"
#include "engine/api/timer_types.h"

namespace evenhand::api {

class TimerDesk {
public:
    virtual ~TimerDesk() = default;

    // --- settings ---------------------------------------------------------------------------------------
    /// Permission ManagePolicies. InvalidArgument names the field (unpaid_ms, …, alert_repeat_ms) and the value;
    /// NotFound for an unknown campus; Conflict for a stale version (0: whatever it is now).
    virtual Answer<void> setPolicy(const Call& call, CampusId campus, TimerPolicy policy, std::int64_t version = 0) = 0;
    /// Of every campus, in order of id.
    virtual Answer<std::vector<TimerPolicyRow>> policies(const Call& call) = 0;
    /// Permission Dispatch; reason needed. A paused kind has no effects; payments that arrive after their instant are
    /// then accepted. On resuming, what is overdue happens. Conflict for a stale version (0: whatever it is now);
    /// nothing to do if already so. Answers the version since.
    virtual Answer<std::int64_t> setPaused(const Call& call, TimerKind kind, bool paused, std::int64_t version = 0) = 0;
    /// Permission ManagePolicies. Off: the poller works alone, every `pollIntervalMs` (100 ms … 1 day). On again: what
    /// was armed meanwhile is put into the queue. Conflict for a stale version (0: whatever it is now).
    virtual Answer<void> setQueue(const Call& call, bool on, std::int64_t pollIntervalMs, std::int64_t version = 0) = 0;

    // --- one timer or a frozen selection; permission Dispatch (running and retrying an unpaid one: also CancelOrders),
    // reason needed. Each row is a unit of its own. Errors of a row: NotFound (no such order), WrongStatus (it has no
    // such timer), Conflict (the timer is another one by now), InvalidArgument.
    /// Runs the effect now, even if it is not due for long.
    virtual Answer<std::vector<TimerOutcome>> run(const Call& call, std::vector<TimerRef> timers) = 0;
    /// Moves it to an instant: InvalidArgument (`due`) if it is not after engine time or over 10 years away.
    virtual Answer<std::vector<TimerOutcome>> postponeTo(const Call& call, std::vector<TimerRef> timers,
                                                         Instant due) = 0;
    /// Moves it by 1 ms … 10 years, counted from its own instant, or from now if that has passed.
    virtual Answer<std::vector<TimerOutcome>> postponeBy(const Call& call, std::vector<TimerRef> timers,
                                                         std::int64_t byMs) = 0;
    /// Gives orders that are late time until 1 ms … 10 years from now, whether their timers are armed or had their
    /// effect: until then they are not late, and what asked somebody to look at them is resolved. Each is named with
    /// its limit, as OrderRow has it, in place of a timer's instant. WrongStatus: it is not late.
    virtual Answer<std::vector<TimerOutcome>> extend(const Call& call, std::vector<TimerRef> late,
                                                     std::int64_t byMs) = 0;
    /// The effect never happens. The order stays as it is; its next stage has a timer again.
    virtual Answer<std::vector<TimerOutcome>> cancel(const Call& call, std::vector<TimerRef> timers) = 0;
    /// A dead letter (or one that waits for its next try) is due now, with its attempts forgotten.
    virtual Answer<std::vector<TimerOutcome>> retry(const Call& call, std::vector<TimerRef> timers) = 0;

    // --- reads; permission Read -------------------------------------------------------------------------
    virtual Answer<std::vector<TimerRow>> page(const Call& call, TimerQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, TimerFilter filter) = 0;
    /// Every kind, in order of declaration. Empty campus: all; percentiles and what is in flight are of all in any
    /// case.
    virtual Answer<TimerBoard> board(const Call& call, CampusId campus) = 0;
    /// `buckets` 1 … 1,440; `bucketMs` 1 s … 1 day. Empty kinds, empty campus: all.
    virtual Answer<DueHistogram> histogram(const Call& call, CampusId campus, std::vector<TimerKind> kinds,
                                           Instant from, std::int64_t bucketMs, int buckets) = 0;
    /// Compares the whole queue with the database, in slices beside the other work.
    virtual Answer<QueueComparison> compareQueue(const Call& call) = 0;
    /// The same, and puts right what is missing or differs. Permission Dispatch.
    virtual Answer<QueueComparison> rearmQueue(const Call& call) = 0;

    // --- engine time ------------------------------------------------------------------------------------
    /// Lets engine time, which is ahead of the machine's clock, go on from it: in one transaction every timer, lease,
    /// schedule and validity keeps the time that it had left, and timers of stages that began later than now are armed
    /// as if these began now. Permission ManageBackups (administrators), reason needed. WrongStatus: engine time is not
    /// ahead.
    virtual Answer<ClockReset> resetClock(const Call& call) = 0;

    /// Does nothing but let engine time reach `call.at` (imports), with all that falls due on the way. Permission
    /// PlaceOrders.
    virtual Answer<void> passTime(const Call& call) = 0;
};

}  // namespace evenhand::api
