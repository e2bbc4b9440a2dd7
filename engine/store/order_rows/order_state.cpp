// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_rows/order_state.h"

namespace evenhand::store {
namespace {

void bindWord(Statement& statement, std::string_view word) {
    if (word.empty()) {
        statement.bindNull();
    } else {
        statement.bind(word);
    }
}

struct BindColumn {
    Statement& statement;
    const OrderState& state;
    void operator()(std::string OrderState::*field) const { bindWord(statement, state.*field); }
    void operator()(std::optional<std::int64_t> OrderState::*field) const { statement.bind(state.*field); }
    void operator()(std::int64_t OrderState::*field) const { statement.bind(state.*field); }
    void operator()(bool OrderState::*field) const {
        statement.bind(state.*field ? std::optional(std::int64_t{1}) : std::nullopt);
    }
};

struct ReadColumn {
    const Statement& row;
    ColumnName column;
    OrderState& state;
    void operator()(std::string OrderState::*field) const { state.*field = row.text(column); }
    void operator()(std::optional<std::int64_t> OrderState::*field) const { state.*field = row.maybeNumber(column); }
    void operator()(std::int64_t OrderState::*field) const { state.*field = row.number(column); }
    void operator()(bool OrderState::*field) const { state.*field = !row.isNull(column); }
};

}  // namespace

void readColumn(const Statement& row, const OrderColumnOf& column, OrderState& state) {
    std::visit(ReadColumn{row, column.name, state}, column.field);
}

std::string insertOrderSql() {
    std::string sql =
        "INSERT INTO orders(order_id, order_no, request_key, body_hash, user_id, campus_id, payable, placed_at, "
        "created_at, activity_id, discount";
    std::string values = ") VALUES (?,?,?,?,?,?,?,?,?,?,?";
    for (const auto& column : kOrderColumns) {
        sql.append(", ").append(column.name.text());
        values += ",?";
    }
    return sql + values + ")";
}

void bindOrder(Statement& statement, const OrderRow& order, const OrderState& state) {
    statement.bind(order.id.valid() ? std::optional(order.id.value) : std::nullopt).bind(order.number);
    bindWord(statement, order.key == order.number ? std::string_view() : order.key);
    statement.bindBlob(order.bodyHash).bind(order.user).bind(order.campus).bind(order.payable);
    statement.bind(order.placedAt).bind(order.createdAt);
    bindWord(statement, order.activity);
    statement.bind(order.discount);
    for (const auto& column : kOrderColumns) {
        std::visit(BindColumn{statement, state}, column.field);
    }
}

}  // namespace evenhand::store
