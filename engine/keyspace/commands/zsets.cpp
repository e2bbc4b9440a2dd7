// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

namespace {

struct AddFlags {
    bool nx = false;
    bool xx = false;
    bool gt = false;
    bool lt = false;
    bool changed = false;
    bool increment = false;
};

struct AddResult {
    bool notANumber = false;
    bool added = false;
    bool updated = false;
    bool skipped = false;  // by a flag
    double score = 0;
};

AddResult addMember(Store& store, Key* key, std::string_view member, double score, const AddFlags& flags) {
    AddResult result;
    const std::uint32_t hash = hash32(member);
    ZNode* node = key->zset->members.find(member, hash);
    if (node == nullptr) {
        result.skipped = flags.xx;
        result.added = !flags.xx;
        result.score = score;
        if (result.added) {
            store.zsetAdd(key, member, hash, score + 0.0);  // never -0
        }
        return result;
    }
    if (flags.nx) {
        result.skipped = true;
        return result;
    }
    if (flags.increment) {
        score += node->score;
        if (std::isnan(score)) {
            result.notANumber = true;
            return result;
        }
    }
    if ((flags.lt && score >= node->score) || (flags.gt && score <= node->score)) {
        result.skipped = true;
        return result;
    }
    result.score = score;
    if (score != node->score) {
        store.zsetScore(key, node, score + 0.0);
        result.updated = true;
    }
    return result;
}

Reply notANumber() { return Reply::error("ERR resulting score is not a number (NaN)"); }

std::size_t parseAddFlags(const Call& call, AddFlags& flags) {
    std::size_t i = 2;
    for (; i < call.size(); ++i) {
        if (equalsNoCase(call[i], "nx")) {
            flags.nx = true;
        } else if (equalsNoCase(call[i], "xx")) {
            flags.xx = true;
        } else if (equalsNoCase(call[i], "ch")) {
            flags.changed = true;
        } else if (equalsNoCase(call[i], "incr")) {
            flags.increment = true;
        } else if (equalsNoCase(call[i], "gt")) {
            flags.gt = true;
        } else if (equalsNoCase(call[i], "lt")) {
            flags.lt = true;
        } else {
            break;
        }
    }
    return i;
}

// Scores and members from args[first] on. Every score is parsed before anything is changed.
Reply add(const Call& call, std::size_t first, const AddFlags& flags) {
    double score = 0;
    for (std::size_t i = first; i < call.size(); i += 2) {
        if (!parseDouble(call[i], score)) {
            return Reply::error(text::kNotFloat);
        }
    }
    auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        if (flags.xx) {
            return flags.increment ? Reply::nil() : Reply::number(0);
        }
        key = call.store.create(call[1], Type::ZSet);
    }
    std::int64_t added = 0;
    std::int64_t updated = 0;
    AddResult result;
    for (std::size_t i = first; i < call.size(); i += 2) {
        if (call.size() != first + 2) {
            static_cast<void>(parseDouble(call[i], score));
        }
        result = addMember(call.store, key, call[i + 1], score, flags);
        if (result.notANumber) {
            return notANumber();
        }
        added += result.added ? 1 : 0;
        updated += result.updated ? 1 : 0;
    }
    if (flags.increment) {
        return result.skipped ? Reply::nil() : Reply::bulk(formatDouble(result.score));
    }
    return Reply::number(flags.changed ? added + updated : added);
}

Reply popEnd(const Call& call, bool highest) {
    std::int64_t count = 1;
    if (call.size() > 3) {
        return syntaxError();
    }
    if (call.size() == 3) {
        if (auto error = parsePositive(call[2], count)) {
            return *std::move(error);
        }
    }
    const auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::array();
    }
    const std::size_t n = std::min(static_cast<std::size_t>(count), key->length());
    std::vector<Reply> popped;
    popped.reserve(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
        const ScoreTree& order = key->zset->order;
        ZNode* node = order.at(highest ? order.size() - 1 : 0).entry().node;
        popped.push_back(bulk(node->name()));
        popped.push_back(Reply::bulk(formatDouble(node->score)));
        call.store.zsetErase(key, node);
    }
    call.store.removeIfEmpty(key);
    return Reply::array(std::move(popped));
}

}  // namespace

Reply cmdZAdd(const Call& call) {
    AddFlags flags;
    const std::size_t first = parseAddFlags(call, flags);
    const std::size_t rest = call.size() - first;
    if (rest == 0 || rest % 2 != 0) {
        return syntaxError();
    }
    if (flags.nx && flags.xx) {
        return Reply::error("ERR XX and NX options at the same time are not compatible");
    }
    if ((flags.gt && flags.nx) || (flags.lt && flags.nx) || (flags.gt && flags.lt)) {
        return Reply::error("ERR GT, LT, and/or NX options at the same time are not compatible");
    }
    if (flags.increment && rest > 2) {
        return Reply::error("ERR INCR option supports a single increment-element pair");
    }
    return add(call, first, flags);
}

Reply cmdZIncrBy(const Call& call) {
    AddFlags flags;
    flags.increment = true;
    return add(call, 2, flags);
}

Reply cmdZScore(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    const ZNode* node = key != nullptr ? key->zset->members.find(call[2], hash32(call[2])) : nullptr;
    return node == nullptr ? Reply::nil() : Reply::bulk(formatDouble(node->score));
}

Reply cmdZCard(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::ZSet);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : key->length());
}

Reply cmdZRem(const Call& call) {
    return removeMembers(call, Type::ZSet, [&call](Key* key, std::string_view member) {
        auto* node = key->zset->members.find(member, hash32(member));
        if (node != nullptr) {
            call.store.zsetErase(key, node);
        }
        return node != nullptr;
    });
}

Reply cmdZPopMin(const Call& call) { return popEnd(call, false); }
Reply cmdZPopMax(const Call& call) { return popEnd(call, true); }

}  // namespace evenhand::keyspace
