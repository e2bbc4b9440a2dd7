// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/draws/steps.h"

#include <algorithm>
#include <array>

#include "engine/base/number_text.h"
#include "engine/script/replies.h"
#include "engine/script/script_library.h"

namespace evenhand::campaigns {
namespace {

using keyspace::Keyspace;
using keyspace::Reply;
using Number = base::NumberText;
using script::oddReply;

/// Takes the part up to the next colon off `text`.
std::string_view part(std::string_view& text) {
    const auto colon = text.find(':');
    const auto first = text.substr(0, colon);
    text = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    return first;
}

bool readNumber(std::string_view text, std::int64_t& value) {
    const auto number = base::numberFrom(text);
    value = number.value_or(value);
    return number.has_value();
}

/// verdict:queue:amount:compensation:granted, off the head of `text`.
std::optional<Decision> readDecision(std::string_view& text) {
    Decision decision;
    const auto verdict = part(text);
    if (verdict != "granted") {
        decision.refusal = api::drawRefusalFrom(verdict);
        if (!decision.refusal) {
            return std::nullopt;
        }
    }
    for (auto* value : {&decision.queue, &decision.amount, &decision.compensation, &decision.granted}) {
        if (!readNumber(part(text), *value)) {
            return std::nullopt;
        }
    }
    return decision;
}

Found foundOf(std::int64_t code) {
    switch (code) {
        case 1: return Found::Now;
        case 2: return Found::Before;
        case 0: return Found::Nothing;
        default: return Found::Over;
    }
}

/// {code, …} with `size` parts where the code is 1.
Result<Found> statusOf(const Reply& reply, std::size_t size, std::string_view script) {
    if (reply.type != Reply::Type::Array || reply.elements.empty() || reply.elements[0].type != Reply::Type::Integer) {
        return oddReply(script);
    }
    const auto code = reply.elements[0].integer;
    const std::size_t wanted = code == 1 ? size : code == 2 ? 2 : 1;
    if (reply.elements.size() != wanted) {
        return oddReply(script);
    }
    return foundOf(code);
}

Result<void> close(Keyspace& keyspace, std::span<const std::string_view> keys, const DrawId& draw,
                   std::int64_t markMs) {
    static const auto& script = script::scriptNamed("campaign_close");
    const Number mark(markMs);
    const std::array<std::string_view, 2> args{mark, draw.str()};
    EVENHAND_TRY(keyspace.run(script, keys, std::span<const std::string_view>(args)));
    return {};
}

}  // namespace

std::optional<DrawRecord> readRecord(std::string_view text) {
    const auto kind = part(text);
    DrawRecord record;
    if (kind == "x") {
        record.undone = true;
        record.user = UserId(text);
        return record.user.empty() ? std::nullopt : std::optional(record);
    }
    if ((kind != "B" && kind != "S") || !readNumber(part(text), record.begun.ms)) {
        return std::nullopt;
    }
    if (kind == "S") {
        record.decision = readDecision(text);
        if (!record.decision) {
            return std::nullopt;
        }
    }
    record.user = UserId(text);
    return record;
}

Result<Begun> begin(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw, const UserId& user, Instant now) {
    static const auto& script = script::scriptNamed("campaign_begin");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {shard.record(draw.str()), shard.flight},
                                                   {draw.str(), Number(now.ms), user.str()}));
    Begun begun;
    EVENHAND_ASSIGN(begun.found, statusOf(reply, 1, script.name));
    if (begun.found == Found::Before) {
        begun.record = readRecord(reply.elements[1].text);
        if (!begun.record) {
            return oddReply(script.name);
        }
    }
    return begun;
}

Result<Taken> take(Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw, const UserId& user,
                   std::int64_t width, Records records) {
    static const auto& script = script::scriptNamed("campaign_take");
    const auto step = queue.step(draw.str());
    const std::array<std::string_view, 5> keys{step, queue.chunks, queue.returned, queue.compensation, queue.figures};
    const Number bytes(width);
    const std::array<std::string_view, 3> args{bytes, user.str(), "1"};
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, keys, std::span(args).first(records == Records::Kept ? 2 : 3)));
    Taken taken;
    EVENHAND_ASSIGN(taken.found, statusOf(reply, 3, script.name));
    if (taken.found == Found::Now) {
        taken.amount = reply.elements[1].integer;
        taken.compensation = reply.elements[2].integer;
    } else if (taken.found == Found::Before) {
        std::string_view text = reply.elements[1].text;
        if (part(text) != "T" || !readNumber(part(text), taken.amount) || !readNumber(part(text), taken.compensation)) {
            return oddReply(script.name);
        }
    }
    return taken;
}

Result<Settled> settle(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw, std::int64_t queue,
                       const Taken& taken, const Bounds& bounds, const UserId* unrecorded) {
    static const auto& script = script::scriptNamed("campaign_settle");
    const auto key = shard.record(draw.str());
    const std::array<std::string_view, 2> keys{key, shard.totals};
    const std::array<Number, 7> numbers{Number(queue),
                                        Number(taken.amount),
                                        Number(taken.compensation),
                                        Number(bounds.countLimit),
                                        Number(bounds.amountLimit),
                                        Number(bounds.payable),
                                        Number(bounds.largest)};
    std::array<std::string_view, 8> args;
    std::ranges::copy(numbers, args.begin());
    if (unrecorded != nullptr) {
        args.back() = unrecorded->str();
    }
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, keys, std::span(args).first(unrecorded != nullptr ? 8 : 7)));
    Settled settled;
    EVENHAND_ASSIGN(settled.found, statusOf(reply, 2, script.name));
    std::optional<Decision> decision;
    if (settled.found == Found::Now) {
        std::string_view text = reply.elements[1].text;
        decision = readDecision(text);
    } else if (settled.found == Found::Before) {
        if (const auto record = readRecord(reply.elements[1].text)) {
            decision = record->decision;
        }
    } else {
        return settled;
    }
    if (!decision) {
        return oddReply(script.name);
    }
    settled.decision = *decision;
    return settled;
}

Result<void> giveReturn(Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw, const Decision& decision,
                        Records records) {
    static const auto& script = script::scriptNamed("campaign_return");
    const auto step = queue.step(draw.str());
    const std::array<std::string_view, 4> keys{step, queue.returned, queue.compensation, queue.figures};
    const std::array<Number, 4> numbers{Number(decision.keptAmount()), Number(decision.keptCompensation()),
                                        Number(decision.amount), Number(decision.compensation)};
    std::array<std::string_view, 4> args;
    std::ranges::copy(numbers, args.begin());
    EVENHAND_TRY(keyspace.run(script, keys, std::span(args).first(records == Records::Kept ? 2 : 4)));
    return {};
}

Result<void> closeShard(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw, std::int64_t markMs) {
    const auto record = shard.record(draw.str());
    const std::array<std::string_view, 2> keys{record, shard.flight};
    return close(keyspace, keys, draw, markMs);
}

Result<void> closeQueue(Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw, std::int64_t markMs) {
    const auto step = queue.step(draw.str());
    const std::array<std::string_view, 1> keys{step};
    return close(keyspace, keys, draw, markMs);
}

Result<void> undoShard(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw, const UserId& user,
                       std::int64_t markMs) {
    static const auto& script = script::scriptNamed("campaign_undo_shard");
    EVENHAND_TRY(keyspace.run(script, {shard.record(draw.str()), shard.totals}, {Number(markMs), user.str()}));
    return {};
}

Result<bool> undoShardBegunAt(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw, const UserId& user,
                              std::int64_t markMs, Instant begun) {
    static const auto& script = script::scriptNamed("campaign_undo_shard");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {shard.record(draw.str()), shard.totals},
                                                   {Number(markMs), user.str(), Number(begun.ms)}));
    return reply.integer == 1;
}

Result<void> undoQueue(Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw, const UserId& user,
                       std::int64_t markMs) {
    static const auto& script = script::scriptNamed("campaign_undo_queue");
    EVENHAND_TRY(keyspace.run(script, {queue.step(draw.str()), queue.returned, queue.compensation, queue.figures},
                              {Number(markMs), user.str()}));
    return {};
}

Result<std::int64_t> heldBy(Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw, const UserId& user) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"GET", queue.step(draw.str())}));
    std::string_view text = reply.text;
    const auto kind = part(text);
    std::int64_t amount = 0;
    std::int64_t compensation = 0;
    if ((kind != "T" && kind != "K") || !readNumber(part(text), amount) || !readNumber(part(text), compensation) ||
        text != user.str()) {
        return std::int64_t{0};
    }
    return amount + compensation;
}

Result<void> refundShard(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw, const UserId& user,
                         std::int64_t amount, std::int64_t markMs) {
    static const auto& script = script::scriptNamed("campaign_refund_shard");
    EVENHAND_TRY(keyspace.run(script, {shard.refundMark(draw.str()), shard.totals},
                              {user.str(), Number(amount), Number(markMs)}));
    return {};
}

Result<void> refundQueue(Keyspace& keyspace, const QueueKeys& queue, const DrawId& draw, std::int64_t amount,
                         std::int64_t markMs) {
    static const auto& script = script::scriptNamed("campaign_refund_queue");
    EVENHAND_TRY(keyspace.run(script, {queue.refundMark(draw.str()), queue.compensation, queue.figures},
                              {Number(amount), Number(markMs)}));
    return {};
}

std::string packed(std::span<const std::int64_t> amounts, std::int64_t width) {
    std::string text;
    text.reserve(amounts.size() * static_cast<std::size_t>(width));
    for (const auto amount : amounts) {
        for (std::int64_t byte = width - 1; byte >= 0; --byte) {
            text.push_back(static_cast<char>(static_cast<std::uint64_t>(amount) >> (8 * byte) & 0xffU));
        }
    }
    return text;
}

Result<std::int64_t> fill(Keyspace& keyspace, const QueueKeys& queue, std::int64_t heldChunks,
                          std::span<const std::int64_t> amounts, std::int64_t width) {
    static const auto& script = script::scriptNamed("campaign_fill");
    std::vector<std::string> chunks;
    std::int64_t sum = 0;
    for (const auto amount : amounts) {
        sum += amount;
    }
    const auto count = static_cast<std::int64_t>(amounts.size());
    for (auto rest = amounts; !rest.empty();) {
        const auto chunk = rest.first(std::min(rest.size(), static_cast<std::size_t>(kChunkAmounts)));
        chunks.push_back(packed(chunk, width));
        rest = rest.subspan(chunk.size());
    }
    const Number held(heldChunks);
    const Number added(count);
    const Number total(sum);
    std::vector<std::string_view> args{held, added, total};
    args.insert(args.end(), chunks.begin(), chunks.end());
    const std::array<std::string_view, 2> keys{queue.chunks, queue.figures};
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, keys, args));
    return reply.integer;
}

Result<void> endQueue(Keyspace& keyspace, const QueueKeys& queue) {
    static const auto& script = script::scriptNamed("campaign_end");
    EVENHAND_TRY(keyspace.run(script, {queue.chunks, queue.returned, queue.compensation, queue.figures}, {}));
    return {};
}

Result<std::vector<DrawId>> underWay(Keyspace& keyspace, const ShardKeys& shard, Instant until, std::int64_t limit) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"ZRANGEBYSCORE", shard.flight, "-inf", Number(until.ms), "LIMIT",
                                                     "0", Number(limit)}));
    std::vector<DrawId> draws;
    for (const auto& element : reply.elements) {
        draws.emplace_back(element.text);
    }
    return draws;
}

Result<std::optional<Instant>> oldestUnderWay(Keyspace& keyspace, const ShardKeys& shard) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"ZRANGE", shard.flight, "0", "0", "WITHSCORES"}));
    std::int64_t at = 0;
    if (reply.elements.size() != 2 || !readNumber(reply.elements[1].text, at)) {
        return std::optional<Instant>();
    }
    return std::optional(Instant{at});
}

Result<std::optional<DrawRecord>> recordOf(Keyspace& keyspace, const ShardKeys& shard, const DrawId& draw) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"GET", shard.record(draw.str())}));
    return reply.isNil() ? std::nullopt : readRecord(reply.text);
}

}  // namespace evenhand::campaigns
