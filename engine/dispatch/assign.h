// SPDX-License-Identifier: GPL-3.0-or-later
// Giving an order its courier, and taking it back: the rules of the dispatch consumer and of releases.
// Thread: the engine's; stateless.
// Invariant: written against the weakest deployment (keyspace and database commit apart, messages come again): a
// crash between any two steps ends, after redelivery, in the same state.
#pragma once

#include <string_view>

#include "engine/api/dispatch_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/order_store.h"

namespace evenhand::dispatch {

/// One order's message: assigns the order in `epoch`, or notes why it waits. Doing it again changes nothing.
[[nodiscard]] Result<void> assignOrder(runtime::UnitOfWork& work, OrderId order, std::int64_t epoch,
                                       std::string_view messageId);
/// After the last attempt: the order waits for an operator.
[[nodiscard]] Result<void> markDead(runtime::UnitOfWork& work, OrderId order, std::int64_t epoch);

/// One slice of the waiting orders of a campus, published again, or the oldest of those that wait for room assigned;
/// asks for the rest itself.
[[nodiscard]] Result<void> wakeCampus(runtime::UnitOfWork& work, const CampusId& campus);

/// A courier has delivered an order, or it has ended otherwise and its step stays charged: one less in hand.
[[nodiscard]] Result<void> handIn(runtime::UnitOfWork& work, const CampusId& campus, const CourierId& courier);

/// Ends the assignment of (order, epoch): gives back what was actually charged, unless the courier has picked up and
/// `keepIfPickedUp`. Also takes back a take that never became an assignment. Answers who had it (empty: nobody).
[[nodiscard]] Result<CourierId> releaseAssignment(runtime::UnitOfWork& work, const store::orders::Record& order,
                                                  std::string_view reason, bool keepIfPickedUp);

/// Orders of the campus have gone on: ends the alerts that nobody is on duty, or that everybody is at their load limit,
/// where none waits for that any more.
[[nodiscard]] Result<void> settleWaiting(runtime::UnitOfWork& work, const CampusId& campus);
/// Weights have changed: an alert if they lie further apart than the limit of it, else its end.
[[nodiscard]] Result<void> settleSpread(runtime::UnitOfWork& work, const CampusId& campus);

}  // namespace evenhand::dispatch
