// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/order_maker.h"

#include "engine/alerts/letters.h"
#include "engine/base/invariant.h"
#include "engine/base/number_text.h"
#include "engine/order_events/order_events.h"
#include "engine/seckill/activities.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/deduction_store.h"
#include "engine/store/records/order_store.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::seckill {
namespace {

using runtime::Message;
using runtime::UnitOfWork;

/// Instead of the hash of a request: no request has made this order.
constexpr std::string_view kBodyHash = "seckill reservation.";

Result<std::optional<OrderId>> insertOrder(UnitOfWork& work, const Sale& sale, const Message& message,
                                           Instant reservedAt) {
    auto& database = work.database();
    constexpr auto kFlags = store::orders::kTimersOfAllStages;
    EVENHAND_ASSIGN(const auto timer, timers::nextTimer(work, sale.campus, kFlags, api::TimerKind::Unpaid));
    store::OrderRow order;
    order.number = order.key = message.field("no");
    order.bodyHash = kBodyHash;
    order.user = message.field("user");
    order.campus = sale.campus.str();
    order.payable = sale.price.minor;
    order.placedAt = reservedAt.ms;
    order.createdAt = work.now().ms;
    store::orders::setTimer(order, timer);
    order.state.timerFlags = kFlags;
    order.activity = sale.id.str();
    EVENHAND_ASSIGN(const auto id, store::orders::insert(database, std::move(order)));
    if (!id) {
        return id;
    }
    EVENHAND_TRY(timers::placed(work, *id, sale.campus, timer));
    const api::OrderLine line{sale.voucher, 1, sale.price};
    EVENHAND_TRY(store::orders::insertLines(database, *id, std::span(&line, 1)));
    const store::deductions::Line taken{sale.voucher.str(), 1};
    EVENHAND_TRY(store::deductions::insert(database, *id, work.now(), std::span(&taken, 1)));
    EVENHAND_TRY(orders::note(work, *id, sale.campus, {}, api::EventKind::Placed, sale.id.str()));
    return id;
}

/// After the commit, where keyspace and database commit apart: given back before, a message whose unit fails would come
/// again and find that its reservation is somebody else's. Only the order that holds a slot gives it back, so whoever
/// handles the message again does it once.
Result<void> releaseWithUnit(UnitOfWork& work, const ActivityKeys& keys, const Message& message, std::int64_t units,
                             std::string_view instead) {
    EVENHAND_INVARIANT(units == 0 || units == 1, "an attempt would give back more units of a sale than it had");
    return work.afterCommit([keys, user = std::string(message.field("user")), no = std::string(message.field("no")),
                             units, instead = std::string(instead)](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(release(keyspace, keys, user, no, units, instead));
        return {};
    });
}

Result<void> giveUp(UnitOfWork& work, const Sale& sale, const Message& message, std::int64_t units,
                    std::string_view instead) {
    EVENHAND_ASSIGN(const auto slot, slotOf(work.keyspace(), sale.keys, message.field("user")));
    if (!slot || slot->orderNo != message.field("no")) {
        return {};  // it was given up before
    }
    EVENHAND_TRY(releaseWithUnit(work, sale.keys, message, units, instead));
    return noteAction(work, sale.id, api::ActivityAction::Released, 1);
}

}  // namespace

Result<std::vector<std::string>> OrderMaker::topics(store::Database& database) {
    EVENHAND_ASSIGN(const auto running, store::activities::running(database));
    m_activities.clear();
    std::vector<std::string> topics;
    for (const auto& activity : running) {
        topics.push_back(ActivityKeys(activity).topic);
        m_activities.emplace(topics.back(), activity);
    }
    m_shared->familyStale = false;
    return topics;
}

void OrderMaker::prefetch(const Message& message, store::ReadAhead& ahead) const {
    const auto activity = m_activities.find(message.topic);
    if (activity == m_activities.end()) {
        return;
    }
    ahead.orderNumbers.push_back(message.field("no"));
    ahead.requestKeys.push_back(message.field("no"));
    ahead.activities.push_back(activity->second.str());
    ahead.liveOrders.emplace_back(activity->second.str(), message.field("user"));
    if (const auto sale = m_shared->sales.find(activity->second); sale != m_shared->sales.end()) {
        ahead.campuses.push_back(sale->second.campus.str());
    }
}

Result<const Sale*> OrderMaker::saleOf(store::Database& database, const std::string& topic) {
    const auto known = m_activities.find(topic);
    const auto activity = known != m_activities.end() ? known->second : activityOf(topic);
    if (const auto sale = m_shared->sales.find(activity); sale != m_shared->sales.end()) {
        return &sale->second;
    }
    EVENHAND_ASSIGN(auto row, needActivity(database, activity));
    const auto made = m_shared->sales.emplace(
        activity,
        Sale{activity, ActivityKeys(activity), std::move(row.set.voucher), std::move(row.set.campus), row.set.price});
    return &made.first->second;
}

Result<void> OrderMaker::handle(UnitOfWork& work, const Message& message) {
    EVENHAND_ASSIGN(const auto* sale, saleOf(work.database(), message.topic));
    const auto at = base::numberFrom(message.field("at"));
    if (message.field("user").empty() || message.field("no").empty() || !at) {
        return fail(ErrorCode::Internal, "the message names no user, order or instant", "message", message.id);
    }
    // Two consumers may have messages of one user at once: one of them was taken for dead and is not, or the user's
    // order was closed and there is another reservation already. One after the other each finds what the row says; at
    // once they would meet at the unique key (activity, user, live), and a batch would run again. That key stays the
    // last line. No row holds a fencing value: whoever comes back after its lease is refused by the key as well as by a
    // number, and needs no column for it. The value is compared where a lock is renewed and given back.
    if (!work.atomic()) {
        EVENHAND_TRY(m_locks.take(work, {sale->keys.userLock(message.field("user")), sale->keys.fence}));
    }
    EVENHAND_TRY(work.lock([sale](auto& roots) { roots.add(sale->campus, store::Hold::Read).add(sale->id); }));
    EVENHAND_ASSIGN(const bool took, store::activities::takeUnit(work.database(), sale->id));
    if (!took) {
        return notMade(work, *sale, message, false);
    }
    EVENHAND_ASSIGN(const auto id, insertOrder(work, *sale, message, Instant{*at}));
    if (!id) {
        return notMade(work, *sale, message, true);
    }
    m_shared->latencies[sale->id].add(std::max<std::int64_t>(0, work.now().ms - *at));
    return {};
}

/// There is no unit left in the database, or no order could be inserted: why, and what follows from it.
Result<void> OrderMaker::notMade(UnitOfWork& work, const Sale& sale, const Message& message, bool tookUnit) {
    auto& database = work.database();
    if (tookUnit) {
        EVENHAND_TRY(store::activities::giveUnitBack(database, sale.id));
    }
    EVENHAND_ASSIGN(const auto same, store::orders::find(database, OrderNo(message.field("no"))));
    if (same) {
        const bool itsOwn = same->activity == sale.id && same->user.str() == message.field("user") &&
                            same->placedAt.ms == base::numberFrom(message.field("at"));
        // Delivered again: it has had its effect. Else the number is taken by chance.
        return itsOwn ? Result<void>{} : giveUp(work, sale, message, 1, {});
    }
    if (!tookUnit) {
        // The keyspace had more units than there are: this one does not go back to its stock.
        return giveUp(work, sale, message, 0, {});
    }
    EVENHAND_ASSIGN(const auto live, store::activities::liveOrder(database, sale.id, UserId(message.field("user"))));
    if (!live) {
        // A campus is not disabled before its sales are over, so it is one that is not there.
        return fail(ErrorCode::NotFound, "no such campus", "campus", sale.campus.str());
    }
    // The keyspace had forgotten that the user has one: now it knows again.
    return giveUp(work, sale, message, 1, live->orderNo.str());
}

Result<void> OrderMaker::onDead(UnitOfWork& work, const Message& message, const Error& reason) {
    const ActivityKeys keys(activityOf(message.topic));
    EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), OrderNo(message.field("no"))));
    if (!order) {
        EVENHAND_TRY(releaseWithUnit(work, keys, message, 1, {}));
    }
    api::Event event;
    event.kind = api::Event::Kind::SeckillChanged;
    event.activity = activityOf(message.topic);
    work.emit(std::move(event));
    return alerts::raiseLetter(work, {api::AlertSubjectType::Sale, activityOf(message.topic).str()}, {}, reason.text());
}

}  // namespace evenhand::seckill
