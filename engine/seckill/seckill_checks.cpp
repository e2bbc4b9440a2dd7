// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/seckill_checks.h"

#include <unordered_map>

#include "engine/base/counted.h"
#include "engine/seckill/activities.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/records/activity_store.h"

namespace evenhand::seckill {
namespace {

using api::ActivityState;
using runtime::Finding;
using runtime::ReadSnapshot;
using store::activities::LiveOrder;
using store::activities::Sums;

std::string text(std::optional<std::int64_t> value) { return value ? std::to_string(*value) : "nothing"; }

/// What is wrong with the units of an activity, empty if nothing.
std::string unitsFault(const Sums& sums, const Figures& found) {
    const auto& row = sums.row;
    if (row.left < 0 || row.returned < 0) {
        return "has a negative number of units";
    }
    if (row.startedAt && row.ordered != sums.live) {
        return "has sold " + std::to_string(row.ordered) + " by its units and has " +
               base::counted(sums.live, "live order");
    }
    if (!row.startedAt && (row.left != 0 || sums.live != 0)) {
        return "has units or orders before its start";
    }
    if (!isLive(row)) {
        return row.left == 0 ? std::string() : "still holds " + base::counted(row.left, "unit");
    }
    if (!found.stock || *found.stock < 0 || *found.stock + found.messages != row.left) {
        return "has " + text(found.stock) + " to reserve and " + std::to_string(found.messages) + " reserved, of " +
               std::to_string(row.left) + " left";
    }
    return {};
}

/// S1.
Result<void> checkUnits(ReadSnapshot& snapshot, Finding& finding) {
    std::vector<Sums> all;
    EVENHAND_TRY(store::activities::eachSums(snapshot.database, [&](const Sums& sums) { all.push_back(sums); }));
    for (const auto& sums : all) {
        EVENHAND_ASSIGN(const auto found, figures(snapshot.keyspace, ActivityKeys(sums.row.set.id)));
        const auto fault = unitsFault(sums, found);
        finding.expect(fault.empty(), [&] { return "activity " + sums.row.set.id.str() + " " + fault; });
    }
    return {};
}

/// S2.
Result<void> checkOnePerUser(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(finding.checked, store::activities::countOfActivities(snapshot.database));
    return store::activities::eachWrongLive(snapshot.database,
                                            [&](std::string_view what) { finding.offend(std::string(what)); });
}

using Orders = std::unordered_map<std::string, std::string>;  ///< user → order number

Result<Orders> liveOrdersOf(ReadSnapshot& snapshot, const ActivityId& activity) {
    Orders orders;
    EVENHAND_TRY(store::activities::eachLive(snapshot.database, activity, [&](const LiveOrder& order) {
        orders.emplace(order.user.str(), order.orderNo.str());
    }));
    return orders;
}

Result<void> eachRunning(ReadSnapshot& snapshot, const std::function<Result<void>(const api::ActivityRow&)>& fn) {
    EVENHAND_ASSIGN(const auto ids, store::activities::running(snapshot.database));
    for (const auto& id : ids) {
        EVENHAND_ASSIGN(const auto row, store::activities::find(snapshot.database, id));
        if (row) {
            EVENHAND_TRY(fn(*row));
        }
    }
    return {};
}

/// S3: no slot without an order or a message, no message without a slot.
Result<void> checkReservations(ReadSnapshot& snapshot, Finding& finding) {
    return eachRunning(snapshot, [&](const api::ActivityRow& row) -> Result<void> {
        const ActivityKeys keys(row.set.id);
        const auto name = "activity " + row.set.id.str();
        EVENHAND_ASSIGN(const auto orders, liveOrdersOf(snapshot, row.set.id));
        EVENHAND_ASSIGN(const auto slots, snapshot.keyspace.call({"HGETALL", keys.slots}));
        std::unordered_map<std::string, Slot> bySlot;
        for (std::size_t i = 0; i + 1 < slots.elements.size(); i += 2) {
            const auto slot = Slot::of(slots.elements[i + 1].text);
            const auto& user = slots.elements[i].text;
            const auto order = orders.find(user);
            bool good = order != orders.end() && order->second == slot.orderNo;
            if (!good && !slot.messageId.empty()) {
                EVENHAND_ASSIGN(const auto message, ticket(snapshot.keyspace, keys, slot.messageId));
                good = message && message->orderNo == slot.orderNo;
            }
            finding.expect(good, [&] { return name + ": user " + user + " holds a slot for nothing"; });
            bySlot.emplace(user, slot);
        }
        std::string after;
        while (true) {
            constexpr std::int64_t kSlice = 1'000;
            EVENHAND_ASSIGN(const auto messages, tickets(snapshot.keyspace, keys, after, kSlice));
            for (const auto& message : messages) {
                const auto slot = bySlot.find(message.user);
                finding.expect(slot != bySlot.end() && slot->second.orderNo == message.orderNo, [&] {
                    return name + ": the reservation " + message.orderNo + " of user " + message.user + " has no slot";
                });
                after = message.id;
            }
            if (static_cast<std::int64_t>(messages.size()) < kSlice) {
                return {};
            }
        }
    });
}

/// S5.
Result<void> checkAgreement(ReadSnapshot& snapshot, Finding& finding) {
    return eachRunning(snapshot, [&](const api::ActivityRow& row) -> Result<void> {
        const ActivityKeys keys(row.set.id);
        const auto name = "activity " + row.set.id.str();
        EVENHAND_ASSIGN(const auto found, figures(snapshot.keyspace, keys));
        finding.expect(found.state == row.state && found.begin == row.set.begin && found.end == row.set.end, [&] {
            return name +
                   (found.state ? " has another state, begin or end in the keyspace" : " is not known in the keyspace");
        });
        EVENHAND_ASSIGN(const auto orders, liveOrdersOf(snapshot, row.set.id));
        for (const auto& [user, orderNo] : orders) {
            EVENHAND_ASSIGN(const auto slot, slotOf(snapshot.keyspace, keys, user));
            finding.expect(slot && slot->orderNo == orderNo, [&, userId = user, no = orderNo] {
                return name + ": user " + userId + " has the order " + no + " and no slot";
            });
        }
        return {};
    });
}

}  // namespace

std::vector<runtime::Check> seckillChecks() {
    return {{"S1", "Stock + reservations + orders = initial + added, and nothing below zero", checkUnits},
            {"S2", "At most one live order per activity and user", checkOnePerUser},
            {"S3", "Every reservation is an order or on its way, with the slot of its user", checkReservations},
            {"S5", "Keyspace and database agree on every running activity", checkAgreement}};
}

Result<std::vector<ActivityUnits>> activityUnits(store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    std::vector<ActivityUnits> all;
    std::vector<Sums> rows;
    EVENHAND_TRY(store::activities::eachSums(database, [&](const Sums& sums) { rows.push_back(sums); }));
    for (const auto& sums : rows) {
        ActivityUnits units{sums.row.set.id.str(), 0, 0, sums.live};
        if (isLive(sums.row)) {
            EVENHAND_ASSIGN(const auto found, figures(keyspace, ActivityKeys(sums.row.set.id)));
            units.stock = found.stock.value_or(0);
            units.reserved = found.messages;
        }
        all.push_back(std::move(units));
    }
    return all;
}

}  // namespace evenhand::seckill
