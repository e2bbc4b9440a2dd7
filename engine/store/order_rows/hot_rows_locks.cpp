// SPDX-License-Identifier: GPL-3.0-or-later
// Locking roots on the server, and forgetting what was read of them before.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store {
namespace {

constexpr std::size_t kLockAtOnce = 128;
constexpr std::size_t kLockStep = 16;  ///< longer lists are filled up to a multiple, so that few texts exist

/// By the primary key and in its order, whatever the server thinks of a small table: it locks each row that it comes
/// by, so only the order in which it walks is the order of the locks.
std::string lockSql(RootKind kind, Hold hold, std::size_t count) {
    const auto& info = infoOf(kind);
    const std::string id(info.id);
    std::string sql =
        "SELECT " + id + " FROM " + std::string(info.table) + " FORCE INDEX (PRIMARY) WHERE " + id + " IN (";
    for (std::size_t i = 0; i < count; ++i) {
        sql += i == 0 ? "?" : ",?";
    }
    sql.append(") ORDER BY ").append(id);
    return sql.append(hold == Hold::Change ? " FOR UPDATE" : " LOCK IN SHARE MODE");
}

/// Each text is made once and keeps its place: the connection knows its prepared statements by where their text is.
const std::string& lockText(RootKind kind, Hold hold, std::size_t count) {
    thread_local std::map<std::tuple<RootKind, Hold, std::size_t>, std::string> texts;
    auto& text = texts[{kind, hold, count}];
    if (text.empty()) {
        text = lockSql(kind, hold, count);
    }
    return text;
}

}  // namespace

Result<void> HotRows::lockSome(RootKind kind, Hold hold, std::span<const Root* const> roots) {
    for (auto rest = roots; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kLockAtOnce));
        const auto count =
            some.size() < kLockStep ? some.size() : (some.size() + kLockStep - 1) / kLockStep * kLockStep;
        auto& statement = m_database.statement(lockText(kind, hold, count));
        for (std::size_t i = 0; i < count; ++i) {
            const auto& root = *some[std::min(i, some.size() - 1)];  // the last one again, which IN does not mind
            if (infoOf(kind).numbered) {
                statement.bind(root.number);
            } else {
                statement.bind(std::string_view(root.text));
            }
        }
        // As reading for itself: what is unsent is of rows that are locked already and need not be sent for this.
        m_reading = true;
        auto locked = statement.query();
        m_reading = false;
        EVENHAND_TRY(locked);
        while (statement.next()) {
        }
        EVENHAND_TRY(statement.status());
        rest = rest.subspan(some.size());
    }
    return {};
}

Result<void> HotRows::lock(const Roots& roots) {
    const auto& holds = roots.holds();
    for (auto at = holds.begin(); at != holds.end();) {
        const auto kind = at->first.kind;
        std::vector<const Root*> some;
        // One that is changed is enough for all of its kind: two statements would lock in two orders.
        auto hold = Hold::Read;
        for (; at != holds.end() && at->first.kind == kind; ++at) {
            // Text that the server refuses to compare is the id of nothing.
            if (infoOf(kind).numbered || base::validateId(at->first.text, {})) {
                some.push_back(&at->first);
                hold = std::max(hold, at->second);
            }
        }
        EVENHAND_TRY(lockSome(kind, hold, some));
    }
    forget(roots);
    return {};
}

void HotRows::forget(const Roots& roots) {
    for (const auto& entry : roots.holds()) {
        const auto& root = entry.first;
        switch (root.kind) {
            case RootKind::Campus: m_campuses.erase(root.text); break;
            case RootKind::Product: forgetCount(Counter::Stock, root.text); break;
            case RootKind::Order: forgetOrder(root.number); break;
            case RootKind::Activity: forgetCount(Counter::Units, root.text); break;
            case RootKind::Campaign:
            case RootKind::Task:
            case RootKind::Person: break;
        }
    }
}

void HotRows::forgetOrder(std::int64_t id) {
    const auto at = m_orders.find(id);
    // What is unsent was changed by this transaction, which has it locked.
    if (at == m_orders.end() || at->second.m_dirty) {
        return;
    }
    const auto& order = at->second;
    m_byNumber.erase(order.number);
    m_byKey.erase(order.key);
    // Another one of the same user may be live since, and not be sent yet.
    const auto live = order.activity.empty() ? m_live.end() : m_live.find(order.activity + "\n" + order.user);
    if (live != m_live.end() && live->second == id) {
        m_live.erase(live);
    }
    m_orders.erase(at);
}

void HotRows::forgetCount(Counter counter, const std::string& id) {
    auto& counts = m_counts[indexOf(counter)];
    const auto at = counts.find(id);
    if (at == counts.end() || at->second.dirty) {
        return;
    }
    // One that the open scope has added is not dirty, and its undoing still refers to it.
    const bool undone = std::any_of(m_countUndo.begin(), m_countUndo.end(),
                                    [&at](const CountUndo& undo) { return undo.count == &*at; });
    if (!undone) {
        counts.erase(at);
    }
}

}  // namespace evenhand::store
