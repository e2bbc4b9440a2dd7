// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/deduction_store.h"

#include "engine/store/database/multi_row.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store::deductions {
namespace {
struct LineTag;

Result<DeductionId> insertHead(Database& database, OrderId order, Instant at) {
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto id, hot->nextDeduction());
        auto& statement = database.statement("INSERT INTO deduction(deduction_id, order_id, at) VALUES (?, ?, ?)");
        EVENHAND_TRY(statement.bind(id.value).bind(order.value).bind(at).gather(InsertTurn::Second));
        return id;
    }
    auto& statement = database.statement("INSERT INTO deduction(order_id, at) VALUES (?, ?)");
    statement.bind(order.value).bind(at);
    EVENHAND_TRY(statement.write());
    return DeductionId{statement.lastInsertId()};
}

}  // namespace

Result<DeductionId> insert(Database& database, OrderId order, Instant at, std::span<const Line> lines) {
    EVENHAND_ASSIGN(const auto id, insertHead(database, order, at));
    EVENHAND_TRY(insertRows<LineTag>(
        database, "INSERT INTO deduction_line(deduction_id, sku, quantity, given_back) VALUES ", "(?,?,?,0)", lines,
        [&](Statement& rows, const Line& line) { rows.bind(id.value).bind(line.sku).bind(line.quantity); }));
    return id;
}

Result<std::vector<OwnedLine>> giveBackAll(Database& database, OrderId order, Instant at) {
    std::vector<OwnedLine> lines;
    auto& mark =
        database.statement("UPDATE deduction SET given_back_at = ? WHERE order_id = ? AND given_back_at IS NULL");
    mark.bind(at).bind(order.value);
    EVENHAND_ASSIGN(const auto marked, mark.write());
    if (marked != 1) {
        return lines;
    }
    auto& read = database.statement(
        "SELECT l.sku, l.quantity - l.given_back - l.returned AS units FROM deduction d JOIN deduction_line l "
        "ON l.deduction_id = d.deduction_id WHERE d.order_id = ? AND l.quantity > l.given_back + l.returned ORDER BY "
        "l.sku");
    read.bind(order.value);
    EVENHAND_TRY(read.query());
    while (read.next()) {
        lines.push_back({read.text("sku"), read.number("units")});
    }
    EVENHAND_TRY(read.status());
    auto& update = database.statement(
        "UPDATE deduction_line SET given_back = quantity - returned WHERE deduction_id = "
        "(SELECT deduction_id FROM deduction WHERE order_id = ?)");
    update.bind(order.value);
    EVENHAND_TRY(update.write());
    return lines;
}

}  // namespace evenhand::store::deductions
