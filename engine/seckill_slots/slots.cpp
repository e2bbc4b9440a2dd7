// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill_slots/slots.h"

#include <utility>

#include "engine/base/number_text.h"
#include "engine/runtime/topics.h"
#include "engine/script/replies.h"
#include "engine/script/script_library.h"

namespace evenhand::seckill {
namespace {

using keyspace::Keyspace;
using keyspace::Reply;
using Number = base::NumberText;
using script::oddReply;
using Outcome = api::AttemptOutcome;

constexpr std::int64_t kEndedWordMs = base::kDayMs;  ///< how long the keyspace answers that an activity has ended

std::optional<Instant> instantOf(const Reply& reply) {
    const auto ms = base::numberFrom(reply.text);
    return ms ? std::optional(Instant{*ms}) : std::nullopt;
}

/// [id, [name, value, …]]
Ticket ticketOf(const Reply& entry) {
    Ticket ticket;
    if (entry.elements.size() < 2) {
        return ticket;
    }
    ticket.id = entry.elements[0].text;
    const auto& fields = entry.elements[1].elements;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        if (fields[i].text == "user") {
            ticket.user = fields[i + 1].text;
        } else if (fields[i].text == "no") {
            ticket.orderNo = fields[i + 1].text;
        } else if (fields[i].text == "at") {
            ticket.at = instantOf(fields[i + 1]).value_or(Instant{});
        }
    }
    return ticket;
}

}  // namespace

Slot Slot::of(std::string_view text) {
    const auto space = text.rfind(' ');
    if (space == std::string_view::npos) {
        return {std::string(text), {}};
    }
    return {std::string(text.substr(0, space)), std::string(text.substr(space + 1))};
}

Result<bool> preload(Keyspace& keyspace, const ActivityKeys& keys, Instant begin, Instant end, std::int64_t units) {
    static const auto& script = script::scriptNamed("seckill_preload");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.live},
                                                   {api::toText(api::ActivityState::Started), Number(begin.ms),
                                                    Number(end.ms), Number(units)}));
    return reply.integer == 1;
}

namespace {

/// "order no, space, user" of a request that has reserved.
Result<Reserved> answeredBefore(std::string_view answer, std::string_view user) {
    const auto space = answer.find(' ');
    if (space == std::string_view::npos || answer.substr(space + 1) != user) {
        return fail(ErrorCode::KeyReused, "the key was used for another user", "idempotency_key");
    }
    return Reserved{Outcome::Reserved, std::string(answer.substr(0, space)), true, {}};
}

}  // namespace

Result<Reserved> reserve(Keyspace& keyspace, const ActivityKeys& keys, Instant now, std::string_view user,
                         std::string_view orderNo, std::string_view request) {
    static const auto& script = script::scriptNamed("seckill_reserve");
    EVENHAND_ASSIGN(auto reply, request.empty()
                                    ? keyspace.run(script, {keys.live, keys.slots, keys.stream},
                                                   {Number(now.ms), user, orderNo, "*"})
                                    : keyspace.run(script, {keys.live, keys.slots, keys.stream, keys.answers},
                                                   {Number(now.ms), user, orderNo, "*", request}));
    switch (reply.type) {
        case Reply::Type::Bulk: return Reserved{Outcome::Reserved, std::string(orderNo), false, std::move(reply.text)};
        case Reply::Type::Array:
            if (reply.elements.size() != 2) {
                return oddReply(script.name);
            }
            if (reply.elements[0].integer == 7) {
                return answeredBefore(reply.elements[1].text, user);
            }
            return Reserved{Outcome::Duplicate, Slot::of(reply.elements[1].text).orderNo, false, {}};
        case Reply::Type::Integer:
            switch (reply.integer) {
                case 1: return Reserved{Outcome::SoldOut, {}, false, {}};
                case 3: return Reserved{Outcome::Unknown, {}, false, {}};
                case 4: return Reserved{Outcome::NotStarted, {}, false, {}};
                case 5: return Reserved{Outcome::Ended, {}, false, {}};
                case 6: return Reserved{Outcome::Stopped, {}, false, {}};
                default: return oddReply(script.name);
            }
        case Reply::Type::Nil:
        case Reply::Type::Status:
        case Reply::Type::Error:
        case Reply::Type::NilArray: break;
    }
    return oddReply(script.name);
}

Result<bool> undoReserve(Keyspace& keyspace, const ActivityKeys& keys, std::string_view user, const Reserved& reserved,
                         std::string_view request) {
    static const auto& script = script::scriptNamed("seckill_undo_reserve");
    EVENHAND_ASSIGN(const auto reply,
                    request.empty() ? keyspace.run(script, {keys.live, keys.slots, keys.stream},
                                                   {user, reserved.orderNo, reserved.messageId, kGroup})
                                    : keyspace.run(script, {keys.live, keys.slots, keys.stream, keys.answers},
                                                   {user, reserved.orderNo, reserved.messageId, kGroup, request}));
    return reply.integer == 1;
}

Result<bool> release(Keyspace& keyspace, const ActivityKeys& keys, std::string_view user, std::string_view orderNo,
                     std::int64_t units, std::string_view instead) {
    static const auto& script = script::scriptNamed("seckill_release");
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, {keys.live, keys.slots}, {user, orderNo, Number(units), instead}));
    return reply.integer == 1;
}

Result<bool> set(Keyspace& keyspace, const ActivityKeys& keys, api::ActivityState state, Instant end) {
    static const auto& script = script::scriptNamed("seckill_set");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.live}, {api::toText(state), Number(end.ms)}));
    return reply.integer == 1;
}

Result<std::int64_t> topUp(Keyspace& keyspace, const ActivityKeys& keys, std::int64_t units) {
    static const auto& script = script::scriptNamed("seckill_top_up");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.live}, {Number(units)}));
    return reply.integer;
}

Result<void> finish(Keyspace& keyspace, const ActivityKeys& keys) {
    static const auto& script = script::scriptNamed("seckill_end");
    const auto retries = runtime::retryKey(keys.topic);
    const auto attempts = runtime::attemptsKey(keys.topic);
    const auto counters = runtime::countersKey(keys.topic);
    EVENHAND_TRY(keyspace.run(
        script, {keys.live, keys.slots, keys.stream, retries, attempts, counters, keys.answers, keys.fence},
        {Number(kEndedWordMs)}));
    return {};
}

Result<void> mend(Keyspace& keyspace, const ActivityKeys& keys, const api::ActivityRow& row, std::int64_t units) {
    static const auto& script = script::scriptNamed("seckill_mend");
    EVENHAND_TRY(
        keyspace.run(script, {keys.live},
                     {api::toText(row.state), Number(row.set.begin.ms), Number(row.set.end.ms), Number(units)}));
    return {};
}

Result<Figures> figures(Keyspace& keyspace, const ActivityKeys& keys) {
    EVENHAND_ASSIGN(const auto live, keyspace.call({"HMGET", keys.live, "state", "begin", "end", "stock"}));
    EVENHAND_ASSIGN(const auto slots, keyspace.call({"HLEN", keys.slots}));
    EVENHAND_ASSIGN(const auto messages, keyspace.call({"XLEN", keys.stream}));
    const auto& parts = live.elements;
    if (parts.size() != 4) {
        return fail(ErrorCode::Script, "unexpected reply", "command", "HMGET");
    }
    return Figures{api::activityStateFrom(parts[0].text), instantOf(parts[1]), instantOf(parts[2]),
                   base::numberFrom(parts[3].text),       slots.integer,       messages.integer};
}

Result<std::optional<Slot>> slotOf(Keyspace& keyspace, const ActivityKeys& keys, std::string_view user) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"HGET", keys.slots, user}));
    return reply.isNil() ? std::nullopt : std::optional(Slot::of(reply.text));
}

Result<std::optional<Ticket>> ticket(Keyspace& keyspace, const ActivityKeys& keys, std::string_view id) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"XRANGE", keys.stream, id, id}));
    return reply.elements.empty() ? std::nullopt : std::optional(ticketOf(reply.elements.front()));
}

Result<std::vector<Ticket>> tickets(Keyspace& keyspace, const ActivityKeys& keys, std::string_view after,
                                    std::int64_t limit) {
    const auto from = after.empty() ? std::string("-") : "(" + std::string(after);
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"XRANGE", keys.stream, from, "+", "COUNT", Number(limit)}));
    std::vector<Ticket> found;
    found.reserve(reply.elements.size());
    for (const auto& entry : reply.elements) {
        found.push_back(ticketOf(entry));
    }
    return found;
}

Result<void> dropMessage(Keyspace& keyspace, const ActivityKeys& keys, std::string_view id) {
    EVENHAND_TRY(keyspace.call({"XACK", keys.stream, kGroup, id}));
    EVENHAND_TRY(keyspace.call({"XDEL", keys.stream, id}));
    EVENHAND_TRY(keyspace.call({"ZREM", runtime::retryKey(keys.topic), id}));
    EVENHAND_TRY(keyspace.call({"HDEL", runtime::attemptsKey(keys.topic), id}));
    EVENHAND_TRY(keyspace.call({"HINCRBY", runtime::countersKey(keys.topic), "acknowledged", "1"}));
    return {};
}

}  // namespace evenhand::seckill
