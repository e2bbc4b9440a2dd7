// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/payment_store.h"

#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/hot_rows.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/order_rows/payment_number.h"

namespace evenhand::store::payments {
namespace {

api::OwedPaymentRow owedRowOf(const Statement& row) {
    return {PaymentNo(row.text("payment_no")),   row.text("order_no"),
            Money{row.number("amount")},         Instant{row.number("at")},
            row.code("kind", api::owedKindFrom), OrderNo(row.text("matched_no"))};
}

const std::string kOwed =
    "SELECT w.payment_no, w.order_no, w.amount, w.at, w.kind, COALESCE(o.order_no, '') AS matched_no "
    "FROM owed_payment w LEFT JOIN orders o ON o.order_id = w.matched_order WHERE ";

Result<std::optional<Lookup::Known>> knownNumber(Database& database, const PaymentNo& paymentNo) {
    auto& statement = database.statement(
        "SELECT o.order_no, p.amount, NULL AS kind FROM payment p JOIN orders o ON o.order_id = p.order_id "
        "WHERE p.payment_no = ? AND NOT EXISTS (SELECT 1 FROM owed_payment x WHERE x.payment_no = p.payment_no) UNION "
        "ALL SELECT w.order_no, w.amount, w.kind FROM owed_payment w "
        "WHERE w.payment_no = ?");
    statement.bind(paymentNo.str()).bind(paymentNo.str());
    EVENHAND_TRY(statement.query());
    std::optional<Lookup::Known> known;
    if (statement.next()) {
        known = Lookup::Known{statement.text("order_no"), Money{statement.number("amount")}, std::nullopt};
        known->owed = statement.maybeCode("kind", api::owedKindFrom);
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return known;
}

/// Of a row that is held in memory, and of one that a statement has just read.
Lookup::Order orderOf(Database& database, const OrderRow& order, bool paused) {
    return {order.id,
            database.code(api::orderStatusFrom, order.state.status, "orders", "status", order.number),
            Money{order.payable},
            CampusId(order.campus),
            order.state.epoch,
            paused,
            order.state.version,
            order.state.dueAt ? std::optional(Instant{*order.state.dueAt}) : std::nullopt,
            order.state.timerFlags,
            Money{order.discount}};
}

/// The order is decided on, its campus stays as it is meanwhile.
Result<bool> lockFound(Database& database, const Lookup& found) {
    if (database.roots() == nullptr || !found.order) {
        return false;
    }
    return lockRoots(database, Roots().add(found.order->id).add(found.order->campus, Hold::Read));
}

Result<Lookup> lookupHot(Database& database, HotRows& hot, const PaymentNo& paymentNo, const OrderNo& orderNo) {
    Lookup found;
    EVENHAND_ASSIGN(const bool unused, hot.paymentUnused(paymentNo.str()));
    if (!unused) {
        EVENHAND_ASSIGN(found.known, knownNumber(database, paymentNo));
    }
    EVENHAND_ASSIGN(const auto* order, hot.orderByNumber(orderNo.str()));
    EVENHAND_ASSIGN(const auto* campus, order == nullptr ? nullptr : hot.campus(order->campus));
    if (campus != nullptr) {
        found.order = orderOf(database, *order, campus->paused);
    }
    return found;
}

}  // namespace

Result<Lookup> lookup(Database& database, const PaymentNo& paymentNo, const OrderNo& orderNo) {
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(auto seen, lookupHot(database, *hot, paymentNo, orderNo));
        EVENHAND_ASSIGN(const bool again, lockFound(database, seen));
        return again ? lookupHot(database, *hot, paymentNo, orderNo) : Result<Lookup>(std::move(seen));
    }
    // The order, its campus and whether the number is known: three index probes in one statement.
    static const std::string sql =
        "SELECT o.order_id, o.status, o.payable, o.campus_id, o.epoch, c.paused, o.due_at, o.timer_flags, " +
        paymentNumberUsedSql() +
        " AS number_known, o.version, o.discount FROM orders o "
        "JOIN campus c ON c.campus_id = o.campus_id WHERE o.order_no = ?";
    auto& statement = database.statement(sql);
    for (std::size_t table = 0; table < kPaymentTables.size(); ++table) {
        statement.bind(paymentNo.str());
    }
    statement.bind(orderNo.str());
    EVENHAND_TRY(statement.query());
    Lookup found;
    bool mayBeKnown = true;  // without an order the statement has nothing to say about the number
    if (statement.next()) {
        OrderRow order;
        order.id = OrderId{statement.number("order_id")};
        order.number = orderNo.str();
        order.campus = statement.text("campus_id");
        order.payable = statement.number("payable");
        order.discount = statement.number("discount");
        using Column = OrderColumn;
        for (const auto column : {Column::Status, Column::Epoch, Column::Version, Column::DueAt, Column::TimerFlags}) {
            readColumn(statement, columnOf(column), order.state);
        }
        found.order = orderOf(database, order, statement.number("paused") != 0);
        mayBeKnown = statement.number("number_known") != 0;
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    if (mayBeKnown) {
        EVENHAND_ASSIGN(found.known, knownNumber(database, paymentNo));
    }
    EVENHAND_TRY(lockFound(database, found));  // here nobody else writes: it is as it was read
    return found;
}

Result<void> insert(Database& database, const PaymentNo& paymentNo, OrderId order, Money amount, Instant at) {
    auto& statement = database.statement("INSERT INTO payment(payment_no, order_id, amount, at) VALUES (?, ?, ?, ?)");
    statement.bind(paymentNo.str()).bind(order.value).bind(amount.minor).bind(at);
    if (auto* hot = hotRows(database)) {
        hot->usePayment(paymentNo.str());
    }
    return statement.gather();
}

Result<void> insertOwed(Database& database, const api::OwedPaymentRow& row) {
    auto& statement =
        database.statement("INSERT INTO owed_payment(payment_no, order_no, amount, at, kind) VALUES (?, ?, ?, ?, ?)");
    statement.bind(row.paymentNo.str()).bind(row.orderNo).bind(row.amount.minor).bind(row.at);
    statement.bind(api::toText(row.kind));
    if (auto* hot = hotRows(database)) {
        hot->usePayment(row.paymentNo.str());
    }
    return statement.gather();
}

Result<std::optional<Accepted>> ofOrder(Database& database, OrderId order) {
    auto& statement = database.statement("SELECT payment_no, amount FROM payment WHERE order_id = ?");
    statement.bind(order.value);
    EVENHAND_TRY(statement.query());
    std::optional<Accepted> found;
    if (statement.next()) {
        found = Accepted{PaymentNo(statement.text("payment_no")), Money{statement.number("amount")}};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::optional<api::OwedPaymentRow>> findOwed(Database& database, const PaymentNo& paymentNo) {
    static const std::string sql = kOwed + "w.payment_no = ?";
    auto& statement = database.statement(sql);
    statement.bind(paymentNo.str());
    return readOne(statement, owedRowOf);
}

Result<bool> setMatched(Database& database, const PaymentNo& paymentNo, OrderId order) {
    auto& statement =
        database.statement("UPDATE owed_payment SET matched_order = ? WHERE payment_no = ? AND matched_order IS NULL");
    statement.bind(order.value).bind(paymentNo.str());
    return changedOne(statement);
}

Result<std::vector<api::OwedPaymentRow>> owed(Database& database, std::int64_t offset, std::int64_t limit) {
    EVENHAND_TRY(checkPage(offset, limit));
    static const std::string sql = kOwed + "w.matched_order IS NULL ORDER BY w.at DESC, w.payment_no LIMIT ? OFFSET ?";
    auto& statement = database.statement(sql);
    statement.bind(limit).bind(offset);
    return readAll(statement, owedRowOf);
}

Result<std::vector<api::OwedPaymentRow>> owedOfOrder(Database& database, const OrderNo& orderNo) {
    static const std::string sql = kOwed + "w.order_no = ? AND w.matched_order IS NULL ORDER BY w.at, w.payment_no";
    auto& statement = database.statement(sql);
    statement.bind(orderNo.str());
    return readAll(statement, owedRowOf);
}

}  // namespace evenhand::store::payments
