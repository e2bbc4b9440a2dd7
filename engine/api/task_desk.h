// SPDX-License-Identifier: GPL-3.0-or-later
// Background work as the outside sees it: what workers ask, what operators do, the ring.
//
// Tasks are made by the rules, in the transaction of their cause, once per (kind, subject). A worker of the ring does:
// claim (its ranges) → perform (inner kinds, in the engine) or do it and report. Tokens only grow; whoever comes with
// an older one is refused and has changed nothing (W1). A task whose lease ended is due again for whoever owns it then.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include "engine/api/call.h"
#include "engine/api/task_board.h"
#include "engine/api/task_types.h"

namespace evenhand::api {

class TaskDesk {
public:
    virtual ~TaskDesk() = default;

    // --- workers; Operation::TasksRun -----------------------------------------------------------------------------
    /// Takes what is due in the ranges, in order of due instant and id, each by compare-and-set, raising its token;
    /// skips kinds that are held. All in one unit of work. InvalidArgument (worker, limit, ranges).
    virtual Answer<std::vector<TaskJob>> claim(const Call& call, TaskClaim claim) = 0;
    /// Renews the leases of work that takes long; answers as report(), `due` is the new end of the lease.
    virtual Answer<std::vector<TaskAnswer>> renew(const Call& call, std::vector<TaskTicket> tickets) = 0;
    /// Inner kinds: the effect and the completion, one unit of work each. An effect that fails counts as Retry, and its
    /// error is the task's last error.
    virtual Answer<std::vector<TaskAnswer>> perform(const Call& call, std::vector<TaskTicket> tickets) = 0;
    /// Other kinds: the outcome. Errors of a row, here and above: NotFound (id), StaleEpoch (token: another worker or a
    /// person has taken it since; nothing changes), WrongStatus (status). A repeated report gets the same answer.
    virtual Answer<std::vector<TaskAnswer>> report(const Call& call, std::vector<TaskReport> reports) = 0;
    /// When the next one of these ranges falls due, leases included; nullopt: none. A TasksChanged event says when to
    /// ask again.
    virtual Answer<std::optional<Instant>> nextDue(const Call& call, std::vector<RingRange> ranges) = 0;
    /// Adds a change of the ring to the hand-over history.
    virtual Answer<void> noteRing(const Call& call, RingChangeRow change) = 0;

    // --- people; permission ManageTasks, reason needed. Each row is a unit of its own: NotFound, Conflict (token),
    // WrongStatus.
    /// DEAD → PENDING, or a waiting one, due now, attempts forgotten. Refunds: RefundDesk::retry() (WrongStatus, kind).
    virtual Answer<std::vector<TaskAnswer>> retry(const Call& call, std::vector<TaskRef> refs) = 0;
    /// DEAD or PENDING → DROPPED: it will never happen. Not of refunds (WrongStatus, kind): money stays owed.
    virtual Answer<std::vector<TaskAnswer>> drop(const Call& call, std::vector<TaskRef> refs) = 0;
    /// Nobody takes tasks of these kinds until they are released; what is being processed goes on. Idempotent. All or
    /// none: Conflict where one of them is at another version than was seen (not in `seen`: whatever it is now).
    /// Answers their versions since.
    virtual Answer<HoldVersions> setHeld(const Call& call, std::vector<TaskKind> kinds, bool held,
                                         HoldVersions seen = {}) = 0;

    // --- settings; permission ManagePolicies, reads Read ------------------------------------------------------------
    /// In effect at once, in every process: workers join, or leave when they have reported what they have in hand.
    /// InvalidArgument (workers), Conflict (version).
    virtual Answer<void> setWorkers(const Call& call, WorkerSettings settings) = 0;
    virtual Answer<WorkerSettings> workerSettings(const Call& call) = 0;

    // --- reads; permission Read -------------------------------------------------------------------------------------
    virtual Answer<std::vector<TaskRow>> page(const Call& call, TaskQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, TaskFilter filter) = 0;
    virtual Answer<RingSnapshot> ring(const Call& call) = 0;
    /// Who would own what if so many workers joined, 1 … RingPlan::kMaxAdded: by positions as they would draw them, the
    /// same as long as the ring is the same. InvalidArgument (add).
    virtual Answer<RingPlan> planRing(const Call& call, std::int64_t add) = 0;
    /// Newest first; `limit` 1 … 10,000.
    virtual Answer<std::vector<RingChangeRow>> ringHistory(const Call& call, std::int64_t limit) = 0;
    virtual Answer<std::vector<TaskHold>> holds(const Call& call) = 0;
};

}  // namespace evenhand::api
