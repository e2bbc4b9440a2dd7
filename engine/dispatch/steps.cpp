// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/steps.h"

#include <algorithm>
#include <array>

#include "engine/base/number_text.h"
#include "engine/script/replies.h"
#include "engine/script/script_library.h"

namespace evenhand::dispatch {
namespace {

using keyspace::Keyspace;
using keyspace::Reply;
using Type = Reply::Type;
using Number = base::NumberText;
using script::integerOf;
using script::oddReply;

/// What the reply of a new choice says beyond its first three parts.
Result<void> readChoice(std::vector<Reply>& parts, std::string_view script, Taken& taken) {
    constexpr std::size_t kFirst = 7;
    if (parts.size() < kFirst) {
        return oddReply(script);
    }
    const auto weight = integerOf(parts[3]);
    const auto inHand = integerOf(parts[4]);
    const auto limit = integerOf(parts[5]);
    const auto passed = integerOf(parts[6]);
    if (!weight || !inHand || !limit || !passed || *passed < 0) {
        return oddReply(script);
    }
    const auto shown = static_cast<std::size_t>(std::min<std::int64_t>(*passed, kPassedShown));
    if (parts.size() < kFirst + 3 * shown || (parts.size() - kFirst - 3 * shown) % 2 != 0) {
        return oddReply(script);
    }
    const auto loads = parts.size() - 3 * shown;
    taken.weight = *weight;
    taken.inHand = *inHand;
    taken.limit = *limit;
    taken.passedMore = *passed - static_cast<std::int64_t>(shown);
    taken.ranking.reserve((loads - kFirst) / 2 + 1);
    for (std::size_t i = kFirst; i < loads; i += 2) {
        const auto ranked = integerOf(parts[i + 1]);
        if (!ranked) {
            return oddReply(script);
        }
        taken.ranking.emplace_back(CourierId(std::move(parts[i].text)), *ranked);
    }
    taken.passedOver.reserve(shown);
    for (std::size_t i = loads; i < parts.size(); i += 3) {
        const auto has = integerOf(parts[i + 1]);
        const auto may = integerOf(parts[i + 2]);
        if (!has || !may) {
            return oddReply(script);
        }
        taken.passedOver.push_back({CourierId(std::move(parts[i].text)), *has, *may});
    }
    return {};
}

/// {status, courier, step} or {1, courier, step, weight, in hand, limit, passed over, id, weight, …, id, in hand,
/// limit, …}
Result<std::optional<Taken>> takenOf(Reply& reply, std::string_view script) {
    auto& parts = reply.elements;
    if (reply.type != Type::Array || parts.empty() || parts[0].type != Type::Integer) {
        return oddReply(script);
    }
    if (parts[0].integer == 0) {
        return std::optional<Taken>();
    }
    if (parts[0].integer == 3) {
        return fail(ErrorCode::Conflict, "the courier has come to the load limit meanwhile", "courier");
    }
    if (parts.size() < 3) {
        return oddReply(script);
    }
    Taken taken;
    taken.repeated = parts[0].integer == 2;
    taken.courier = std::move(parts[1].text);
    const auto step = integerOf(parts[2]);
    if (!step) {
        return oddReply(script);
    }
    taken.step = *step;
    if (!taken.repeated) {
        EVENHAND_TRY(readChoice(parts, script, taken));
    }
    return std::optional<Taken>(std::move(taken));
}

/// Adds the courier's own place to a ranking that does not reach down to it. Not of one who was named: nobody was
/// ranked.
void completeRanking(std::optional<Taken>& taken, const Choice& choice) {
    if (!taken || taken->repeated || !choice.named.empty()) {
        return;
    }
    auto& ranking = taken->ranking;
    if (std::none_of(ranking.begin(), ranking.end(),
                     [&](const auto& entry) { return entry.first.str() == taken->courier; })) {
        ranking.emplace_back(CourierId(taken->courier), taken->weight);
    }
}

std::string_view flag(bool set) { return set ? "1" : ""; }

/// The last one is an attempt's, and left out where there is none.
template <std::size_t Size>
std::span<const std::string_view> ifApart(const std::array<std::string_view, Size>& all, const Attempt* attempt) {
    return std::span<const std::string_view>(all).first(attempt != nullptr ? Size : Size - 1);
}

Result<std::int64_t> runForInteger(Keyspace& keyspace, const keyspace::Script& script,
                                   std::initializer_list<std::string_view> keys,
                                   std::initializer_list<std::string_view> args) {
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, keys, args));
    const auto value = integerOf(reply);
    if (!value) {
        return oddReply(script.name);
    }
    return *value;
}

Result<std::map<std::string, std::int64_t>> pairsOf(const Reply& reply, std::string_view script) {
    std::map<std::string, std::int64_t> pairs;
    if (reply.type != Type::Array || reply.elements.size() % 2 != 0) {
        return oddReply(script);
    }
    for (std::size_t i = 0; i < reply.elements.size(); i += 2) {
        const auto value = integerOf(reply.elements[i + 1]);
        if (!value) {
            return oddReply(script);
        }
        pairs.emplace(reply.elements[i].text, *value);
    }
    return pairs;
}

}  // namespace

Result<std::optional<Taken>> take(Keyspace& keyspace, const CampusKeys& keys, std::string_view log, std::int64_t step,
                                  std::int64_t logTtlMs, Choice choice, const Attempt* attempt, int ranking) {
    static const auto& script = script::scriptNamed("dispatch_take");
    const Number stepText(step);
    const Number ttl(logTtlMs);
    const Number lastRank(ranking - 1);
    const Number passed(kPassedShown);
    const std::array<std::string_view, 6> names{
        keys.weights(), log, keys.open(), keys.inHand(), keys.limits(), attempt ? attempt->key : std::string_view()};
    const std::array<std::string_view, 8> args{stepText,
                                               ttl,
                                               lastRank,
                                               passed,
                                               choice.excluded,
                                               choice.named,
                                               flag(choice.overLimit),
                                               attempt ? attempt->name : std::string_view()};
    EVENHAND_ASSIGN(auto reply, keyspace.run(script, ifApart(names, attempt), ifApart(args, attempt)));
    EVENHAND_ASSIGN(auto taken, takenOf(reply, script.name));
    completeRanking(taken, choice);
    return taken;
}

Result<std::optional<Taken>> top(Keyspace& keyspace, const CampusKeys& keys, std::string_view log, Choice choice) {
    static const auto& script = script::scriptNamed("dispatch_top");
    EVENHAND_ASSIGN(auto reply, keyspace.run(script, {keys.weights(), log, keys.inHand(), keys.limits()},
                                             {Number(kRankingShown - 1), Number(kPassedShown), choice.excluded,
                                              choice.named, flag(choice.overLimit)}));
    EVENHAND_ASSIGN(auto taken, takenOf(reply, script.name));
    completeRanking(taken, choice);
    return taken;
}

Result<std::optional<Taken>> charge(Keyspace& keyspace, const CampusKeys& keys, std::string_view log,
                                    std::string_view courier, std::int64_t step, std::int64_t logTtlMs, bool overLimit,
                                    const Attempt* attempt) {
    static const auto& script = script::scriptNamed("dispatch_charge");
    const Number stepText(step);
    const Number ttl(logTtlMs);
    const std::array<std::string_view, 7> names{keys.weights(),
                                                keys.kept(),
                                                log,
                                                keys.open(),
                                                keys.inHand(),
                                                keys.limits(),
                                                attempt ? attempt->key : std::string_view()};
    const std::array<std::string_view, 5> args{courier, stepText, ttl, flag(overLimit),
                                               attempt ? attempt->name : std::string_view()};
    EVENHAND_ASSIGN(auto reply, keyspace.run(script, ifApart(names, attempt), ifApart(args, attempt)));
    return takenOf(reply, script.name);
}

Result<void> forgetLog(Keyspace& keyspace, const CampusKeys& keys, std::string_view log, std::string_view maker) {
    static const auto& script = script::scriptNamed("dispatch_forget_log");
    if (maker.empty()) {
        EVENHAND_TRY(runForInteger(keyspace, script, {log, keys.open()}, {}));
    } else {
        EVENHAND_TRY(runForInteger(keyspace, script, {log, keys.open(), maker}, {}));
    }
    return {};
}

Result<std::string> undoTake(Keyspace& keyspace, const CampusKeys& keys, std::string_view log, const Attempt* attempt) {
    static const auto& script = script::scriptNamed("dispatch_undo_take");
    const std::array<std::string_view, 6> names{
        keys.weights(), keys.kept(), log, keys.open(), keys.inHand(), attempt ? attempt->key : std::string_view()};
    const std::array<std::string_view, 1> args{attempt ? attempt->name : std::string_view()};
    EVENHAND_ASSIGN(auto reply, keyspace.run(script, ifApart(names, attempt), ifApart(args, attempt)));
    return reply.elements.size() > 1 ? std::move(reply.elements[1].text) : std::string();
}

Result<std::string> takenBy(Keyspace& keyspace, std::string_view log) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"GET", log}));
    const auto colon = reply.text.find(':');
    return reply.isNil() || colon == std::string::npos ? std::string() : reply.text.substr(colon + 1);
}

Result<void> release(Keyspace& keyspace, const CampusKeys& keys, std::string_view orderNo, std::int64_t epoch,
                     std::string_view courier, std::int64_t charged, std::int64_t markTtlMs) {
    static const auto& script = script::scriptNamed("dispatch_release");
    const auto log = keys.log(orderNo, epoch);
    const auto mark = keys.releasedMark(orderNo, epoch);
    EVENHAND_TRY(runForInteger(keyspace, script, {keys.weights(), keys.kept(), log, keys.open(), mark, keys.inHand()},
                               {courier, Number(charged), Number(markTtlMs)}));
    return {};
}

Result<void> enrol(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier, std::int64_t startWeight) {
    static const auto& script = script::scriptNamed("dispatch_enrol");
    EVENHAND_TRY(runForInteger(keyspace, script, {keys.weights(), keys.kept()}, {courier, Number(startWeight)}));
    return {};
}

namespace {

Result<Joined> joinedOf(const Reply& reply, std::string_view courier) {
    const auto& parts = reply.elements;
    if (parts.size() == 2 && parts[0].integer == 0) {
        return Joined{parts[1].integer, 0, false};
    }
    if (parts.size() != 3 || parts[0].integer != 1) {
        return fail(ErrorCode::Internal, "the courier is not enrolled in the keyspace", "courier",
                    std::string(courier));
    }
    return Joined{parts[1].integer, parts[2].integer, true};
}

}  // namespace

Result<Joined> join(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier, api::JoinRule rule) {
    static const auto& script = script::scriptNamed("dispatch_join");
    const auto medians = keys.medians();
    EVENHAND_ASSIGN(const auto reply,
                    keyspace.run(script, {keys.weights(), keys.kept(), medians}, {courier, api::toText(rule)}));
    return joinedOf(reply, courier);
}

Result<Joined> tellJoin(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier, api::JoinRule rule,
                        std::int64_t startWeight) {
    static const auto& script = script::scriptNamed("dispatch_join");
    const auto medians = keys.medians();
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.weights(), keys.kept(), medians},
                                                   {courier, api::toText(rule), "tell", Number(startWeight)}));
    return joinedOf(reply, courier);
}

Result<void> joinWith(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier, std::int64_t adjustment) {
    static const auto& script = script::scriptNamed("dispatch_join");
    const auto medians = keys.medians();
    EVENHAND_TRY(keyspace.run(script, {keys.weights(), keys.kept(), medians},
                              {courier, api::toText(api::JoinRule::CatchUp), Number(adjustment)}));
    return {};
}

Result<bool> leave(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier) {
    static const auto& script = script::scriptNamed("dispatch_leave");
    const auto medians = keys.medians();
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.weights(), keys.kept(), medians}, {courier}));
    if (reply.type != Type::Array || reply.elements.empty()) {
        return oddReply(script.name);
    }
    return reply.elements[0].integer == 1;
}

Result<bool> adjust(Keyspace& keyspace, const CampusKeys& keys, std::string_view id,
                    std::span<const Adjustment> adjustments) {
    static const auto& script = script::scriptNamed("dispatch_adjust");
    const auto mark = keys.adjustedMark(id);
    std::vector<std::string> texts;
    texts.reserve(adjustments.size());
    std::vector<std::string_view> args;
    args.reserve(1 + 3 * adjustments.size());
    const Number ttl(api::kDefaultLogTtlMs);
    args.push_back(ttl);
    for (const auto& adjustment : adjustments) {
        texts.push_back(std::to_string(adjustment.difference));
        args.push_back(adjustment.courier);
        args.push_back(texts.back());
        args.push_back(adjustment.onDuty ? "1" : "0");
    }
    const std::array<std::string_view, 3> names{keys.weights(), keys.kept(), mark};
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, names, args));
    return reply.integer >= 0;
}

Result<Weights> weights(Keyspace& keyspace, const CampusKeys& keys) {
    static const auto& script = script::scriptNamed("dispatch_weights");
    EVENHAND_ASSIGN(const auto reply, keyspace.run(script, {keys.weights(), keys.kept(), keys.open()}, {}));
    if (reply.type != Type::Array || reply.elements.size() != 3 || reply.elements[0].elements.size() % 2 != 0) {
        return oddReply(script.name);
    }
    Weights snapshot;
    const auto& onDuty = reply.elements[0].elements;
    for (std::size_t i = 0; i < onDuty.size(); i += 2) {
        const auto weight = integerOf(onDuty[i + 1]);
        if (!weight) {
            return oddReply(script.name);
        }
        snapshot.onDuty.emplace_back(CourierId(onDuty[i].text), *weight);
    }
    EVENHAND_ASSIGN(snapshot.kept, pairsOf(reply.elements[1], script.name));
    EVENHAND_ASSIGN(snapshot.open, pairsOf(reply.elements[2], script.name));
    return snapshot;
}

Result<std::int64_t> countOnDuty(Keyspace& keyspace, const CampusKeys& keys) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"ZCARD", keys.weights()}));
    return reply.integer;
}

Result<bool> isOnDuty(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"ZSCORE", keys.weights(), courier}));
    return !reply.isNil();
}

}  // namespace evenhand::dispatch
