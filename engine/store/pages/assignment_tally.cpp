// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/assignment_tally.h"

#include <limits>

namespace evenhand::store {
namespace {

using Counts = AssignmentTally::Counts;
constexpr Instant kEver{std::numeric_limits<std::int64_t>::max()};

Result<void> addTo(Counts& counts, Statement& statement, std::int64_t sign) {
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        if (const auto count = statement.number("assignments"); count != 0) {
            counts[statement.text("courier_id")] += sign * count;
        }
    }
    return statement.status();
}

/// Those assigned in [from, to) and not taken away before `until`.
Result<void> addAssigned(Database& database, const CampusId& campus, Instant from, Instant to, Instant until,
                         Counts& counts) {
    auto& statement = database.statement(
        "SELECT c.courier_id, (SELECT COUNT(*) FROM assignment a WHERE a.courier_id = c.courier_id AND a.at >= ? "
        "AND a.at < ? AND (a.released_at IS NULL OR a.released_at >= ?)) AS assignments "
        "FROM courier c WHERE c.campus_id = ?");
    statement.bind(from).bind(to).bind(until).bind(campus.str());
    return addTo(counts, statement, 1);
}

/// Takes off those assigned in [from, to) that were taken away in [after, before).
Result<void> takeReleased(Database& database, const CampusId& campus, Instant from, Instant to, Instant after,
                          Instant before, Counts& counts) {
    auto& statement = database.statement(
        "SELECT a.courier_id, COUNT(*) AS assignments FROM assignment a "
        "CROSS JOIN courier c ON c.courier_id = a.courier_id WHERE a.released_at >= ? AND a.released_at < ? AND a.at "
        ">= ? AND a.at < ? AND c.campus_id = ? "
        "GROUP BY +a.courier_id");  // not by an index in that order: it would be read from end to end
    statement.bind(after).bind(before).bind(from).bind(to).bind(campus.str());
    return addTo(counts, statement, -1);
}

}  // namespace

Result<AssignmentTally::Counts> AssignmentTally::since(Database& database, const CampusId& campus, Instant dayStart,
                                                       Instant now) {
    auto& kept = m_kept[campus];
    EVENHAND_ASSIGN(const auto version, database.version());
    const std::int64_t opened = version ? version->opened : 0;
    if (database.expectsOthers() || kept.opened != opened || kept.from != dayStart || now < kept.until) {
        kept = {opened, dayStart, dayStart, {}};
    }
    // One snapshot for all that is counted.
    EVENHAND_TRY(database.beginRead());
    auto settled = kept.counts;
    const Instant until = std::max(now, dayStart);
    EVENHAND_TRY(addAssigned(database, campus, kept.until, until, until, settled));
    EVENHAND_TRY(takeReleased(database, campus, dayStart, kept.until, kept.until, until, settled));
    auto counts = settled;
    EVENHAND_TRY(addAssigned(database, campus, until, kEver, kEver, counts));
    EVENHAND_TRY(takeReleased(database, campus, dayStart, until, until, kEver, counts));
    EVENHAND_TRY(database.commit());
    kept.until = until;
    kept.counts = std::move(settled);
    return counts;
}

}  // namespace evenhand::store
