// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/compare.h"

#include "engine/alerts/raise.h"
#include "engine/seckill/activities.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/records/activity_store.h"

namespace evenhand::seckill {
namespace {

using runtime::UnitOfWork;
using Stage = Comparison::Stage;

// What is put right is put right at once, also where keyspace and database commit apart: it is what the database says,
// whether the unit that has found it is kept or not.

constexpr std::int64_t kCompareSlice = 512;

Result<void> putSlot(UnitOfWork& work, const ActivityKeys& keys, Comparison& walk, std::string_view user,
                     const Slot& slot) {
    ++walk.result.missingSlots;
    if (walk.fix) {
        EVENHAND_TRY(work.keyspace().call({"HSET", keys.slots, user, slot.text()}));
        ++walk.result.repaired;
    }
    return {};
}

/// Every live order has its user's slot.
Result<void> compareOrders(UnitOfWork& work, const ActivityKeys& keys, Comparison& walk) {
    EVENHAND_ASSIGN(const auto orders,
                    store::activities::liveOrders(work.database(), walk.activity, walk.afterOrder, kCompareSlice));
    for (const auto& order : orders) {
        EVENHAND_ASSIGN(const auto slot, slotOf(work.keyspace(), keys, order.user.str()));
        ++walk.result.liveOrders;
        if (!slot || slot->orderNo != order.orderNo.str()) {
            EVENHAND_TRY(putSlot(work, keys, walk, order.user.str(), {order.orderNo.str(), {}}));
        }
        walk.afterOrder = order.order;
    }
    if (static_cast<std::int64_t>(orders.size()) < kCompareSlice) {
        walk.stage = Stage::Messages;
    }
    return {};
}

/// Every reservation on its way has its user's slot, unless the user has a live order: then it will be given up.
Result<void> compareMessages(UnitOfWork& work, const ActivityKeys& keys, Comparison& walk) {
    EVENHAND_ASSIGN(const auto messages, tickets(work.keyspace(), keys, walk.afterMessage, kCompareSlice));
    for (const auto& message : messages) {
        walk.afterMessage = message.id;
        EVENHAND_ASSIGN(const auto slot, slotOf(work.keyspace(), keys, message.user));
        if (!slot && !message.user.empty()) {
            EVENHAND_TRY(putSlot(work, keys, walk, message.user, {message.orderNo, message.id}));
        }
    }
    if (static_cast<std::int64_t>(messages.size()) < kCompareSlice) {
        walk.stage = Stage::Slots;
    }
    return {};
}

/// Every slot has a live order or a message.
Result<void> compareSlots(UnitOfWork& work, const ActivityKeys& keys, Comparison& walk) {
    EVENHAND_ASSIGN(const auto reply,
                    work.keyspace().call({"HSCAN", keys.slots, walk.cursor, "COUNT", std::to_string(kCompareSlice)}));
    if (reply.elements.size() != 2) {
        return fail(ErrorCode::Script, "unexpected reply", "command", "HSCAN");
    }
    walk.cursor = reply.elements[0].text;
    const auto& entries = reply.elements[1].elements;
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
        const auto& user = entries[i].text;
        const auto slot = Slot::of(entries[i + 1].text);
        EVENHAND_ASSIGN(const auto order, store::activities::liveOrder(work.database(), walk.activity, UserId(user)));
        bool good = order && order->orderNo.str() == slot.orderNo;
        if (!good && !slot.messageId.empty()) {
            EVENHAND_ASSIGN(const auto message, ticket(work.keyspace(), keys, slot.messageId));
            good = message.has_value();
        }
        if (!good) {
            ++walk.result.strandedSlots;
            if (walk.fix) {
                EVENHAND_TRY(work.keyspace().call({"HDEL", keys.slots, user}));
                ++walk.result.repaired;
            }
        }
    }
    if (walk.cursor == "0") {
        walk.stage = Stage::Figures;
    }
    return {};
}

/// What was put right does not differ any more.
Result<void> settleAlert(UnitOfWork& work, const api::ActivityRow& row, const Comparison& walk) {
    const auto& result = walk.result;
    alerts::Condition condition;
    condition.kind = api::AlertKind::SaleDiffers;
    condition.subject = {api::AlertSubjectType::Sale, walk.activity.str()};
    condition.campus = row.set.campus;
    const bool figures = result.lost || result.stateDiffers || result.stock != result.stockExpected;
    condition.figure = walk.fix ? 0 : result.missingSlots + result.strandedSlots + (figures ? 1 : 0);
    return alerts::settle(work, *condition.figure > 0, condition);
}

Result<void> compareFigures(UnitOfWork& work, const ActivityKeys& keys, const api::ActivityRow& row, Comparison& walk) {
    auto& result = walk.result;
    EVENHAND_ASSIGN(const auto found, figures(work.keyspace(), keys));
    result.at = work.now();
    result.lost = !found.state;
    result.stock = found.stock;
    result.slots = found.slots;
    result.messages = found.messages;
    result.stockExpected = std::max<std::int64_t>(0, row.left - found.messages);
    result.stateDiffers =
        !result.lost && (found.state != row.state || found.begin != row.set.begin || found.end != row.set.end);
    if (walk.fix && (result.lost || result.stateDiffers || result.stock != result.stockExpected)) {
        EVENHAND_TRY(mend(work.keyspace(), keys, row, result.stockExpected));
        ++result.repaired;
    }
    if (walk.fix && result.repaired > 0) {
        EVENHAND_TRY(noteAction(work, walk.activity, api::ActivityAction::Repaired, result.repaired));
    }
    walk.stage = Stage::Ended;
    return settleAlert(work, row, walk);
}

}  // namespace

Result<void> compareSlice(UnitOfWork& work, SharedState& shared, Comparison& walk) {
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), walk.activity));
    if (row.state != api::ActivityState::Started && row.state != api::ActivityState::Stopped) {
        return fail(ErrorCode::WrongStatus, "is not started", "state", std::string(api::toText(row.state)));
    }
    if (walk.fix) {
        shared.activitiesChanged();  // the stream may be a new one
    }
    const auto& keys = shared.keys(walk.activity);
    walk.result.activity = walk.activity;
    switch (walk.stage) {
        case Stage::Orders: return compareOrders(work, keys, walk);
        case Stage::Messages: return compareMessages(work, keys, walk);
        case Stage::Slots: return compareSlots(work, keys, walk);
        case Stage::Figures: return compareFigures(work, keys, row, walk);
        case Stage::Ended: break;
    }
    return {};
}

}  // namespace evenhand::seckill
