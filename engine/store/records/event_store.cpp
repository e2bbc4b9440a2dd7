// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/event_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::events {
namespace {

api::OrderEvent eventOf(const Statement& row) {
    return {Instant{row.number("at")}, row.code("kind", api::eventKindFrom), row.text("actor"), row.text("detail")};
}

}  // namespace

Result<void> add(Database& database, OrderId order, Instant at, api::EventKind kind, std::string_view actor,
                 std::string_view detail) {
    auto& statement =
        database.statement("INSERT INTO order_event(order_id, at, kind, actor, detail) VALUES (?, ?, ?, ?, ?)");
    statement.bind(order.value).bind(at).bind(api::toText(kind)).bind(actor).bind(detail);
    return statement.gather();
}

Result<std::vector<api::OrderEvent>> newestChanges(Database& database, OrderId order, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT at, kind, actor, detail FROM order_event WHERE order_id = ? AND kind NOT IN ('note', 'late', "
        "'late_payment', 'unmatched_payment', 'return', 'refund') ORDER BY event_id DESC LIMIT ?");
    statement.bind(order.value).bind(limit);
    return readAll(statement, eventOf);
}

Result<std::vector<api::OrderEvent>> ofOrder(Database& database, OrderId order) {
    auto& statement =
        database.statement("SELECT at, kind, actor, detail FROM order_event WHERE order_id = ? ORDER BY event_id");
    statement.bind(order.value);
    return readAll(statement, eventOf);
}

}  // namespace evenhand::store::events
