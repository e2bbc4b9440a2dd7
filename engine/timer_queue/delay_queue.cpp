// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timer_queue/delay_queue.h"

#include <array>

#include "engine/base/number_text.h"
#include "engine/script/replies.h"
#include "engine/script/script_library.h"

namespace evenhand::timers {
namespace {

using keyspace::Keyspace;
using keyspace::Reply;
using Number = base::NumberText;
using script::integerOf;
using script::oddReply;

std::optional<Instant> instantOf(const Reply& reply) {
    const auto value = integerOf(reply);
    return value ? std::optional(Instant{*value}) : std::nullopt;
}

QueueKeys keysOf(api::TimerKind kind) {
    const std::string tag = "timer:{" + std::string(api::toText(kind)) + "}:";
    return {tag + "due", tag + "flight", tag + "attempts", tag + "dead"};
}

}  // namespace

const QueueKeys& queueKeys(api::TimerKind kind) {
    static const std::array<QueueKeys, api::kTimerKinds> all{
        keysOf(api::TimerKind::Unpaid), keysOf(api::TimerKind::Unassigned), keysOf(api::TimerKind::PickUpLate),
        keysOf(api::TimerKind::DeliveryLate), keysOf(api::TimerKind::AutoConfirm)};
    return all.at(static_cast<std::size_t>(kind));
}

Result<void> schedule(Keyspace& keyspace, api::TimerKind kind, OrderId order, Instant due) {
    static const auto& script = script::scriptNamed("timer_schedule");
    const auto& keys = queueKeys(kind);
    EVENHAND_TRY(
        keyspace.run(script, {keys.due, keys.flight, keys.attempts, keys.dead}, {Number(due.ms), Number(order.value)}));
    return {};
}

Result<void> unschedule(Keyspace& keyspace, api::TimerKind kind, OrderId order) {
    static const auto& script = script::scriptNamed("timer_cancel");
    const auto& keys = queueKeys(kind);
    EVENHAND_TRY(keyspace.run(script, {keys.due, keys.flight, keys.attempts, keys.dead}, {Number(order.value)}));
    return {};
}

Result<Claims> claim(Keyspace& keyspace, api::TimerKind kind, Instant now, Instant leaseEnd, std::int64_t limit,
                     std::int64_t maxAttempts) {
    static const auto& script = script::scriptNamed("timer_claim");
    const auto& keys = queueKeys(kind);
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, {keys.due, keys.flight, keys.attempts, keys.dead},
                                 {Number(now.ms), Number(leaseEnd.ms), Number(limit), Number(maxAttempts)}));
    if (reply.elements.size() != 2 || reply.elements[0].elements.size() % 2 != 0) {
        return oddReply(script.name);
    }
    Claims claims;
    const auto& taken = reply.elements[0].elements;
    claims.taken.reserve(taken.size() / 2);
    for (std::size_t i = 0; i < taken.size(); i += 2) {
        const auto order = integerOf(taken[i]);
        const auto due = integerOf(taken[i + 1]);
        if (!order || !due) {
            return oddReply(script.name);
        }
        claims.taken.push_back({OrderId{*order}, Instant{*due}});
    }
    for (const auto& dead : reply.elements[1].elements) {
        const auto order = integerOf(dead);
        if (!order) {
            return oddReply(script.name);
        }
        claims.dead.push_back(OrderId{*order});
    }
    return claims;
}

Result<bool> acknowledge(Keyspace& keyspace, api::TimerKind kind, OrderId order, Instant leaseEnd) {
    static const auto& script = script::scriptNamed("timer_ack");
    const auto& keys = queueKeys(kind);
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, {keys.flight, keys.attempts}, {Number(order.value), Number(leaseEnd.ms)}));
    return reply.integer == 1;
}

Result<Returned> giveBack(Keyspace& keyspace, api::TimerKind kind, OrderId order, Instant leaseEnd, Instant nextTry,
                          std::int64_t maxAttempts, Instant now) {
    static const auto& script = script::scriptNamed("timer_give_back");
    const auto& keys = queueKeys(kind);
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.due, keys.flight, keys.attempts, keys.dead},
                                                   {Number(order.value), Number(leaseEnd.ms), Number(nextTry.ms),
                                                    Number(maxAttempts), Number(now.ms)}));
    if (reply.elements.empty()) {
        return oddReply(script.name);
    }
    switch (reply.elements[0].integer) {
        case 1: return Returned::Waits;
        case 2: return Returned::Dead;
        default: return Returned::NotOurs;
    }
}

Result<QueueFigures> figures(Keyspace& keyspace, api::TimerKind kind) {
    static const auto& script = script::scriptNamed("timer_figures");
    const auto& keys = queueKeys(kind);
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.due, keys.flight, keys.dead}, {}));
    if (reply.elements.size() != 5) {
        return oddReply(script.name);
    }
    const auto& parts = reply.elements;
    return QueueFigures{parts[0].integer, parts[1].integer, parts[2].integer, instantOf(parts[3]), instantOf(parts[4])};
}

Result<std::vector<std::optional<Instant>>> lookUp(Keyspace& keyspace, api::TimerKind kind,
                                                   const std::vector<OrderId>& orders) {
    const auto& keys = queueKeys(kind);
    std::vector<std::optional<Instant>> found;
    found.reserve(orders.size());
    for (const auto order : orders) {
        const Number id(order.value);
        EVENHAND_ASSIGN(const auto due, keyspace.call({"ZSCORE", keys.due, id}));
        auto at = instantOf(due);
        if (!at) {
            EVENHAND_ASSIGN(const auto lease, keyspace.call({"ZSCORE", keys.flight, id}));
            at = instantOf(lease);
        }
        found.push_back(at);
    }
    return found;
}

Result<void> emptyQueue(keyspace::Keyspace& keyspace) {
    for (const auto kind : api::allTimerKinds()) {
        const auto& keys = queueKeys(kind);
        EVENHAND_TRY(keyspace.call({"DEL", keys.due}));
        EVENHAND_TRY(keyspace.call({"DEL", keys.flight}));
    }
    EVENHAND_TRY(keyspace.call({"DEL", kWholeKey}));
    EVENHAND_TRY(keyspace.call({"DEL", kWalkKey}));
    return {};
}

}  // namespace evenhand::timers
