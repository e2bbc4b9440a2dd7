// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/attempt.h"

#include "engine/base/invariant.h"
#include "engine/base/new_order_no.h"
#include "engine/runtime/topics.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/order_store.h"

namespace evenhand::seckill {
namespace {

using api::AttemptOutcome;
using runtime::UnitOfWork;

/// With so many random characters, because hundreds of numbers are made in a millisecond.
using AttemptOrderNo = base::NewOrderNo<9>;

/// The keyspace does not know the activity: what the database says.
Result<AttemptOutcome> withoutKeyspace(UnitOfWork& work, const ActivityId& activity) {
    EVENHAND_ASSIGN(const auto row, store::activities::find(work.database(), activity));
    if (!row) {
        return AttemptOutcome::Unknown;
    }
    switch (row->state) {
        case api::ActivityState::Draft: return AttemptOutcome::NotStarted;
        case api::ActivityState::Ended: return AttemptOutcome::Ended;
        case api::ActivityState::Started:
        case api::ActivityState::Stopped: break;
    }
    return fail(ErrorCode::Script, "the keyspace has lost the activity; it has to be repaired", "activity",
                activity.str());
}

Error named(Error error, const ActivityId& activity) {
    if (error.field.empty()) {
        error.field = "activity";
        error.value = activity.str();
    }
    return error;
}

}  // namespace

Result<api::AttemptAnswer> attempt(UnitOfWork& work, SharedState& shared, const api::SeckillAttempt& request) {
    EVENHAND_TRY(base::validateId(request.user.str(), "user"));
    if (!request.request.empty()) {
        EVENHAND_TRY(base::validateId(request.request, "request"));
    }
    if (request.activity.str().size() > 4 * base::kMaxIdCharacters) {
        EVENHAND_TRY(base::validateId(request.activity.str(), "activity"));
    }
    const AttemptOrderNo orderNo(work.now(), work.rng().next());
    auto reserved = reserve(work.keyspace(), shared.keys(request.activity), work.now(), request.user.str(), orderNo,
                            request.request);
    if (!reserved) {
        return tl::unexpected<Error>(named(std::move(reserved).error(), request.activity));
    }
    if (reserved->outcome == AttemptOutcome::Unknown) {
        EVENHAND_TRY(base::validateId(request.activity.str(), "activity"));
        EVENHAND_ASSIGN(const auto outcome, withoutKeyspace(work, request.activity));
        return api::AttemptAnswer{outcome, {}};
    }
    if (reserved->outcome == AttemptOutcome::Reserved && !reserved->repeated) {
        // If the process dies instead, the message is there, and the reservation becomes an order. Who asks again is
        // told of it.
        work.undoWith([&] {
            return [keys = shared.keys(request.activity), user = request.user, request = request.request,
                    made = *reserved](keyspace::Keyspace& keyspace) -> Result<void> {
                EVENHAND_TRY(undoReserve(keyspace, keys, user.str(), made, request));
                return {};
            };
        });
    }
    EVENHAND_INVARIANT(
        reserved->outcome != AttemptOutcome::Reserved || reserved->repeated || !reserved->orderNo.empty(),
        "a user has a new slot, and no order number to ask for it by");
    return api::AttemptAnswer{reserved->outcome, OrderNo(std::move(reserved->orderNo)), reserved->repeated};
}

Result<api::Reservation> reservationOf(UnitOfWork& work, SharedState& shared, const api::SeckillAttempt& request) {
    EVENHAND_TRY(base::validateId(request.user.str(), "user"));
    EVENHAND_TRY(base::validateId(request.activity.str(), "activity"));
    auto& database = work.database();
    api::Reservation found;
    EVENHAND_ASSIGN(const auto order, store::activities::liveOrder(database, request.activity, request.user));
    if (order) {
        EVENHAND_ASSIGN(const auto record, store::orders::find(database, order->order));
        found.state = api::ReservationState::Ordered;
        found.orderNo = order->orderNo;
        found.status = record ? std::optional(record->status) : std::nullopt;
        return found;
    }
    const auto& keys = shared.keys(request.activity);
    EVENHAND_ASSIGN(const auto slot, slotOf(work.keyspace(), keys, request.user.str()));
    if (!slot || slot->messageId.empty()) {
        return found;
    }
    EVENHAND_ASSIGN(const auto waits, work.keyspace().call({"ZSCORE", runtime::retryKey(keys.topic), slot->messageId}));
    found.state = waits.isNil() ? api::ReservationState::Queued : api::ReservationState::Retrying;
    found.orderNo = OrderNo(slot->orderNo);
    return found;
}

}  // namespace evenhand::seckill
