// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/weight_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::weights {

Result<void> add(Database& database, const CourierId& courier, Instant at, api::WeightEntryKind kind,
                 std::int64_t amount, std::string_view actor, std::string_view reason) {
    auto& statement = database.statement(
        "INSERT INTO weight_entry(courier_id, at, kind, amount, actor, reason) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(courier.str()).bind(at).bind(api::toText(kind)).bind(amount).bind(actor).bind(reason);
    return statement.gather();
}

Result<std::optional<LastCalibration>> lastCalibration(Database& database, const CourierId& courier) {
    auto& statement = database.statement(
        "SELECT at, actor FROM weight_entry WHERE courier_id = ? AND kind = ? ORDER BY entry_id DESC LIMIT 1");
    statement.bind(courier.str()).bind(api::toText(api::WeightEntryKind::Calibration));
    return readOne(statement, [](const Statement& row) {
        return LastCalibration{Instant{row.number("at")}, row.text("actor")};
    });
}

Result<std::vector<Implied>> implied(Database& database, const CampusId& campus) {
    auto& statement = database.statement(
        "SELECT c.courier_id, c.name, c.on_duty, "
        "COALESCE((SELECT SUM(w.amount) FROM weight_entry w WHERE w.courier_id = c.courier_id), 0) AS entered, "
        "COALESCE((SELECT SUM(a.given_back - a.charged) FROM assignment a WHERE a.courier_id = c.courier_id), 0) "
        "AS assigned FROM courier c WHERE c.campus_id = ? ORDER BY c.courier_id");
    statement.bind(campus.str());
    return readAll(statement, [](const Statement& row) {
        return Implied{CourierId(row.text("courier_id")), row.text("name"), row.number("on_duty") != 0,
                       row.number("entered") + row.number("assigned")};
    });
}

}  // namespace evenhand::store::weights
