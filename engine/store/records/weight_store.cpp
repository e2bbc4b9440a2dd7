// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/weight_store.h"

namespace evenhand::store::weights {

Result<void> add(Database& database, const CourierId& courier, Instant at, api::WeightEntryKind kind,
                 std::int64_t amount, std::string_view actor, std::string_view reason) {
    auto& statement = database.statement(
        "INSERT INTO weight_entry(courier_id, at, kind, amount, actor, reason) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(courier.str()).bind(at).bind(api::toText(kind)).bind(amount).bind(actor).bind(reason);
    return statement.gather();
}

Result<std::vector<Implied>> implied(Database& database, const CampusId& campus) {
    auto& statement = database.statement(
        "SELECT c.courier_id, c.name, c.on_duty, "
        "COALESCE((SELECT SUM(w.amount) FROM weight_entry w WHERE w.courier_id = c.courier_id), 0) AS entered, "
        "COALESCE((SELECT SUM(a.given_back - a.charged) FROM assignment a WHERE a.courier_id = c.courier_id), 0) "
        "AS assigned FROM courier c WHERE c.campus_id = ? ORDER BY c.courier_id");
    statement.bind(campus.str());
    EVENHAND_TRY(statement.query());
    std::vector<Implied> found;
    while (statement.next()) {
        found.push_back({CourierId(statement.text("courier_id")), statement.text("name"),
                         statement.number("on_duty") != 0, statement.number("entered") + statement.number("assigned")});
    }
    EVENHAND_TRY(statement.status());
    return found;
}

}  // namespace evenhand::store::weights
