// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_store.h"

#include "engine/store/multi_row.h"

namespace evenhand::store::orders {
namespace {

api::OrderStatus statusOf(const Statement& row, int column) {
    return api::orderStatusFrom(row.text(column)).value_or(api::OrderStatus::Closed);
}

Result<bool> changedOne(Statement& statement) {
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Statement& bindId(Statement& statement, const CourierId& id) {
    return id.empty() ? statement.bindNull() : statement.bind(id.str());
}

struct LineTag;

}  // namespace

Result<std::optional<OrderId>> insert(Database& database, const NewOrder& order) {
    // One statement checks and writes; two commands with one number never both insert, the unique keys see to it.
    auto& statement = database.statement(
        "INSERT INTO orders(order_no, request_key, body_hash, user_id, campus_id, status, payable, placed_at, "
        "created_at, epoch, version) SELECT ?, ?, ?, ?, campus_id, 'WAIT_PAY', ?, ?, ?, 1, 1 FROM campus "
        "WHERE campus_id = ? AND NOT EXISTS (SELECT 1 FROM orders WHERE order_no = ?) "
        "AND NOT EXISTS (SELECT 1 FROM orders WHERE request_key = ?) "
        "AND NOT EXISTS (SELECT 1 FROM orders WHERE order_no = ? AND request_key IS NULL)");
    statement.bind(order.orderNo);
    if (order.key == order.orderNo) {
        statement.bindNull();
    } else {
        statement.bind(order.key);
    }
    statement.bindBlob(order.bodyHash).bind(order.user).bind(order.payable.minor).bind(order.placedAt);
    statement.bind(order.createdAt).bind(order.campus).bind(order.orderNo).bind(order.key).bind(order.key);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    if (rows != 1) {
        return std::optional<OrderId>();
    }
    return std::optional<OrderId>(OrderId{statement.lastInsertId()});
}

Result<void> insertLines(Database& database, OrderId order, std::span<const api::OrderLine> lines) {
    std::int64_t lineNo = 0;
    return insertRows<LineTag>(database, "INSERT INTO order_line(order_id, line_no, sku, quantity, unit_price) VALUES ",
                               "(?,?,?,?,?)", lines, [&](Statement& statement, const api::OrderLine& line) {
                                   statement.bind(order.value).bind(++lineNo).bind(line.sku.str());
                                   statement.bind(line.quantity).bind(line.unitPrice.minor);
                               });
}

Result<std::optional<FirstAnswer>> findByKey(Database& database, std::string_view key) {
    auto& statement = database.statement(
        "SELECT order_id, order_no, body_hash, payable FROM orders WHERE request_key = ? "
        "UNION ALL SELECT order_id, order_no, body_hash, payable FROM orders "
        "WHERE order_no = ? AND request_key IS NULL");
    statement.bind(key).bind(key);
    EVENHAND_TRY(statement.query());
    std::optional<FirstAnswer> answer;
    if (statement.next()) {
        answer = FirstAnswer{OrderId{statement.number(0)}, OrderNo(statement.text(1)), statement.blob(2),
                             Money{statement.number(3)}};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return answer;
}

Result<bool> numberExists(Database& database, std::string_view orderNo) {
    auto& statement = database.statement("SELECT 1 FROM orders WHERE order_no = ?");
    statement.bind(orderNo);
    EVENHAND_TRY(statement.query());
    const bool found = statement.next();
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::optional<Record>> find(Database& database, const OrderNo& orderNo) {
    auto& statement = database.statement(
        "SELECT order_id, campus_id, status, payable, courier_id, epoch, version FROM orders WHERE order_no = ?");
    statement.bind(orderNo.str());
    EVENHAND_TRY(statement.query());
    std::optional<Record> record;
    if (statement.next()) {
        record = Record{OrderId{statement.number(0)}, orderNo,
                        CampusId(statement.text(1)),  statusOf(statement, 2),
                        Money{statement.number(3)},   CourierId(statement.text(4)),
                        statement.number(5),          statement.number(6)};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return record;
}

Result<bool> markPaid(Database& database, OrderId id, Instant at, api::WaitReason wait) {
    auto& statement = database.statement(
        "UPDATE orders SET status = 'PAID', paid_at = ?, wait_reason = ?, wait_since = ?, version = version + 1 "
        "WHERE order_id = ? AND status = 'WAIT_PAY'");
    statement.bind(at).bind(api::toText(wait)).bind(at).bind(id.value);
    return changedOne(statement);
}

Result<bool> close(Database& database, OrderId id, std::int64_t version, api::CloseReason reason, Instant at) {
    auto& statement = database.statement(
        "UPDATE orders SET status = 'CLOSED', close_reason = ?, closed_at = ?, wait_reason = NULL, wait_since = NULL, "
        "wanted_courier = NULL, avoid_courier = NULL, version = version + 1 WHERE order_id = ? AND version = ?");
    statement.bind(api::toText(reason)).bind(at).bind(id.value).bind(version);
    return changedOne(statement);
}

Result<bool> move(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from, api::OrderStatus to) {
    auto& statement = database.statement(
        "UPDATE orders SET status = ?, version = version + 1 WHERE order_id = ? AND status = ? AND epoch = ?");
    statement.bind(api::toText(to)).bind(id.value).bind(api::toText(from)).bind(epoch);
    return changedOne(statement);
}

Result<std::optional<DispatchView>> forDispatch(Database& database, OrderId id) {
    auto& statement = database.statement(
        "SELECT o.order_no, o.campus_id, o.status, o.epoch, o.courier_id, o.wanted_courier, o.avoid_courier, "
        "c.mode, c.step, c.log_ttl_ms, c.paused, c.duty_version "
        "FROM orders o JOIN campus c ON c.campus_id = o.campus_id WHERE o.order_id = ?");
    statement.bind(id.value);
    EVENHAND_TRY(statement.query());
    std::optional<DispatchView> view;
    if (statement.next()) {
        view.emplace();
        view->id = id;
        view->orderNo = OrderNo(statement.text(0));
        view->campus = CampusId(statement.text(1));
        view->status = statusOf(statement, 2);
        view->epoch = statement.number(3);
        if (!statement.isNull(4)) {
            view->courier = CourierId(statement.text(4));
        }
        if (!statement.isNull(5)) {
            view->wanted = CourierId(statement.text(5));
        }
        if (!statement.isNull(6)) {
            view->avoid = CourierId(statement.text(6));
        }
        view->mode = api::dispatchModeFrom(statement.text(7)).value_or(api::DispatchMode::Strong);
        view->step = statement.number(8);
        view->logTtlMs = statement.number(9);
        view->paused = statement.number(10) != 0;
        view->dutyVersion = statement.number(11);
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return view;
}

Result<bool> assign(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from,
                    std::string_view courier) {
    const auto to = from == api::OrderStatus::Paid ? api::OrderStatus::WaitPickUp : from;
    auto& statement = database.statement(
        "UPDATE orders SET courier_id = ?, status = ?, wait_reason = NULL, wait_since = NULL, wanted_courier = NULL, "
        "avoid_courier = NULL, version = version + 1 "
        "WHERE order_id = ? AND courier_id IS NULL AND epoch = ? AND status = ?");
    statement.bind(courier).bind(api::toText(to)).bind(id.value).bind(epoch).bind(api::toText(from));
    return changedOne(statement);
}

Result<bool> setWaiting(Database& database, OrderId id, std::int64_t epoch, api::WaitReason reason) {
    auto& statement = database.statement(
        "UPDATE orders SET wait_reason = ?, version = version + 1 "
        "WHERE order_id = ? AND epoch = ? AND courier_id IS NULL AND wait_reason IS NOT NULL AND wait_reason <> ?");
    statement.bind(api::toText(reason)).bind(id.value).bind(epoch).bind(api::toText(reason));
    return changedOne(statement);
}

Result<bool> requestReassign(Database& database, OrderId id, std::int64_t version, Instant at, api::WaitReason wait,
                             const CourierId& wanted, const CourierId& avoid) {
    auto& statement = database.statement(
        "UPDATE orders SET courier_id = NULL, epoch = epoch + 1, wait_reason = ?, wait_since = ?, wanted_courier = ?, "
        "avoid_courier = COALESCE(?, avoid_courier), version = version + 1 WHERE order_id = ? AND version = ?");
    statement.bind(api::toText(wait)).bind(at);
    bindId(bindId(statement, wanted), avoid);
    statement.bind(id.value).bind(version);
    return changedOne(statement);
}

Result<std::vector<Waiting>> waiting(Database& database, const CampusId& campus, api::WaitReason reason,
                                     std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT order_id, order_no, epoch FROM orders WHERE wait_reason = ? AND campus_id = ? "
        "ORDER BY order_id LIMIT ?");
    statement.bind(api::toText(reason)).bind(campus.str()).bind(limit);
    EVENHAND_TRY(statement.query());
    std::vector<Waiting> found;
    while (statement.next()) {
        found.push_back({OrderId{statement.number(0)}, OrderNo(statement.text(1)), statement.number(2)});
    }
    EVENHAND_TRY(statement.status());
    return found;
}

Result<std::vector<api::OrderRef>> inHand(Database& database, const CourierId& courier) {
    auto& statement = database.statement(
        "SELECT order_no, version FROM orders WHERE courier_id = ? AND status IN ('WAIT_PICK_UP', 'DELIVERING') "
        "ORDER BY order_id");
    statement.bind(courier.str());
    EVENHAND_TRY(statement.query());
    std::vector<api::OrderRef> found;
    while (statement.next()) {
        found.push_back({OrderNo(statement.text(0)), statement.number(1)});
    }
    EVENHAND_TRY(statement.status());
    return found;
}

}  // namespace evenhand::store::orders
