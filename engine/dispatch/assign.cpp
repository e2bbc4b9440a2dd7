// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/assign.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/alerts/raise.h"
#include "engine/base/invariant.h"
#include "engine/dispatch/follow_duty.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/steps.h"
#include "engine/dispatch/topics.h"
#include "engine/script/script_library.h"
#include "engine/store/records/alert_limit_store.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/event_store.h"
#include "engine/task_making/announce.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::dispatch {
namespace {

using runtime::UnitOfWork;
using store::orders::DispatchView;

constexpr std::int64_t kWakeSlice = 256;

void emitOrder(UnitOfWork& work, OrderId id, const CampusId& campus, const CourierId& courier,
               std::optional<api::EventKind> what) {
    api::Event event;
    event.order = id;
    event.campus = campus;
    event.courier = courier;
    event.what = what;
    work.emit(std::move(event));
}

/// The log entry of an assignment, and where units interleave the attempt at it.
struct LogEntry {
    LogEntry(UnitOfWork& work, const CampusKeys& campus, const std::string& orderNo, std::int64_t epoch)
        : keys(campus), log(campus.log(orderNo, epoch)) {
        if (!work.atomic()) {
            apart = Attempt{campus.maker(orderNo, epoch), std::to_string(work.rng().next())};
        }
    }
    [[nodiscard]] const Attempt* attempt() const noexcept { return apart ? &*apart : nullptr; }

    const CampusKeys& keys;
    std::string log;
    std::optional<Attempt> apart;
};

Result<std::optional<Taken>> takeOnce(UnitOfWork& work, const LogEntry& entry, const DispatchView& view,
                                      Choice choice) {
    auto& keyspace = work.keyspace();
    const auto& keys = entry.keys;
    const auto& log = entry.log;
    if (view.mode == api::DispatchMode::Strong) {
        return take(keyspace, keys, log, view.step, view.logTtlMs, choice, entry.attempt());
    }
    EVENHAND_ASSIGN(auto seen, top(keyspace, keys, log, choice));
    if (!seen || (seen->repeated && work.atomic())) {
        return seen;
    }
    // One that was made before is found once more by charge(), which notes who has found it.
    EVENHAND_ASSIGN(auto charged, charge(keyspace, keys, log, seen->courier, view.step, view.logTtlMs, choice.overLimit,
                                         entry.attempt()));
    if (charged && !charged->repeated) {
        charged->ranking = std::move(seen->ranking);
        charged->passedOver = std::move(seen->passedOver);
        charged->passedMore = seen->passedMore;
    }
    return charged;
}

struct Pick {
    std::optional<Taken> taken;
    bool byName = false;
};

/// The courier that was named, else the fairest other one, else whoever is there: an order is never left without a
/// courier while one is on duty and has room for it.
Result<Pick> pick(UnitOfWork& work, const LogEntry& entry, const DispatchView& view) {
    Pick picked;
    if (!view.wanted.empty()) {
        EVENHAND_ASSIGN(picked.taken, takeOnce(work, entry, view, {view.wanted.str(), {}, view.overLimit}));
        if (picked.taken) {
            // A take that was made before answers who got it then, and that may be somebody else.
            picked.byName = picked.taken->courier == view.wanted.str();
            return picked;
        }
    }
    EVENHAND_ASSIGN(picked.taken, takeOnce(work, entry, view, {{}, view.avoid.str(), false}));
    if (!picked.taken && !view.avoid.empty()) {
        EVENHAND_ASSIGN(picked.taken, takeOnce(work, entry, view, {}));
    }
    return picked;
}

/// Of a take that this unit has made. One that it has found is somebody else's: that one, or redelivery, settles it.
void undoWithUnit(UnitOfWork& work, const LogEntry& entry, const Taken& taken) {
    if (taken.repeated) {
        return;
    }
    work.undoWith([&entry] {
        return
            [keys = entry.keys, log = entry.log, attempt = *entry.apart](keyspace::Keyspace& keyspace) -> Result<void> {
                EVENHAND_TRY(undoTake(keyspace, keys, log, &attempt));
                return {};
            };
    });
}

/// A reassignment is announced once: with the order's new courier, or without one if nobody could take it.
Result<void> announceReassigned(UnitOfWork& work, const DispatchView& view, const CourierId& courier) {
    return tasks::announce(work, api::WebhookEvent::OrderReassigned, [&]() -> Result<tasks::EventPayload> {
        return tasks::orderPayload(view.orderNo, view.campus, courier, view.avoid, view.epoch);
    });
}

/// False: it waits for that already.
Result<bool> noteWaiting(UnitOfWork& work, const DispatchView& view, api::WaitReason reason) {
    EVENHAND_ASSIGN(const bool changed, store::orders::setWaiting(work.database(), view.id, view.epoch, reason));
    if (!changed) {
        return false;
    }
    emitOrder(work, view.id, view.campus, {}, std::nullopt);
    if (!view.avoid.empty()) {  // it had a courier
        EVENHAND_TRY(announceReassigned(work, view, {}));
    }
    EVENHAND_TRY(settleWaiting(work, view.campus));  // it may have waited for something else
    return true;
}

/// The log entry stays until the assignment is durable: without it the same message, delivered again after a crash,
/// would charge a second courier.
Result<void> forgetAfterCommit(UnitOfWork& work, const LogEntry& entry) {
    return work.afterCommit([keys = entry.keys, log = entry.log,
                             maker = entry.apart ? entry.apart->key : std::string()](keyspace::Keyspace& keyspace) {
        return forgetLog(keyspace, keys, log, maker);
    });
}

api::AlertSubject ofCampus(const CampusId& campus) { return {api::AlertSubjectType::Campus, campus.str()}; }

/// Nobody took the order. An order that is tried again and still waits is no news: whoever said that its alert is done
/// with knows.
Result<void> noteNobody(UnitOfWork& work, const CampusKeys& keys, const DispatchView& view) {
    EVENHAND_ASSIGN(const auto onDuty, countOnDuty(work.keyspace(), keys));
    const bool full = onDuty > 0;
    EVENHAND_ASSIGN(const bool news,
                    noteWaiting(work, view, full ? api::WaitReason::AtLimit : api::WaitReason::NoCourier));
    if (news) {
        alerts::Condition condition;
        condition.kind = full ? api::AlertKind::AtLimit : api::AlertKind::NoCourier;
        condition.subject = ofCampus(view.campus);
        condition.campus = view.campus;
        EVENHAND_TRY(alerts::raise(work, std::move(condition)));
    }
    return {};
}

/// Where units that fail undo their takes themselves, nobody tells those who wait of the room that this makes.
Result<void> wakeForLostRoom(UnitOfWork& work, const CampusId& campus) {
    if (work.atomic()) {
        return {};
    }
    EVENHAND_ASSIGN(const auto waiting, store::orders::waiting(work.database(), campus, api::WaitReason::AtLimit, 1));
    return waiting.empty() ? Result<void>() : publishWake(work, campus);
}

/// Takes a take back whose order does not want it. Whoever had no room may have some again.
///
/// At once, not after the commit: then nothing of it is left if the process dies in between. If the unit fails instead,
/// the order still wants somebody and gets them by its message. The wake is lost with the unit, though, and the next
/// one finds nothing to take back any more: so where that can be, somebody who waits for room is reason enough.
Result<void> giveTakeBack(UnitOfWork& work, const CampusId& campus, const CampusKeys& keys, const std::string& log) {
    EVENHAND_ASSIGN(const auto courier, undoTake(work.keyspace(), keys, log));
    return courier.empty() ? wakeForLostRoom(work, campus) : publishWake(work, campus);
}

/// Before a courier has an order less in hand: if they have as many as they may, others may wait for that room.
Result<void> wakeIfFull(UnitOfWork& work, const CampusId& campus, const CampusKeys& keys, const CourierId& courier) {
    EVENHAND_ASSIGN(const bool full, isFull(work.keyspace(), keys, courier.str()));
    return full ? publishWake(work, campus) : Result<void>();
}

/// The order did not take the courier: somebody else was first, or it was closed meanwhile.
Result<void> afterLostUpdate(UnitOfWork& work, const LogEntry& entry, const DispatchView& before) {
    EVENHAND_ASSIGN(const auto now, store::orders::forDispatch(work.database(), before.id));
    if (now && now->epoch == before.epoch && !now->courier.empty()) {
        return forgetAfterCommit(work, entry);  // the same take, recorded by a concurrent delivery
    }
    return giveTakeBack(work, before.campus, entry.keys, entry.log);
}

Result<void> record(UnitOfWork& work, const DispatchView& view, const Pick& picked, std::string_view messageId) {
    static const auto& strong = script::scriptNamed("dispatch_take");
    static const auto& soft = script::scriptNamed("dispatch_charge");
    const auto& taken = *picked.taken;
    const auto evidence = store::assignments::evidenceText(
        taken.ranking, picked.byName ? CourierId() : view.avoid,
        {{CourierId(taken.courier), taken.inHand, taken.limit}, taken.passedOver, taken.passedMore});
    store::assignments::NewAssignment row;
    row.order = view.id;
    row.epoch = view.epoch;
    row.courier = taken.courier;
    row.at = work.now();
    row.mode = view.mode;
    row.charged = taken.step;
    row.byName = picked.byName;
    row.evidence = evidence;
    row.dutyVersion = view.dutyVersion;
    row.scriptSha = view.mode == api::DispatchMode::Strong ? strong.sha1 : soft.sha1;
    row.messageId = messageId;
    EVENHAND_TRY(store::assignments::insert(work.database(), row));
    EVENHAND_TRY(store::events::add(work.database(), view.id, work.now(), api::EventKind::Assigned,
                                    work.call().actor.name, taken.courier));
    if (view.epoch > 1) {
        return announceReassigned(work, view, CourierId(taken.courier));
    }
    return tasks::announce(work, api::WebhookEvent::OrderAssigned, [&]() -> Result<tasks::EventPayload> {
        return tasks::orderPayload(view.orderNo, view.campus, CourierId(taken.courier), {}, view.epoch);
    });
}

}  // namespace

Result<void> assignOrder(UnitOfWork& work, OrderId order, std::int64_t epoch, std::string_view messageId) {
    EVENHAND_ASSIGN(const auto view, store::orders::forDispatch(work.database(), order));
    if (!view || epoch < view->epoch) {
        return {};  // an older epoch: what raised it has settled its charge
    }
    if (epoch > view->epoch) {
        // An error, so that it is tried again: dropped, this epoch would stay without a courier.
        return fail(ErrorCode::Conflict, "the message is of an epoch that the order has not reached", "epoch",
                    std::to_string(epoch));
    }
    const CampusKeys keys(view->campus);
    const LogEntry entry(work, keys, view->orderNo.str(), epoch);
    if (!view->courier.empty()) {
        return forgetAfterCommit(work, entry);  // delivered again after its commit
    }
    if (!api::isUnderWay(view->status)) {
        // An earlier attempt may have charged somebody before the order was closed.
        return giveTakeBack(work, view->campus, keys, entry.log);
    }
    if (view->paused) {
        EVENHAND_TRY(noteWaiting(work, *view, api::WaitReason::Paused));
        return {};
    }
    // Also where all of it came back since its courier gave it away on its way: only a courier's report ends such an
    // order and says where its goods are. Left without one it would wait for ever.
    //
    // The keyspace first, then the row. After a crash in between the message comes again, and the log entry of (order,
    // epoch) answers the same courier without a second charge. The other way round that courier would never be charged.
    EVENHAND_ASSIGN(const auto picked, pick(work, entry, *view));
    if (!picked.taken) {
        return noteNobody(work, keys, *view);
    }
    undoWithUnit(work, entry, *picked.taken);
    EVENHAND_INVARIANT(epoch == view->epoch && api::isUnderWay(view->status),
                       "somebody would be charged for an order that has moved on");
    const auto kind =
        view->status == api::OrderStatus::Delivering ? api::TimerKind::DeliveryLate : api::TimerKind::PickUpLate;
    EVENHAND_ASSIGN(const auto timer, timers::nextTimer(work, view->campus, view->timerFlags, kind));
    EVENHAND_ASSIGN(const bool changed, store::orders::assign(work.database(), view->id, epoch, view->status,
                                                              CourierId(picked.taken->courier), timer));
    if (!changed) {
        return afterLostUpdate(work, entry, *view);
    }
    EVENHAND_TRY(timers::moved(work, {view->id, view->campus, view->timer, view->timerFlags}, timer, "assigned", true));
    EVENHAND_TRY(record(work, *view, picked, messageId));
    emitOrder(work, view->id, view->campus, CourierId(picked.taken->courier), api::EventKind::Assigned);
    EVENHAND_TRY(settleWaiting(work, view->campus));
    EVENHAND_TRY(settleSpread(work, view->campus));
    return forgetAfterCommit(work, entry);
}

Result<void> settleWaiting(UnitOfWork& work, const CampusId& campus) {
    const auto subject = ofCampus(campus);
    for (const auto& [kind, reason] : {std::pair(api::AlertKind::NoCourier, api::WaitReason::NoCourier),
                                       std::pair(api::AlertKind::AtLimit, api::WaitReason::AtLimit)}) {
        EVENHAND_ASSIGN(const auto live, store::alerts::liveLevel(work.database(), kind, subject));
        if (!live) {
            continue;
        }
        EVENHAND_ASSIGN(const auto waiting, store::orders::waiting(work.database(), campus, reason, 1));
        if (waiting.empty()) {
            EVENHAND_TRY(alerts::resolve(work, kind, subject));
        }
    }
    return {};
}

Result<void> settleSpread(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto limits, store::alertLimits::known(work.database()));
    alerts::Condition condition;
    condition.kind = api::AlertKind::Spread;
    condition.subject = ofCampus(campus);
    condition.campus = campus;
    if (limits.spread == 0) {
        return alerts::settle(work, false, condition);
    }
    EVENHAND_ASSIGN(const auto all, weights(work.keyspace(), CampusKeys(campus)));
    condition.figure = all.onDuty.empty() ? 0 : all.onDuty.front().second - all.onDuty.back().second;
    return alerts::settle(work, *condition.figure > limits.spread, condition);
}

Result<void> markDead(UnitOfWork& work, OrderId order, std::int64_t epoch) {
    EVENHAND_ASSIGN(const auto view, store::orders::forDispatch(work.database(), order));
    if (!view || view->epoch != epoch || !view->courier.empty()) {
        return {};
    }
    EVENHAND_TRY(noteWaiting(work, *view, api::WaitReason::DeadLetter));
    return wakeForLostRoom(work, view->campus);
}

namespace {

/// Publishes a slice of those that wait for `reason` again. True: there may be more.
Result<bool> wakeSlice(UnitOfWork& work, const CampusId& campus, api::WaitReason reason) {
    EVENHAND_ASSIGN(const auto waiting, store::orders::waiting(work.database(), campus, reason, kWakeSlice));
    // What has become of one of them until it is locked, setWaiting() and the consumer of its message see.
    EVENHAND_TRY(work.lock([&waiting](auto& roots) {
        for (const auto& order : waiting) {
            roots.add(order.id);
        }
    }));
    for (const auto& order : waiting) {
        // With another reason to wait the next slice does not find it again.
        EVENHAND_TRY(store::orders::setWaiting(work.database(), order.id, order.epoch, api::WaitReason::Message));
        EVENHAND_TRY(publishOrder(work, order.id, order.orderNo, campus, order.epoch));
    }
    return static_cast<std::int64_t>(waiting.size()) == kWakeSlice;
}

/// Gives the oldest of those that wait for room a courier, at once: published again, it might be closed before its
/// message comes, and nobody would tell the next one of the room. True: it got one, and there may be room for more.
Result<bool> assignOldest(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto waiting, store::orders::waiting(work.database(), campus, api::WaitReason::AtLimit, 1));
    if (waiting.empty()) {
        return false;
    }
    const auto& order = waiting.front();
    // In the name of no message: delivered again, this one finds the next order.
    EVENHAND_TRY(assignOrder(work, order.id, order.epoch, ""));
    EVENHAND_ASSIGN(const auto now, store::orders::forDispatch(work.database(), order.id));
    const bool got = now && !now->courier.empty();
    if (got && !work.atomic()) {
        // If the process dies after the commit, a message of the order itself has its log entry deleted.
        EVENHAND_TRY(publishOrder(work, order.id, order.orderNo, campus, order.epoch));
    }
    return got;
}

/// Whether anybody on duty takes any number of orders.
Result<bool> hasEndlessRoom(UnitOfWork& work, const CampusKeys& keys) {
    EVENHAND_ASSIGN(const auto all, weights(work.keyspace(), keys));
    EVENHAND_ASSIGN(const auto found, loads(work.keyspace(), keys));
    return std::any_of(all.onDuty.begin(), all.onDuty.end(),
                       [&](const auto& entry) { return found.limitOf(entry.first.str()) == 0; });
}

/// Those that wait as everybody has as many orders as they may. True: there may be more that get one now.
Result<bool> wakeAtLimit(UnitOfWork& work, const CampusId& campus, const CampusKeys& keys) {
    EVENHAND_ASSIGN(const bool endless, hasEndlessRoom(work, keys));
    return endless ? wakeSlice(work, campus, api::WaitReason::AtLimit) : assignOldest(work, campus);
}

}  // namespace

Result<void> wakeCampus(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto record, store::campuses::find(work.database(), campus));
    if (!record) {
        return {};
    }
    EVENHAND_TRY(followDuty(work, campus));
    if (record->row.paused) {
        return {};
    }
    const CampusKeys keys(campus);
    EVENHAND_ASSIGN(const auto onDuty, countOnDuty(work.keyspace(), keys));
    EVENHAND_ASSIGN(bool more, wakeSlice(work, campus, api::WaitReason::Paused));
    if (!more && onDuty > 0) {  // else their messages would only find nobody again
        EVENHAND_ASSIGN(more, wakeSlice(work, campus, api::WaitReason::NoCourier));
    }
    if (!more && onDuty > 0) {
        EVENHAND_ASSIGN(more, wakeAtLimit(work, campus, keys));
    }
    if (!more && onDuty == 0) {  // they find nobody, and wait for that from here on
        EVENHAND_ASSIGN(more, wakeSlice(work, campus, api::WaitReason::AtLimit));
    }
    // A campus may have thousands of them, and a batch holds up all callers: the rest is another message.
    return more ? publishWake(work, campus) : Result<void>();
}

Result<void> handIn(UnitOfWork& work, const CampusId& campus, const CourierId& courier) {
    const CampusKeys keys(campus);
    EVENHAND_TRY(wakeIfFull(work, campus, keys, courier));
    return work.afterCommit(
        [keys, courier](keyspace::Keyspace& keyspace) { return addInHand(keyspace, keys, courier.str(), -1); });
}

Result<CourierId> releaseAssignment(UnitOfWork& work, const store::orders::Record& order, std::string_view reason,
                                    bool keepIfPickedUp) {
    auto& database = work.database();
    const CampusKeys keys(order.campus);
    EVENHAND_ASSIGN(const auto charge, store::assignments::find(database, order.id, order.epoch));
    if (!charge || charge->released) {
        // A take whose assignment never came about: nobody else will give it back.
        EVENHAND_TRY(giveTakeBack(work, order.campus, keys, keys.log(order.orderNo.str(), order.epoch)));
        return CourierId();
    }
    const bool giveBack = !(keepIfPickedUp && charge->pickedUp);
    EVENHAND_ASSIGN(const bool released,
                    store::assignments::release(database, order.id, order.epoch, work.now(), reason, giveBack));
    if (released && !giveBack) {
        EVENHAND_TRY(handIn(work, order.campus, charge->courier));
    }
    // The amount is the one that was charged, not the campus's present step. After the commit, for if that fails the
    // assignment stands, and so must its charge.
    if (released && giveBack) {
        EVENHAND_TRY(wakeIfFull(work, order.campus, keys, charge->courier));
        EVENHAND_TRY(work.afterCommit(
            [keys, orderNo = order.orderNo, epoch = order.epoch, charge = *charge](keyspace::Keyspace& keyspace) {
                return dispatch::release(keyspace, keys, orderNo.str(), epoch, charge.courier.str(), charge.charged,
                                         api::kDefaultLogTtlMs);
            }));
        EVENHAND_TRY(settleSpread(work, order.campus));
    }
    EVENHAND_TRY(store::events::add(database, order.id, work.now(), api::EventKind::AssignmentReleased,
                                    work.call().actor.name, charge->courier.str()));
    return charge->courier;
}

}  // namespace evenhand::dispatch
