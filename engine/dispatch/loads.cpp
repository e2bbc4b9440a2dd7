// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/loads.h"

#include <algorithm>

#include "engine/base/number_text.h"
#include "engine/dispatch/follow_duty.h"
#include "engine/dispatch/steps.h"
#include "engine/dispatch/topics.h"
#include "engine/script/replies.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"

namespace evenhand::dispatch {
namespace {

using keyspace::Keyspace;
using Numbers = std::unordered_map<std::string, std::int64_t>;

constexpr std::string_view kOfCampus;  ///< the field of the campus's limit: no courier has an empty id

std::int64_t valueIn(const Numbers& numbers, const std::string& courier, std::int64_t otherwise) {
    const auto found = numbers.find(courier);
    return found == numbers.end() ? otherwise : found->second;
}

Result<Numbers> hashAt(Keyspace& keyspace, const std::string& key) {
    EVENHAND_ASSIGN(auto reply, keyspace.call({"HGETALL", key}));
    Numbers numbers;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        const auto value = script::integerOf(reply.elements[i + 1]);
        if (!value) {
            return fail(ErrorCode::WorkspaceDamaged, "is not a whole number", key, reply.elements[i + 1].text);
        }
        numbers.emplace(std::move(reply.elements[i].text), *value);
    }
    return numbers;
}

Result<void> setField(Keyspace& keyspace, const std::string& key, std::string_view field,
                      std::optional<std::int64_t> value) {
    if (value) {
        EVENHAND_TRY(keyspace.call({"HSET", key, field, base::NumberText(*value)}));
    } else {
        EVENHAND_TRY(keyspace.call({"HDEL", key, field}));
    }
    return {};
}

}  // namespace

std::int64_t Loads::inHandOf(const std::string& courier) const { return valueIn(inHand, courier, 0); }

std::int64_t Loads::limitOf(const std::string& courier) const { return valueIn(ownLimits, courier, campusLimit); }

bool Loads::isFull(const std::string& courier) const {
    const auto limit = limitOf(courier);
    return limit > 0 && inHandOf(courier) >= limit;
}

Result<Loads> loads(Keyspace& keyspace, const CampusKeys& keys) {
    Loads found;
    EVENHAND_ASSIGN(found.inHand, hashAt(keyspace, keys.inHand()));
    EVENHAND_ASSIGN(found.ownLimits, hashAt(keyspace, keys.limits()));
    if (const auto campus = found.ownLimits.extract(std::string(kOfCampus))) {
        found.campusLimit = campus.mapped();
    }
    return found;
}

Result<bool> isFull(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier) {
    EVENHAND_ASSIGN(const auto limits, keyspace.call({"HMGET", keys.limits(), courier, kOfCampus}));
    std::optional<std::int64_t> limit;
    for (const auto& one : limits.elements) {
        if (!limit) {
            limit = script::integerOf(one);
        }
    }
    if (limit.value_or(0) == 0) {
        return false;
    }
    EVENHAND_ASSIGN(const auto inHand, keyspace.call({"HGET", keys.inHand(), courier}));
    return script::integerOf(inHand).value_or(0) >= *limit;
}

Result<void> setCampusLimit(Keyspace& keyspace, const CampusKeys& keys, std::int64_t limit) {
    return setField(keyspace, keys.limits(), kOfCampus, limit == 0 ? std::nullopt : std::optional(limit));
}

Result<void> setOwnLimit(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                         std::optional<std::int64_t> limit) {
    return setField(keyspace, keys.limits(), courier, limit);
}

Result<void> addInHand(Keyspace& keyspace, const CampusKeys& keys, std::string_view courier, std::int64_t difference) {
    EVENHAND_TRY(keyspace.call({"HINCRBY", keys.inHand(), courier, base::NumberText(difference)}));
    return {};
}

// After the commit, where keyspace and database commit apart: done before, a unit that fails would have put the counts
// right, and the wake of those who wait for the room would be lost, for the next recount finds nothing to do.
Result<void> recount(runtime::UnitOfWork& work, const CampusId& campus, std::int64_t campusLimit) {
    const CampusKeys keys(campus);
    auto& keyspace = work.keyspace();
    EVENHAND_ASSIGN(const auto stored, store::couriers::loads(work.database(), campus));
    EVENHAND_ASSIGN(const auto present, loads(keyspace, keys));
    EVENHAND_ASSIGN(const auto snapshot, weights(keyspace, keys));
    bool more = false;
    if (present.campusLimit != campusLimit) {
        more = true;
        EVENHAND_TRY(work.afterCommit(
            [keys, campusLimit](Keyspace& later) { return setCampusLimit(later, keys, campusLimit); }));
    }
    for (const auto& courier : stored) {
        const auto& id = courier.courier.str();
        const auto open = snapshot.open.find(id);
        // Each of them charged 1 at least.
        const auto takes = open == snapshot.open.end() ? 0 : std::max<std::int64_t>(open->second, 0);
        const auto inHand = present.inHandOf(id);
        const auto right = std::clamp(inHand, courier.inHand, courier.inHand + takes);
        if (right != inHand) {
            more = more || right < inHand;
            EVENHAND_TRY(work.afterCommit([keys, id, difference = right - inHand](Keyspace& later) {
                return addInHand(later, keys, id, difference);
            }));
        }
        const auto own = present.ownLimits.find(id);
        if (courier.limit != (own == present.ownLimits.end() ? std::nullopt : std::optional(own->second))) {
            more = true;
            EVENHAND_TRY(work.afterCommit(
                [keys, id, limit = courier.limit](Keyspace& later) { return setOwnLimit(later, keys, id, limit); }));
        }
    }
    return more ? publishWake(work, campus) : Result<void>();
}

Result<void> RecountSource::runDue(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(work.database()));
    for (const auto& campus : campuses) {
        EVENHAND_TRY(followDuty(work, campus.row.id));
        EVENHAND_TRY(recount(work, campus.row.id, campus.row.policy.loadLimit));
    }
    m_done = true;
    return {};
}

}  // namespace evenhand::dispatch
