// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/armed_timers.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store {
namespace {

constexpr int kTries = 8;  ///< each fails only if a commit ended in the few microseconds that it takes

Result<ArmedTimers::Counts> countAll(Database& database) {
    ArmedTimers::Counts counts;
    for (const auto kind : api::allTimerKinds()) {
        auto& statement = database.statement(
            "SELECT campus_id, COUNT(*) AS armed FROM orders WHERE timer = ? AND due_at IS NOT NULL "
            "GROUP BY +campus_id");  // by the index of timers, not by one of campuses
        statement.bind(api::toText(kind));
        EVENHAND_TRY(eachRow(statement, [&](const Statement& row) {
            counts[row.text("campus_id")][static_cast<std::size_t>(kind)] = row.number("armed");
        }));
    }
    return counts;
}

void add(ArmedTimers::Counts& counts, const TimerTally::Counts& since, std::int64_t sign) {
    for (const auto& [campus, figures] : since) {
        auto& known = counts[campus];
        for (std::size_t kind = 0; kind < known.size(); ++kind) {
            known[kind] += sign * figures.armed[kind];
        }
    }
}

/// A read transaction that has read: its snapshot is taken.
Result<void> takeSnapshot(Database& database) {
    EVENHAND_TRY(database.beginRead());
    EVENHAND_TRY(readNumber(database.statement("SELECT COUNT(*) FROM timer_control")));
    return {};
}

}  // namespace

std::int64_t ArmedTimers::of(api::TimerKind kind, const CampusId& campus) const {
    const auto index = static_cast<std::size_t>(kind);
    if (!campus.empty()) {
        const auto known = m_counts.find(campus.str());
        return known == m_counts.end() ? 0 : known->second[index];
    }
    std::int64_t sum = 0;
    for (const auto& [name, counts] : m_counts) {
        sum += counts[index];
    }
    return sum;
}

std::optional<std::pair<std::int64_t, std::int64_t>> ArmedTimers::changes(api::TimerKind kind,
                                                                          const CampusId& campus) const {
    if (!m_cut) {
        return std::nullopt;
    }
    const auto known = m_cut->since.find(campus.str());
    return std::pair(m_cut->epoch,
                     known == m_cut->since.end() ? 0 : known->second.changes[static_cast<std::size_t>(kind)]);
}

Result<ArmedTimers> countArmed(Database& database) {
    EVENHAND_ASSIGN(auto counts, countAll(database));
    return ArmedTimers(std::move(counts), std::nullopt);
}

Result<ArmedTimers> ArmedTimersCache::beginRead(Database& database, TimerTally* tally) {
    std::optional<TimerTally::Cut> cut;
    for (int i = 0; tally != nullptr && i < kTries; ++i) {
        const auto settled = tally->settled();
        EVENHAND_TRY(takeSnapshot(database));
        cut = settled ? tally->cut(*settled) : std::nullopt;
        if (cut || i + 1 == kTries) {
            break;
        }
        EVENHAND_TRY(database.commit());
    }
    if (tally == nullptr) {
        EVENHAND_TRY(takeSnapshot(database));
    }
    if (!cut) {
        return countArmed(database);
    }
    if (m_epoch != cut->epoch) {
        EVENHAND_ASSIGN(m_before, countAll(database));
        add(m_before, cut->since, -1);
        m_epoch = cut->epoch;
    }
    auto counts = m_before;
    add(counts, cut->since, 1);
    return ArmedTimers(std::move(counts), std::move(cut));
}

}  // namespace evenhand::store
