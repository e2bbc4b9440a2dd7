// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/event_store.h"

namespace evenhand::store::events {

Result<void> add(Database& database, OrderId order, Instant at, api::EventKind kind, std::string_view actor,
                 std::string_view detail) {
    auto& statement =
        database.statement("INSERT INTO order_event(order_id, at, kind, actor, detail) VALUES (?, ?, ?, ?, ?)");
    statement.bind(order.value).bind(at).bind(api::toText(kind)).bind(actor).bind(detail);
    return statement.gather();
}

Result<std::vector<api::OrderEvent>> ofOrder(Database& database, OrderId order) {
    auto& statement =
        database.statement("SELECT at, kind, actor, detail FROM order_event WHERE order_id = ? ORDER BY event_id");
    statement.bind(order.value);
    EVENHAND_TRY(statement.query());
    std::vector<api::OrderEvent> events;
    while (statement.next()) {
        events.push_back({Instant{statement.number("at")}, statement.code("kind", api::eventKindFrom),
                          statement.text("actor"), statement.text("detail")});
    }
    EVENHAND_TRY(statement.status());
    return events;
}

}  // namespace evenhand::store::events
