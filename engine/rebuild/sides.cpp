// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rebuild/sides.h"

#include <utility>

#include "engine/base/number_text.h"

namespace evenhand::rebuild {
namespace {

std::string_view typeOf(Members kind) { return kind == Members::Hash ? "hash" : "zset"; }

Result<void> put(const Sides& sides, std::string_view key, Members kind, std::string_view member,
                 std::string_view value) {
    if (kind == Members::Hash) {
        EVENHAND_TRY(sides.keyspace.call({"HSET", key, member, value}));
    } else {
        EVENHAND_TRY(sides.keyspace.call({"ZADD", key, value, member}));
    }
    return {};
}

Result<void> drop(const Sides& sides, std::string_view key, Members kind, std::string_view member) {
    EVENHAND_TRY(sides.keyspace.call({kind == Members::Hash ? "HDEL" : "ZREM", key, member}));
    return {};
}

}  // namespace

void Tally::differs(std::string_view key, std::string_view member, std::string expected, std::string found) {
    ++m_part.differing;
    if (m_part.differences.size() < api::kMaxKeyspaceDifferences) {
        m_part.differences.push_back({std::string(key), std::string(member), std::move(expected), std::move(found)});
    }
}

Result<bool> holds(const Sides& sides, Tally& tally, std::string_view key, std::string_view type) {
    EVENHAND_ASSIGN(const auto reply, sides.keyspace.call({"TYPE", key}));
    if (reply.text == "none" || reply.text == type) {
        return true;
    }
    tally.differs(key, {}, std::string(type), reply.text);
    if (sides.fixes()) {
        EVENHAND_TRY(sides.keyspace.call({"DEL", key}));
        tally.repaired();
    }
    return false;
}

Result<Texts> membersOf(const Sides& sides, Tally& tally, std::string_view key, Members kind) {
    EVENHAND_ASSIGN(const bool readable, holds(sides, tally, key, typeOf(kind)));
    Texts members;
    if (!readable) {
        return members;
    }
    EVENHAND_ASSIGN(auto reply, kind == Members::Hash ? sides.keyspace.call({"HGETALL", key})
                                                      : sides.keyspace.call({"ZRANGE", key, "0", "-1", "WITHSCORES"}));
    auto& parts = reply.elements;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
        members.emplace(std::move(parts[i].text), std::move(parts[i + 1].text));
    }
    return members;
}

Result<std::vector<std::string>> listOf(const Sides& sides, Tally& tally, std::string_view key) {
    EVENHAND_ASSIGN(const bool readable, holds(sides, tally, key, "list"));
    std::vector<std::string> entries;
    if (!readable) {
        return entries;
    }
    EVENHAND_ASSIGN(auto reply, sides.keyspace.call({"LRANGE", key, "0", "-1"}));
    entries.reserve(reply.elements.size());
    for (auto& entry : reply.elements) {
        entries.push_back(std::move(entry.text));
    }
    return entries;
}

Result<void> settle(const Sides& sides, Tally& tally, std::string_view key, Members kind, const Texts& expected,
                    const Texts& found) {
    for (const auto& [member, value] : expected) {
        tally.looked();
        const auto there = found.find(member);
        if (there != found.end() && there->second == value) {
            continue;
        }
        tally.differs(key, member, value, there == found.end() ? std::string() : there->second);
        if (sides.fixes()) {
            EVENHAND_TRY(put(sides, key, kind, member, value));
            tally.repaired();
        }
    }
    for (const auto& [member, value] : found) {
        if (expected.contains(member)) {
            continue;
        }
        tally.looked();
        tally.differs(key, member, {}, value);
        if (sides.fixes()) {
            EVENHAND_TRY(drop(sides, key, kind, member));
            tally.repaired();
        }
    }
    return {};
}

void expectNumber(Texts& expected, const Texts& found, const std::string& member, std::int64_t number) {
    if (number != 0 || found.contains(member)) {
        expected[member] = std::to_string(number);
    }
}

std::int64_t numberIn(const Texts& found, const std::string& member) {
    const auto there = found.find(member);
    return there == found.end() ? 0 : base::numberFrom(there->second).value_or(0);
}

Result<void> ensureGroup(const Sides& sides, std::string_view stream, std::string_view group) {
    // Looked for first: to make one that is there is an error, and an error would undo the unit.
    EVENHAND_ASSIGN(const auto there, sides.keyspace.call({"EXISTS", stream}));
    if (there.integer == 1) {
        EVENHAND_ASSIGN(const auto groups, sides.keyspace.call({"XINFO", "GROUPS", stream}));
        for (const auto& one : groups.elements) {
            if (one.elements.size() > 1 && one.elements[1].text == group) {
                return {};
            }
        }
    }
    EVENHAND_TRY(sides.keyspace.call({"XGROUP", "CREATE", stream, group, "0", "MKSTREAM"}));
    return {};
}

}  // namespace evenhand::rebuild
