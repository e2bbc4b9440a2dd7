// SPDX-License-Identifier: GPL-3.0-or-later
// Pending entries: looking at them and taking them over.
#include <algorithm>

#include "engine/keyspace/commands/command_table.h"
#include "engine/keyspace/commands/stream_args.h"

namespace evenhand::keyspace {

namespace {

Reply pendingSummary(const Group& group) {
    std::vector<Reply> reply;
    reply.push_back(number(group.pending.size()));
    if (group.pending.empty()) {
        reply.push_back(Reply::nil());
        reply.push_back(Reply::nil());
        reply.push_back(Reply::nilArray());
        return Reply::array(std::move(reply));
    }
    reply.push_back(idReply(group.pending.front().key));
    reply.push_back(idReply(group.pending.back().key));
    std::vector<Reply> consumers;
    for (const auto& [name, consumer] : group.consumers) {
        if (consumer->pending != 0) {
            std::vector<Reply> one;
            one.push_back(bulk(name));
            one.push_back(Reply::bulk(std::to_string(consumer->pending)));
            consumers.push_back(Reply::array(std::move(one)));
        }
    }
    reply.push_back(Reply::array(std::move(consumers)));
    return Reply::array(std::move(reply));
}

struct PendingOptions {
    std::int64_t minIdle = 0;
    std::int64_t count = 0;
    IdInterval interval;
    std::optional<std::string_view> consumer;
};

std::optional<Reply> parsePending(const Call& call, PendingOptions& options) {
    if (call.size() == 3) {
        return std::nullopt;
    }
    if (call.size() < 6 || call.size() > 9) {
        return syntaxError();
    }
    std::size_t at = 3;
    if (equalsNoCase(call[3], "idle")) {
        if (!parseInteger(call[4], options.minIdle)) {
            return notInteger();
        }
        if (call.size() < 8) {
            return syntaxError();
        }
        at = 5;
    }
    if (!parseInteger(call[at + 2], options.count)) {
        return notInteger();
    }
    if (auto error = parseIntervalStart(call[at], options.interval.start)) {
        return error;
    }
    if (auto error = parseIntervalEnd(call[at + 1], options.interval.end)) {
        return error;
    }
    if (at + 3 < call.size()) {
        options.consumer = call[at + 3];
    }
    return std::nullopt;
}

Reply pendingList(const Group& group, const PendingOptions& options, std::int64_t now) {
    const Consumer* wanted = options.consumer ? group.findConsumer(*options.consumer) : nullptr;
    std::vector<Reply> found;
    if (options.consumer && wanted == nullptr) {
        return Reply::array();
    }
    const auto& pending = group.pending;
    std::int64_t left = options.count;
    for (auto p = pending.lowerBound(options.interval.start);
         left > 0 && p != pending.end() && pending.at(p).key <= options.interval.end; pending.next(p)) {
        const auto& [id, entry] = pending.at(p);
        const std::int64_t idle = now - entry.deliveryTime;
        if ((wanted != nullptr && entry.consumer != wanted) || (options.minIdle != 0 && idle < options.minIdle)) {
            continue;
        }
        --left;
        std::vector<Reply> one;
        one.push_back(idReply(id));
        one.push_back(bulk(entry.consumer->name));
        one.push_back(Reply::number(std::max<std::int64_t>(idle, 0)));
        one.push_back(number(entry.deliveryCount));
        found.push_back(Reply::array(std::move(one)));
    }
    return Reply::array(std::move(found));
}

}  // namespace

Reply cmdXPending(const Call& call) {
    PendingOptions options;
    if (auto error = parsePending(call, options)) {
        return *std::move(error);
    }
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    const Group* group = key != nullptr ? key->stream->findGroup(call[2]) : nullptr;
    if (group == nullptr) {
        return noGroup(call[1], call[2]);
    }
    return call.size() == 3 ? pendingSummary(*group) : pendingList(*group, options, call.store.now);
}

namespace {

struct ClaimOptions {
    std::int64_t minIdle = 0;
    std::vector<StreamId> ids;
    std::int64_t retryCount = -1;
    std::int64_t deliveryTime = -1;
    StreamId lastId;
    bool force = false;
    bool justId = false;
};

std::optional<Reply> parseClaimOption(const Call& call, std::size_t& i, ClaimOptions& options) {
    const bool more = i + 1 < call.size();
    const auto integer = [&](std::int64_t& out, const char* name) -> std::optional<Reply> {
        if (parseInteger(call[++i], out)) {
            return std::nullopt;
        }
        return Reply::error("ERR Invalid " + std::string(name) + " option argument for XCLAIM");
    };
    if (equalsNoCase(call[i], "force")) {
        options.force = true;
        return std::nullopt;
    }
    if (equalsNoCase(call[i], "justid")) {
        options.justId = true;
        return std::nullopt;
    }
    if (equalsNoCase(call[i], "idle") && more) {
        auto error = integer(options.deliveryTime, "IDLE");
        options.deliveryTime = static_cast<std::int64_t>(static_cast<std::uint64_t>(call.store.now) -
                                                         static_cast<std::uint64_t>(options.deliveryTime));
        return error;
    }
    if (equalsNoCase(call[i], "time") && more) {
        return integer(options.deliveryTime, "TIME");
    }
    if (equalsNoCase(call[i], "retrycount") && more) {
        return integer(options.retryCount, "RETRYCOUNT");
    }
    if (equalsNoCase(call[i], "lastid") && more) {
        return parseStrictId(call[++i], options.lastId) ? std::nullopt : std::optional(invalidId());
    }
    return Reply::error("ERR Unrecognized XCLAIM option '" + echoed(call[i]) + "'");
}

std::optional<Reply> parseClaim(const Call& call, ClaimOptions& options) {
    if (!parseInteger(call[4], options.minIdle)) {
        return Reply::error("ERR Invalid min-idle-time argument for XCLAIM");
    }
    std::size_t i = 5;
    for (StreamId id; i < call.size() && parseStrictId(call[i], id); ++i) {
        options.ids.push_back(id);
    }
    for (; i < call.size(); ++i) {
        if (auto error = parseClaimOption(call, i, options)) {
            return error;
        }
    }
    if (options.deliveryTime < 0 || options.deliveryTime > call.store.now) {
        options.deliveryTime = call.store.now;
    }
    return std::nullopt;
}

// The entry as a reply, or nothing if it was not claimed. As in Redis, a consumer who gets nothing is neither made nor
// seen.
std::optional<Reply> claimOne(Store& store, const StreamGroup& where, std::string_view consumer, StreamId id,
                              const ClaimOptions& options) {
    const auto* entry = where.key->stream->entries.find(id);
    const auto* pending = where.group->pending.find(id);
    if (entry == nullptr) {
        if (pending != nullptr) {  // the entry is gone from the stream: nobody can work on it any more
            store.pendingErase(where.key, where.group, id);
        }
        return std::nullopt;
    }
    if (pending == nullptr && !options.force) {
        return std::nullopt;
    }
    Pending claimed{options.deliveryTime, 1, nullptr};
    if (pending != nullptr) {
        if (options.minIdle > 0 && store.now - pending->value.deliveryTime < options.minIdle) {
            return std::nullopt;
        }
        claimed.deliveryCount = pending->value.deliveryCount;
    }
    if (options.retryCount >= 0) {
        claimed.deliveryCount = static_cast<std::uint64_t>(options.retryCount);
    } else if (!options.justId) {
        ++claimed.deliveryCount;
    }
    claimed.consumer = touchConsumer(store, where, consumer);
    store.pendingPut(where.key, where.group, id, claimed);
    return options.justId ? idReply(id) : entryReply(id, *entry->value);
}

}  // namespace

Reply cmdXClaim(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    Group* group = key != nullptr ? key->stream->findGroup(call[2]) : nullptr;
    if (group == nullptr) {
        return noGroup(call[1], call[2]);
    }
    ClaimOptions options;
    if (auto error = parseClaim(call, options)) {
        return *std::move(error);
    }
    const StreamGroup where{key, group};
    if (options.lastId > group->lastId) {
        call.store.groupSet(key, group, options.lastId, group->entriesRead);
    }
    std::vector<Reply> claimed;
    for (const StreamId id : options.ids) {
        if (auto reply = claimOne(call.store, where, call[3], id, options)) {
            claimed.push_back(*std::move(reply));
        }
    }
    return Reply::array(std::move(claimed));
}

namespace {

struct AutoClaimOptions {
    StreamId start;
    std::int64_t count = 100;
    ClaimOptions claim;
};

std::optional<Reply> parseAutoClaim(const Call& call, AutoClaimOptions& options) {
    if (!parseInteger(call[4], options.claim.minIdle)) {
        return Reply::error("ERR Invalid min-idle-time argument for XAUTOCLAIM");
    }
    if (auto error = parseIntervalStart(call[5], options.start)) {
        return error;
    }
    for (std::size_t i = 6; i < call.size(); ++i) {
        if (equalsNoCase(call[i], "count") && i + 1 < call.size()) {
            constexpr std::int64_t kMax = INT64_MAX / 16;
            if (!parseInteger(call[++i], options.count) || options.count < 1 || options.count > kMax) {
                return Reply::error("ERR COUNT must be > 0");
            }
        } else if (equalsNoCase(call[i], "justid")) {
            options.claim.justId = true;
        } else {
            return syntaxError();
        }
    }
    options.claim.deliveryTime = call.store.now;
    return std::nullopt;
}

}  // namespace

Reply cmdXAutoClaim(const Call& call) {
    AutoClaimOptions options;
    if (auto error = parseAutoClaim(call, options)) {
        return *std::move(error);
    }
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    Group* group = key != nullptr ? key->stream->findGroup(call[2]) : nullptr;
    if (group == nullptr) {
        return noGroup(call[1], call[2]);
    }
    const StreamGroup where{key, group};
    constexpr std::int64_t kAttemptsPerEntry = 10;
    std::int64_t attempts = options.count * kAttemptsPerEntry;
    std::vector<Reply> claimed;
    std::vector<Reply> deleted;
    StreamId next = options.start;
    bool end = false;
    while (attempts-- > 0 && options.count > 0) {
        const auto p = group->pending.lowerBound(next);
        if (p == group->pending.end()) {
            end = true;
            break;
        }
        const StreamId id = group->pending.at(p).key;
        const bool gone = key->stream->entries.find(id) == nullptr;
        auto reply = claimOne(call.store, where, call[3], id, options.claim);
        if (gone) {
            deleted.push_back(idReply(id));
            --options.count;
        } else if (reply) {
            claimed.push_back(*std::move(reply));
            --options.count;
        }
        next = id;
        if (!next.increment()) {
            end = true;
            break;
        }
    }
    const auto p = group->pending.lowerBound(next);
    const StreamId cursor = end || p == group->pending.end() ? StreamId{} : group->pending.at(p).key;
    std::vector<Reply> reply;
    reply.push_back(idReply(cursor));
    reply.push_back(Reply::array(std::move(claimed)));
    reply.push_back(Reply::array(std::move(deleted)));
    return Reply::array(std::move(reply));
}

}  // namespace evenhand::keyspace
