// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/figures.h"

#include <optional>

#include "engine/api/timer_types.h"
#include "engine/store/records/late_store.h"
#include "engine/store/records/return_store.h"

namespace evenhand::store {
namespace {

Result<std::int64_t> count(Database& database, std::string_view sql, std::optional<Instant> now = std::nullopt) {
    auto& statement = database.statement(sql);
    for (std::size_t i = 0; now && i < api::kTimerKinds; ++i) {
        statement.bind(api::toText(api::allTimerKinds()[i])).bind(*now);
    }
    EVENHAND_TRY(statement.query());
    std::int64_t value = 0;
    if (statement.next()) {
        value = statement.onlyNumber();
        statement.finish();
    }
    EVENHAND_TRY(statement.status());
    return value;
}

}  // namespace

Result<Figures> countFigures(Database& database, Instant now) {
    Figures figures;
    EVENHAND_ASSIGN(figures.unassigned, count(database, "SELECT COUNT(*) FROM orders WHERE wait_reason IS NOT NULL"));
    EVENHAND_ASSIGN(figures.openDeadLetters,
                    count(database, "SELECT COUNT(*) FROM dead_letter WHERE resolved_at IS NULL"));
    EVENHAND_ASSIGN(figures.deadTimers,
                    count(database, "SELECT COUNT(*) FROM timer_failure WHERE dead_at IS NOT NULL"));
    EVENHAND_ASSIGN(figures.alerts, count(database, "SELECT COUNT(*) FROM alert WHERE state = 'firing'"));
    EVENHAND_ASSIGN(figures.returnsWaiting, returns::countWaiting(database));
    EVENHAND_ASSIGN(figures.refundsFailed,
                    count(database,
                          "SELECT (SELECT COUNT(*) FROM refund WHERE status = 'FAILED') + (SELECT COUNT(*) FROM "
                          "task WHERE dead_at IS NOT NULL AND kind = 'refund')"));
    EVENHAND_ASSIGN(figures.deadTasks, count(database, "SELECT COUNT(*) FROM task WHERE dead_at IS NOT NULL"));
    EVENHAND_ASSIGN(figures.outwardHeld,
                    count(database, "SELECT COUNT(*) FROM task_hold WHERE kind IN ('refund', 'webhook')"));
    EVENHAND_ASSIGN(
        figures.overdue,
        count(database,
              "SELECT COUNT(*) FROM (SELECT 1 FROM orders WHERE (timer = ? AND due_at <= ?) "
              "OR (timer = ? AND due_at <= ?) OR (timer = ? AND due_at <= ?) OR (timer = ? AND due_at <= ?) "
              "OR (timer = ? AND due_at <= ?) LIMIT 100000) late",
              now));
    EVENHAND_ASSIGN(figures.late, late::count(database, now));
    EVENHAND_ASSIGN(figures.nextOverdue, late::next(database, now));
    for (const auto kind : api::allTimerKinds()) {
        auto& statement =
            database.statement("SELECT MIN(due_at) AS earliest FROM orders WHERE timer = ? AND due_at > ?");
        statement.bind(api::toText(kind)).bind(now);
        EVENHAND_TRY(statement.query());
        if (statement.next()) {
            if (const auto due = statement.maybeNumber("earliest");
                due && (!figures.nextOverdue || *due < figures.nextOverdue->ms)) {
                figures.nextOverdue = Instant{*due};
            }
            statement.finish();
        }
        EVENHAND_TRY(statement.status());
    }
    return figures;
}

}  // namespace evenhand::store
