// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/clock_store.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engine/api/operations.h"
#include "engine/api/status.h"
#include "engine/api/timer_types.h"
#include "engine/base/clock.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/hot_rows.h"
#include "engine/store/order_rows/read_ahead.h"
#include "engine/store/records/task_store.h"
#include "engine/store/records/timer_store.h"

namespace evenhand::store::clock {
namespace {

/// The newest event of an order that armed a timer: a stage that began, or a timer that was postponed.
std::string armedAt() {
    std::string kinds;
    for (const auto kind :
         {api::EventKind::Placed, api::EventKind::Paid, api::EventKind::Assigned, api::EventKind::AssignmentReleased,
          api::EventKind::ReassignRequested, api::EventKind::PickedUp, api::EventKind::Delivered,
          api::EventKind::DeliveryFailed, api::EventKind::TimerPostponed}) {
        kinds += (kinds.empty() ? "'" : ", '") + std::string(api::toText(kind)) + "'";
    }
    return "(SELECT MAX(e.at) FROM order_event e WHERE e.order_id = orders.order_id AND e.kind IN (" + kinds + "))";
}

struct Ahead {
    OrderId order;
    api::TimerKind kind{};
    std::int64_t version = 0;
    Instant due;  ///< as early as it was meant, seen from `to`
};

/// Timers that were armed after `to`.
Result<std::vector<Ahead>> ahead(Database& database, Instant to) {
    std::string names;
    for (const auto kind : api::allTimerKinds()) {
        names += (names.empty() ? "'" : ", '") + std::string(api::toText(kind)) + "'";
    }
    static const std::string sql = "SELECT order_id, timer, version, due_at - (" + armedAt() +
                                   " - ?) AS due FROM orders WHERE timer IN (" + names + ") AND due_at > ? AND " +
                                   armedAt() + " > ?";
    return readAll(database.statement(sql).bind(to).bind(to).bind(to), [](const Statement& row) {
        return Ahead{OrderId{row.number("order_id")}, row.code("timer", api::timerKindFrom), row.number("version"),
                     Instant{row.number("due")}};
    });
}

/// Where each statement costs a round trip, orders are read and sent in some numbers. They are forgotten behind that: a
/// workspace may have any number of them, and time is turned back in one transaction or not at all. A timer keeps the
/// time that it had left at one instant, so nothing may fire, and nobody arm another one, between two parts of them.
Result<void> sendChanges(Database& database) {
    EVENHAND_TRY(database.flush());
    if (auto* hot = hotRows(database)) {
        hot->invalidate(HotRows::kOrders);
    }
    return {};
}

/// Orders are changed one by one, by the change that everybody else arms a timer with.
Result<std::int64_t> armAnew(Database& database, Instant to) {
    constexpr std::size_t kAtOnce = 1'000;
    EVENHAND_ASSIGN(const auto all, ahead(database, to));
    std::int64_t armed = 0;
    for (std::span<const Ahead> rest(all); !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kAtOnce));
        ReadAhead orders;
        for (const auto& timer : some) {
            orders.orders.push_back(timer.order);
        }
        EVENHAND_TRY(readAhead(database, orders));
        for (const auto& timer : some) {
            EVENHAND_ASSIGN(const bool changed,
                            timers::arm(database, timer.order, timer.kind, timer.version, timer.due));
            armed += changed ? 1 : 0;
        }
        EVENHAND_TRY(sendChanges(database));
        rest = rest.subspan(some.size());
    }
    return armed;
}

/// `column` of `table` keeps the time that it had left at `from`; what was due by then is due now.
Result<void> shift(Database& database, std::string_view table, std::string_view column, Instant from, Instant to,
                   std::string_view unless = {}) {
    const std::string name(column);
    const std::int64_t by = from.ms - to.ms;
    const std::string sql = "UPDATE " + std::string(table) + " SET " + name + " = CASE WHEN " + name + " > ? THEN " +
                            name + " - ? ELSE ? END WHERE " + name + " > ?" + std::string(unless);
    auto& statement = database.statement(sql);
    statement.bind(from).bind(by).bind(to).bind(to);
    if (!unless.empty()) {
        statement.bind(to);
    }
    EVENHAND_TRY(statement.write());
    return {};
}

/// `column` of `table` is `to` at the latest: what is judged by its age grows older from now on.
Result<void> cap(Database& database, std::string_view table, std::string_view column, Instant to) {
    const std::string name(column);
    EVENHAND_TRY(database.statement("UPDATE " + std::string(table) + " SET " + name + " = ? WHERE " + name + " > ?")
                     .bind(to)
                     .bind(to)
                     .write());
    return {};
}

/// The first instant after `to` that fits: whole days earlier, or an interval from now.
Result<void> schedules(Database& database, Instant to) {
    EVENHAND_ASSIGN(const auto all, tasks::schedules(database));
    for (const auto& schedule : all) {
        const auto ahead = schedule.next.ms - to.ms;
        if (ahead <= 0) {
            continue;
        }
        const auto next = schedule.everyMs ? std::min(schedule.next, to.plusMs(*schedule.everyMs))
                                           : schedule.next.plusMs(-(ahead - 1) / base::kDayMs * base::kDayMs);
        if (next != schedule.next) {
            EVENHAND_TRY(tasks::moveOn(database, schedule.name, schedule.next, next));
        }
    }
    return {};
}

/// No lock after failed sign-ins lasts longer: one that ends later was set while the machine's clock was ahead.
Result<void> locks(Database& database, Instant to) {
    EVENHAND_TRY(database.statement("UPDATE person SET wait_until = NULL WHERE wait_until > ?")
                     .bind(to.plusMs(base::kDayMs))
                     .write());
    return {};
}

}  // namespace

Result<std::int64_t> turnBack(Database& database, Instant from, Instant to) {
    if (auto* roots = database.roots()) {
        roots->ownsAll();
    }
    EVENHAND_ASSIGN(const auto armed, armAnew(database, to));
    EVENHAND_TRY(shift(database, "timer_failure", "next_try_at", from, to));
    EVENHAND_TRY(shift(database, "alert", "next_at", from, to, " AND NOT (state = 'silenced' AND acted_at <= ?)"));
    EVENHAND_TRY(shift(database, "late_order", "limit_at", from, to));
    EVENHAND_TRY(shift(database, "task", "due_at", from, to));
    EVENHAND_TRY(cap(database, "task", "ended_at", to));
    EVENHAND_TRY(cap(database, "task", "dead_at", to));
    EVENHAND_TRY(schedules(database, to));
    EVENHAND_TRY(cap(database, "campus", "calibrate_from", to));
    // What a roster said then is of a time that is to come again: it is looked at anew, now.
    EVENHAND_TRY(database
                     .statement("UPDATE shift_state SET next_at = ?, looked_at = ?, followed_at = CASE WHEN "
                                "followed_at > ? THEN ? ELSE followed_at END WHERE looked_at > ?")
                     .bind(to)
                     .bind(to)
                     .bind(to)
                     .bind(to)
                     .bind(to)
                     .write());
    EVENHAND_TRY(database
                     .statement("UPDATE campaign_draw SET expires_at = expires_at - (at - ?) WHERE expires_at > ? AND "
                                "at > ?")
                     .bind(to)
                     .bind(to)
                     .bind(to)
                     .write());
    EVENHAND_TRY(cap(database, "api_answer", "at", to));
    EVENHAND_TRY(cap(database, "webhook_event", "at", to));
    EVENHAND_TRY(locks(database, to));
    // What other stores remember of these rows was read before.
    for (const auto memo : {Database::Memo::Timers, Database::Memo::TaskWindow}) {
        database.memo(memo).reset();
    }
    return armed;
}

Result<std::optional<Instant>> firstTurn(Database& database) {
    auto& statement =
        database.statement("SELECT MIN(at) AS first_at FROM audit_entry WHERE operation = ? AND outcome = 'done'");
    EVENHAND_TRY(statement.bind(api::infoOf(api::Operation::TimersResetClock).name).query());
    std::optional<Instant> at;
    if (statement.next() && !statement.isNull("first_at")) {
        at = Instant{statement.number("first_at")};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return at;
}

}  // namespace evenhand::store::clock
