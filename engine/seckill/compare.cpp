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

/// The two sides, and what is known of both.
struct Sides {
    store::Database& database;
    keyspace::Keyspace& keyspace;
    const ActivityKeys& keys;
    Comparison& walk;
    const Differs& differs;

    void tell(std::string_view key, std::string_view member, std::string expected, std::string found) const {
        if (differs) {
            differs(key, member, std::move(expected), std::move(found));
        }
    }
};

std::string textOf(const std::optional<Slot>& slot) { return slot ? slot->text() : std::string(); }
std::string textOf(const std::optional<std::int64_t>& number) { return number ? std::to_string(*number) : ""; }

Result<void> putSlot(const Sides& sides, std::string_view user, const Slot& slot, const std::optional<Slot>& found) {
    ++sides.walk.result.missingSlots;
    sides.tell(sides.keys.slots, user, slot.text(), textOf(found));
    if (sides.walk.fix) {
        EVENHAND_TRY(sides.keyspace.call({"HSET", sides.keys.slots, user, slot.text()}));
        ++sides.walk.result.repaired;
    }
    return {};
}

/// Every live order has its user's slot.
Result<void> compareOrders(const Sides& sides) {
    auto& walk = sides.walk;
    EVENHAND_ASSIGN(const auto orders,
                    store::activities::liveOrders(sides.database, walk.activity, walk.afterOrder, kCompareSlice));
    for (const auto& order : orders) {
        EVENHAND_ASSIGN(const auto slot, slotOf(sides.keyspace, sides.keys, order.user.str()));
        ++walk.result.liveOrders;
        if (!slot || slot->orderNo != order.orderNo.str()) {
            EVENHAND_TRY(putSlot(sides, order.user.str(), {order.orderNo.str(), {}}, slot));
        }
        walk.afterOrder = order.order;
    }
    if (static_cast<std::int64_t>(orders.size()) < kCompareSlice) {
        walk.stage = Stage::Messages;
    }
    return {};
}

/// Every reservation on its way has its user's slot, unless the user has a live order: then it will be given up.
Result<void> compareMessages(const Sides& sides) {
    auto& walk = sides.walk;
    EVENHAND_ASSIGN(const auto messages, tickets(sides.keyspace, sides.keys, walk.afterMessage, kCompareSlice));
    for (const auto& message : messages) {
        walk.afterMessage = message.id;
        EVENHAND_ASSIGN(const auto slot, slotOf(sides.keyspace, sides.keys, message.user));
        if (!slot && !message.user.empty()) {
            EVENHAND_TRY(putSlot(sides, message.user, {message.orderNo, message.id}, slot));
        }
    }
    if (static_cast<std::int64_t>(messages.size()) < kCompareSlice) {
        walk.stage = Stage::Slots;
    }
    return {};
}

/// Every slot has a live order or a message.
Result<void> compareSlots(const Sides& sides) {
    auto& walk = sides.walk;
    EVENHAND_ASSIGN(const auto reply, sides.keyspace.call({"HSCAN", sides.keys.slots, walk.cursor, "COUNT",
                                                           std::to_string(kCompareSlice)}));
    if (reply.elements.size() != 2) {
        return fail(ErrorCode::Script, "unexpected reply", "command", "HSCAN");
    }
    walk.cursor = reply.elements[0].text;
    const auto& entries = reply.elements[1].elements;
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
        const auto& user = entries[i].text;
        const auto slot = Slot::of(entries[i + 1].text);
        EVENHAND_ASSIGN(const auto order, store::activities::liveOrder(sides.database, walk.activity, UserId(user)));
        bool good = order && order->orderNo.str() == slot.orderNo;
        if (!good && !slot.messageId.empty()) {
            EVENHAND_ASSIGN(const auto message, ticket(sides.keyspace, sides.keys, slot.messageId));
            good = message.has_value();
        }
        if (!good) {
            ++walk.result.strandedSlots;
            sides.tell(sides.keys.slots, user, {}, slot.text());
            if (walk.fix) {
                EVENHAND_TRY(sides.keyspace.call({"HDEL", sides.keys.slots, user}));
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

void tellFigures(const Sides& sides, const api::ActivityRow& row, const Figures& found) {
    const auto& live = sides.keys.live;
    if (found.state != row.state) {
        sides.tell(live, "state", std::string(api::toText(row.state)),
                   found.state ? std::string(api::toText(*found.state)) : std::string());
    }
    const auto tellInstant = [&](std::string_view member, Instant expected, const std::optional<Instant>& at) {
        if (at != expected) {
            sides.tell(live, member, std::to_string(expected.ms), at ? std::to_string(at->ms) : std::string());
        }
    };
    tellInstant("begin", row.set.begin, found.begin);
    tellInstant("end", row.set.end, found.end);
    if (found.stock != sides.walk.result.stockExpected) {
        sides.tell(live, "stock", std::to_string(sides.walk.result.stockExpected), textOf(found.stock));
    }
}

Result<void> compareFigures(const Sides& sides, const api::ActivityRow& row) {
    auto& walk = sides.walk;
    auto& result = walk.result;
    EVENHAND_ASSIGN(const auto found, figures(sides.keyspace, sides.keys));
    result.lost = !found.state;
    result.stock = found.stock;
    result.slots = found.slots;
    result.messages = found.messages;
    result.stockExpected = std::max<std::int64_t>(0, row.left - found.messages);
    result.stateDiffers =
        !result.lost && (found.state != row.state || found.begin != row.set.begin || found.end != row.set.end);
    tellFigures(sides, row, found);
    if (walk.fix && (result.lost || result.stateDiffers || result.stock != result.stockExpected)) {
        EVENHAND_TRY(mend(sides.keyspace, sides.keys, row, result.stockExpected));
        ++result.repaired;
    }
    walk.stage = Stage::Ended;
    return {};
}

}  // namespace

Result<void> compareStep(store::Database& database, keyspace::Keyspace& keyspace, const ActivityKeys& keys,
                         const api::ActivityRow& row, Comparison& walk, const Differs& differs) {
    const Sides sides{database, keyspace, keys, walk, differs};
    walk.result.activity = walk.activity;
    switch (walk.stage) {
        case Stage::Orders: return compareOrders(sides);
        case Stage::Messages: return compareMessages(sides);
        case Stage::Slots: return compareSlots(sides);
        case Stage::Figures: return compareFigures(sides, row);
        case Stage::Ended: break;
    }
    return {};
}

Result<void> conclude(UnitOfWork& work, const api::ActivityRow& row, const Comparison& walk) {
    if (walk.fix && walk.result.repaired > 0) {
        EVENHAND_TRY(noteAction(work, walk.activity, api::ActivityAction::Repaired, walk.result.repaired));
    }
    return settleAlert(work, row, walk);
}

Result<void> compareSlice(UnitOfWork& work, SharedState& shared, Comparison& walk) {
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), walk.activity));
    if (row.state != api::ActivityState::Started && row.state != api::ActivityState::Stopped) {
        return fail(ErrorCode::WrongStatus, "is not started", "state", std::string(api::toText(row.state)));
    }
    if (walk.fix) {
        shared.activitiesChanged();  // the stream may be a new one
    }
    if (walk.stage == Stage::Ended) {
        return {};
    }
    EVENHAND_TRY(compareStep(work.database(), work.keyspace(), shared.keys(walk.activity), row, walk));
    if (walk.stage != Stage::Ended) {
        return {};
    }
    walk.result.at = work.now();
    return conclude(work, row, walk);
}

}  // namespace evenhand::seckill
