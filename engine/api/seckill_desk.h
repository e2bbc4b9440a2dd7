// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales as the outside sees them: setting up, attempts, the live board, interventions, consistency, rehearsal.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include "engine/api/call.h"
#include "engine/api/seckill_rehearsal.h"
#include "engine/api/seckill_types.h"

namespace evenhand::api {

class SeckillDesk {
public:
    virtual ~SeckillDesk() = default;

    // --- activities; permission ManageActivities ----------------------------------------------------------
    // `version`: as the caller saw it, Conflict if it has changed since; 0: whatever it is now.
    // Errors of a field: InvalidArgument with field (id, name, voucher, campus, price, stock, begin, end) and value;
    // NotFound (`campus`, `id`), UnknownSku, Disabled (`campus`, `voucher`), OutOfStock (the voucher has no stock, or
    // not so much), WrongStatus.

    /// A draft. AlreadyExists.
    virtual Answer<ActivityRow> setUp(const Call& call, ActivityInput input) = 0;
    /// A draft: everything but its id. Started or stopped: name and end; anything else is WrongStatus with the field.
    /// Ended: the name.
    virtual Answer<ActivityRow> edit(const Call& call, ActivityInput input, std::int64_t version) = 0;
    /// Deletes a draft. WrongStatus for any other.
    virtual Answer<void> discard(const Call& call, ActivityId activity, std::int64_t version) = 0;
    /// Takes the units out of the voucher's stock and preloads them. An activity that is started already is left as it
    /// is: live stock is never overwritten. WrongStatus for an ended one, InvalidArgument (`end`) if its end is past.
    virtual Answer<ActivityRow> start(const Call& call, ActivityId activity, std::int64_t version = 0) = 0;
    /// Takes effect at once; reason needed. What is reserved already still becomes orders.
    virtual Answer<ActivityRow> stop(const Call& call, ActivityId activity, std::int64_t version = 0) = 0;
    virtual Answer<ActivityRow> resume(const Call& call, ActivityId activity, std::int64_t version = 0) = 0;
    /// 1 … kMaxActivityStock more units out of the voucher's stock, while started or stopped; reason needed.
    virtual Answer<ActivityRow> topUp(const Call& call, ActivityId activity, std::int64_t units,
                                      std::int64_t version = 0) = 0;
    /// Ends it early; reason needed. Without this it ends by itself at its end time.
    virtual Answer<ActivityRow> end(const Call& call, ActivityId activity, std::int64_t version = 0) = 0;

    // --- attempts; permission PlaceOrders -----------------------------------------------------------------
    /// Durable when answered. A refusal is an outcome and leaves no trace. If the answer was lost, reservation() tells
    /// what became of the attempt. Errors: InvalidArgument (`user`, `activity`),
    /// Script: the keyspace has lost the activity's state or stock (field `activity`), until it is repaired.
    virtual Answer<AttemptAnswer> attempt(const Call& call, SeckillAttempt attempt) = 0;
    virtual void attemptMany(const Call& call, std::vector<SeckillAttempt> attempts,
                             BatchCompletion<AttemptAnswer> done) = 0;
    /// What became of a user's attempt. Permission Read.
    virtual Answer<Reservation> reservation(const Call& call, ActivityId activity, UserId user) = 0;

    // --- reads; permission Read ---------------------------------------------------------------------------
    /// Newest first, ended ones included.
    virtual Answer<std::vector<ActivityRow>> activities(const Call& call) = 0;
    virtual Answer<SeckillBoard> board(const Call& call, ActivityId activity) = 0;
    /// From the orders, so also of ended activities. `points` 2 … 2,000, evenly spaced, both ends included.
    virtual Answer<std::vector<SoldPoint>> soldCurve(const Call& call, ActivityId activity, Instant from, Instant to,
                                                     int points) = 0;
    /// Newest first; `limit` 1 … 10,000, here and below.
    virtual Answer<std::vector<ActivityLogRow>> log(const Call& call, ActivityId activity, std::int64_t limit) = 0;
    /// Oldest first.
    virtual Answer<std::vector<PendingRow>> pending(const Call& call, ActivityId activity, std::int64_t limit) = 0;
    /// Open ones, newest first. Empty activity: of all.
    virtual Answer<std::vector<SeckillLetterRow>> deadLetters(const Call& call, ActivityId activity,
                                                              std::int64_t limit) = 0;

    // --- interventions; permission ManageActivities, reason needed. Each row is a unit of its own: NotFound,
    // WrongStatus; Conflict where somebody has dealt with it meanwhile.
    /// This engine takes the messages over and handles them at once.
    virtual Answer<std::vector<SeckillOutcome>> claim(const Call& call, ActivityId activity,
                                                      std::vector<std::string> messageIds) = 0;
    /// Only those whose order exists; else WrongStatus, as the reserved unit would be lost.
    virtual Answer<std::vector<SeckillOutcome>> acknowledge(const Call& call, ActivityId activity,
                                                            std::vector<std::string> messageIds) = 0;
    /// The reservation is given up: stock back, user free, message gone. WrongStatus if its order exists.
    virtual Answer<std::vector<SeckillOutcome>> release(const Call& call, ActivityId activity,
                                                        std::vector<std::string> messageIds) = 0;
    /// A dead letter has given its reservation back, so this reserves anew for that user: OutOfStock, AlreadyExists
    /// (the user already has one), WrongStatus (not on sale).
    virtual Answer<std::vector<SeckillOutcome>> retryLetters(const Call& call, std::vector<DeadLetterId> ids) = 0;
    virtual Answer<std::vector<SeckillOutcome>> dismissLetters(const Call& call, std::vector<DeadLetterId> ids) = 0;

    /// Compares keyspace and database, in slices beside the sale. Permission Read. WrongStatus unless started or
    /// stopped.
    virtual Answer<SeckillComparison> check(const Call& call, ActivityId activity) = 0;
    /// The same, and puts the keyspace right from the database. Reason needed.
    virtual Answer<SeckillComparison> repair(const Call& call, ActivityId activity) = 0;

    // --- rehearsal; permission Read -----------------------------------------------------------------------
    /// On a thread and an engine of its own, one at a time (else Busy). InvalidArgument names a field of the plan.
    /// Cancelling the future ends it soon and leaves nothing behind.
    virtual Answer<RehearsalResult> rehearse(const Call& call, RehearsalPlan plan, RehearsalWatch watch) = 0;
};

}  // namespace evenhand::api
