// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/timer_store.h"

#include <map>
#include <memory>

#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/order_change.h"
#include "engine/store/words/setting_names.h"

namespace evenhand::store::timers {
namespace {

struct Memo {
    std::optional<Control> control;
    std::map<std::string, api::TimerPolicy, std::less<>> policies;
};

Memo& memoOf(Database& database) {
    auto& memo = database.memo();
    if (!memo) {
        memo = std::make_shared<Memo>();
    }
    return *static_cast<Memo*>(memo.get());
}

constexpr std::string_view kPolicy =
    "SELECT unpaid_ms, unassigned_ms, pick_up_late_ms, delivery_late_ms, auto_confirm_ms, auto_reassign, "
    "alert_repeat_ms, campus_id FROM campus ";

api::TimerPolicy policyOf(const Statement& row) {
    api::TimerPolicy policy;
    policy.unpaidMs = row.number("unpaid_ms");
    policy.unassignedMs = row.number("unassigned_ms");
    policy.pickUpLateMs = row.number("pick_up_late_ms");
    policy.deliveryLateMs = row.number("delivery_late_ms");
    policy.autoConfirmMs = row.number("auto_confirm_ms");
    policy.autoReassign = row.number("auto_reassign") != 0;
    policy.alertRepeatMs = row.number("alert_repeat_ms");
    return policy;
}

/// `column` of a query that finds one row at most.
Result<std::optional<Instant>> readInstant(Statement& statement, ColumnName column) {
    EVENHAND_ASSIGN(const auto found,
                    readOne(statement, [column](const Statement& row) { return instantOf(row, column); }));
    return found.value_or(std::nullopt);
}

Result<void> setValue(Database& database, std::string_view name, std::int64_t value) {
    auto& remove = database.statement("DELETE FROM timer_control WHERE name = ?");
    remove.bind(name);
    EVENHAND_TRY(remove.write());
    auto& insert = database.statement("INSERT INTO timer_control(name, value) VALUES (?, ?)");
    insert.bind(name).bind(value);
    EVENHAND_TRY(insert.write());
    return {};
}

std::string pausedName(api::TimerKind kind) { return std::string(kPausedPrefix) + std::string(api::toText(kind)); }

}  // namespace

Result<Control> controlFresh(Database& database) {
    Control control;
    auto& statement = database.statement("SELECT name, value FROM timer_control");
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        const auto name = statement.code("name", timerControlNameFrom);
        const auto value = statement.number("value");
        switch (name.what) {
            case TimerControlName::What::Queue: control.queueOn = value != 0; break;
            case TimerControlName::What::PollMs: control.pollMs = value; break;
            case TimerControlName::What::Paused:
                control.paused[static_cast<std::size_t>(name.kind)] = value != 0;
                break;
        }
    }
    EVENHAND_TRY(statement.status());
    return control;
}

Result<Control> control(Database& database) {
    if (const auto& known = memoOf(database).control) {
        return *known;
    }
    EVENHAND_ASSIGN(const auto control, controlFresh(database));
    memoOf(database).control = control;
    return control;
}

Result<std::optional<api::TimerPolicy>> policy(Database& database, const CampusId& campus) {
    const auto& known = memoOf(database).policies;
    if (const auto found = known.find(campus.str()); found != known.end()) {
        return std::optional(found->second);
    }
    static const std::string sql = std::string(kPolicy) + "WHERE campus_id = ?";
    auto& statement = database.statement(sql);
    statement.bind(campus.str());
    EVENHAND_TRY(statement.query());
    std::optional<api::TimerPolicy> policy;
    if (statement.next()) {
        policy = policyOf(statement);
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    if (policy) {
        memoOf(database).policies.emplace(campus.str(), *policy);
    }
    return policy;
}

Result<std::vector<api::TimerPolicyRow>> policiesFresh(Database& database) {
    static const std::string sql = std::string(kPolicy) + "ORDER BY campus_id";
    auto& statement = database.statement(sql);
    return readAll(statement, [](const Statement& row) {
        return api::TimerPolicyRow{CampusId(row.text("campus_id")), policyOf(row)};
    });
}

Result<void> setControl(Database& database, const Control& control) {
    database.memo().reset();
    EVENHAND_TRY(setValue(database, kQueueName, control.queueOn ? 1 : 0));
    EVENHAND_TRY(setValue(database, kPollMsName, control.pollMs));
    for (const auto kind : api::allTimerKinds()) {
        EVENHAND_TRY(setValue(database, pausedName(kind), control.isPaused(kind) ? 1 : 0));
    }
    return {};
}

Result<bool> setPolicy(Database& database, const CampusId& campus, const api::TimerPolicy& policy) {
    database.memo().reset();
    auto& exists = database.statement("SELECT 1 FROM campus WHERE campus_id = ?");
    exists.bind(campus.str());
    EVENHAND_ASSIGN(const auto found, readNumber(exists));
    if (found == 0) {
        return false;
    }
    auto& statement = database.statement(
        "UPDATE campus SET unpaid_ms = ?, unassigned_ms = ?, pick_up_late_ms = ?, delivery_late_ms = ?, "
        "auto_confirm_ms = ?, auto_reassign = ?, alert_repeat_ms = ? WHERE campus_id = ?");
    statement.bind(policy.unpaidMs).bind(policy.unassignedMs).bind(policy.pickUpLateMs).bind(policy.deliveryLateMs);
    statement.bind(policy.autoConfirmMs).bind(std::int64_t{policy.autoReassign}).bind(policy.alertRepeatMs);
    statement.bind(campus.str());
    EVENHAND_TRY(statement.write());
    return true;
}

Result<std::vector<Armed>> armed(Database& database, api::TimerKind kind, const Armed& after, Instant until,
                                 std::int64_t limit, std::optional<Instant> skipTrying) {
    auto& statement = database.statement(
        skipTrying ? "SELECT o.order_id, o.due_at FROM orders o WHERE o.timer = ? AND o.due_at >= ? AND o.due_at <= ? "
                     "AND (o.due_at > ? OR o.order_id > ?) AND NOT EXISTS (SELECT 1 FROM timer_failure f WHERE "
                     "f.order_id = o.order_id AND f.next_try_at > ?) ORDER BY o.due_at, o.order_id LIMIT ?"
                   : "SELECT order_id, due_at FROM orders WHERE timer = ? AND due_at >= ? AND due_at <= ? "
                     "AND (due_at > ? OR order_id > ?) ORDER BY due_at, order_id LIMIT ?");
    statement.bind(api::toText(kind)).bind(after.due).bind(until).bind(after.due).bind(after.order.value);
    if (skipTrying) {
        statement.bind(*skipTrying);
    }
    statement.bind(limit);
    return readAll(statement, [](const Statement& row) {
        return Armed{OrderId{row.number("order_id")}, Instant{row.number("due_at")}};
    });
}

Result<std::optional<Instant>> earliest(Database& database, api::TimerKind kind, Instant after) {
    auto& statement = database.statement("SELECT MIN(due_at) AS earliest FROM orders WHERE timer = ? AND due_at > ?");
    statement.bind(api::toText(kind)).bind(after);
    return readInstant(statement, "earliest");
}

Result<bool> arm(Database& database, OrderId order, api::TimerKind kind, std::int64_t version, Instant due) {
    OrderChange change(order);
    change.ifIs(OrderColumn::Timer, api::toText(kind)).ifIs(OrderColumn::Version, version);
    return change.set(OrderColumn::DueAt, due.ms).apply(database);
}

Result<bool> disarm(Database& database, OrderId order, api::TimerKind kind, Instant due, bool trouble) {
    OrderChange change(order);
    change.ifIs(OrderColumn::Timer, api::toText(kind)).ifIs(OrderColumn::DueAt, due.ms);
    change.clear(OrderColumn::DueAt).addBits(OrderColumn::TimerFlags, trouble ? orders::kTimerTrouble : 0);
    return change.keepVersion().apply(database);
}

Result<void> markTrouble(Database& database, OrderId order) {
    OrderChange change(order);
    EVENHAND_TRY(change.addBits(OrderColumn::TimerFlags, orders::kTimerTrouble).keepVersion().apply(database));
    return {};
}

Result<void> insertEnd(Database& database, OrderId order, api::TimerKind kind, Instant due, Instant at,
                       TimerOutcome outcome, bool byHand, std::int64_t version) {
    auto& statement = database.statement(
        "INSERT INTO timer_end(order_id, kind, due_at, at, outcome, by_hand, version) VALUES (?, ?, ?, ?, ?, ?, ?)");
    statement.bind(order.value).bind(api::toText(kind)).bind(due).bind(at);
    statement.bind(toText(outcome)).bind(std::int64_t{byHand}).bind(version);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::optional<Failure>> failure(Database& database, OrderId order) {
    auto& statement =
        database.statement("SELECT kind, due_at, attempts, dead_at FROM timer_failure WHERE order_id = ?");
    statement.bind(order.value);
    EVENHAND_TRY(statement.query());
    std::optional<Failure> found;
    if (statement.next()) {
        found = Failure{statement.code("kind", api::timerKindFrom), Instant{statement.number("due_at")},
                        statement.number("attempts"), !statement.isNull("dead_at")};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<void> recordFailure(Database& database, OrderId order, api::TimerKind kind, Instant due, std::string_view reason,
                           std::optional<Instant> nextTry, Instant at) {
    EVENHAND_ASSIGN(const auto before, failure(database, order));
    const auto attempts = before && before->kind == kind && before->due == due ? before->attempts + 1 : 1;
    EVENHAND_TRY(forgetFailure(database, order));
    auto& statement = database.statement(
        "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, next_try_at, dead_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)");
    statement.bind(order.value).bind(api::toText(kind)).bind(due).bind(attempts).bind(reason).bind(nextTry);
    statement.bind(nextTry ? std::optional<Instant>() : std::optional(at));
    EVENHAND_TRY(statement.write());
    return {};
}

Result<bool> forgetFailure(Database& database, OrderId order) {
    auto& statement = database.statement("DELETE FROM timer_failure WHERE order_id = ?");
    statement.bind(order.value);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows > 0;
}

}  // namespace evenhand::store::timers
