// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/late_store.h"

#include <algorithm>
#include <string>

#include "engine/store/database/sql_text.h"

namespace evenhand::store::late {

bool isLimit(api::TimerKind kind) noexcept {
    switch (kind) {
        case api::TimerKind::Unassigned:
        case api::TimerKind::PickUpLate:
        case api::TimerKind::DeliveryLate: return true;
        case api::TimerKind::Unpaid:
        case api::TimerKind::AutoConfirm: break;
    }
    return false;
}

Result<std::optional<Limit>> find(Database& database, OrderId order) {
    auto& statement = database.statement("SELECT kind, limit_at FROM late_order WHERE order_id = ?");
    statement.bind(order.value);
    return readOne(statement, [](const Statement& row) {
        return Limit{row.code("kind", api::timerKindFrom), Instant{row.number("limit_at")}};
    });
}

Result<Limit> keep(Database& database, OrderId order, const CampusId& campus, const Limit& limit) {
    EVENHAND_ASSIGN(const auto there, find(database, order));
    if (there) {
        return *there;
    }
    auto& statement =
        database.statement("INSERT INTO late_order(order_id, campus_id, kind, limit_at) VALUES (?, ?, ?, ?)");
    statement.bind(order.value).bind(campus.str()).bind(api::toText(limit.kind)).bind(limit.at);
    EVENHAND_TRY(statement.write());
    return limit;
}

Result<void> forget(Database& database, OrderId order) {
    auto& statement = database.statement("DELETE FROM late_order WHERE order_id = ?");
    statement.bind(order.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::int64_t> count(Database& database, Instant now, std::int64_t most) {
    // Ranges of two indexes; an order that is in both (it was late before its present timer) counts once.
    auto& statement = database.statement(
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM late_order WHERE limit_at <= ? LIMIT ?) kept) + "
        "(SELECT COUNT(*) FROM (SELECT 1 FROM orders o WHERE ((o.timer = 'unassigned' AND o.due_at <= ?) OR "
        "(o.timer = 'pick_up_late' AND o.due_at <= ?) OR (o.timer = 'delivery_late' AND o.due_at <= ?)) AND NOT EXISTS "
        "(SELECT 1 FROM late_order l WHERE l.order_id = o.order_id AND l.limit_at <= ?) LIMIT ?) armed)");
    statement.bind(now).bind(most).bind(now).bind(now).bind(now).bind(now).bind(most);
    EVENHAND_ASSIGN(const auto found, readNumber(statement));
    return std::min(found, most);
}

Result<std::optional<Instant>> next(Database& database, Instant now) {
    auto& statement = database.statement("SELECT MIN(limit_at) AS earliest FROM late_order WHERE limit_at > ?");
    statement.bind(now);
    EVENHAND_TRY(statement.query());
    std::optional<Instant> found;
    if (statement.next()) {
        found = instantOf(statement, "earliest");
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

std::string_view idsSql() noexcept {
    // A table of its own: servers look at each order anew for a union that stands directly in an IN.
    return "SELECT order_id FROM (SELECT order_id FROM late_order WHERE limit_at <= ? "
           "UNION ALL SELECT order_id FROM orders WHERE timer = 'unassigned' AND due_at <= ? "
           "UNION ALL SELECT order_id FROM orders WHERE timer = 'pick_up_late' AND due_at <= ? "
           "UNION ALL SELECT order_id FROM orders WHERE timer = 'delivery_late' AND due_at <= ?) late";
}

std::string_view limitSql() noexcept {
    return "COALESCE((SELECT late.limit_at FROM late_order late WHERE late.order_id = o.order_id), CASE WHEN o.timer "
           "IN "
           "('unassigned', 'pick_up_late', 'delivery_late') THEN o.due_at END)";
}

}  // namespace evenhand::store::late
