// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/order_page_store.h"

#include <algorithm>
#include <set>
#include <variant>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/order_state.h"
#include "engine/store/records/draw_store.h"
#include "engine/store/records/event_store.h"
#include "engine/store/records/late_store.h"
#include "engine/store/records/payment_store.h"

namespace evenhand::store::orderPages {
namespace {

using Value = std::variant<std::monostate, std::int64_t, std::string>;

/// SQL text with its parameters.
struct Text {
    std::string sql;
    std::vector<Value> values;
};

/// The columns of a sort, the last of an index that serves it before the row id.
struct SortKey {
    std::string_view column;
    std::string_view second;  ///< empty: none
    bool nullable = false;
};

/// Of no column: where an order's limit stands depends on its timer.
constexpr std::string_view kLimitAt = "limit_at";

SortKey keyOf(api::OrderSort sort) {
    switch (sort) {
        case api::OrderSort::Placed: return {"placed_at", ""};
        case api::OrderSort::OrderNo: return {"order_no", ""};
        case api::OrderSort::Status: return {"status", "placed_at"};
        case api::OrderSort::Campus: return {"campus_id", "placed_at"};
        case api::OrderSort::Courier: return {"courier_id", "status", true};
        case api::OrderSort::Payable: return {"payable", ""};
        case api::OrderSort::User: return {"user_id", "placed_at"};
        case api::OrderSort::PaidAt: return {"paid_at", "", true};
        case api::OrderSort::Late: return {kLimitAt, ""};
    }
    return {"placed_at", ""};
}

Value valueOf(const api::OrderRow& row, std::string_view column) {
    if (column == "placed_at") {
        return row.placedAt.ms;
    }
    if (column == "order_no") {
        return row.orderNo.str();
    }
    if (column == "status") {
        return std::string(api::toText(row.status));
    }
    if (column == "campus_id") {
        return row.campus.str();
    }
    if (column == "courier_id") {
        return row.courier.empty() ? Value() : Value(row.courier.str());
    }
    if (column == "payable") {
        return row.payable.minor;
    }
    if (column == "user_id") {
        return row.user.str();
    }
    return row.paidAt ? Value(row.paidAt->ms) : Value();  // paid_at
}

void addCondition(Text& where, std::string_view condition, std::initializer_list<Value> values) {
    where.sql += where.sql.empty() ? " WHERE " : " AND ";
    where.sql += condition;
    where.values.insert(where.values.end(), values);
}

/// "order_id IN (…)", without an AND. Padded to a power of two, so that few texts of statements are kept.
void addIds(Text& where, const std::vector<OrderId>& ids) {
    std::size_t size = 1;
    while (size < ids.size()) {
        size *= 2;
    }
    where.sql += "order_id IN (?";
    for (std::size_t i = 1; i < size; ++i) {
        where.sql += ",?";
    }
    where.sql += ")";
    for (std::size_t i = 0; i < size; ++i) {
        where.values.emplace_back(ids[std::min(i, ids.size() - 1)].value);
    }
}

/// Few orders wait or are late: they are found by indexes of their own and sorted, rather than met on a walk over all.
bool isFew(const api::OrderFilter& filter) { return filter.unassignedOnly || filter.lateOnly || !filter.only.empty(); }

Text conditions(const api::OrderFilter& filter) {
    Text where;
    if (!filter.statuses.empty()) {
        std::string list = isFew(filter) ? "+status IN (" : "status IN (";
        for (std::size_t i = 0; i < filter.statuses.size(); ++i) {
            list += i == 0 ? "?" : ",?";
        }
        addCondition(where, list + ")", {});
        for (const auto status : filter.statuses) {
            where.values.emplace_back(std::string(api::toText(status)));
        }
    }
    if (!filter.campus.empty()) {
        // With a status, the index of statuses serves better (it knows the campus too): few orders have a rare status,
        // and few wait.
        const bool byCampus = filter.statuses.empty() && !filter.unassignedOnly;
        addCondition(where, byCampus ? "campus_id = ?" : "+campus_id = ?", {filter.campus.str()});
    }
    if (!filter.courier.empty()) {
        addCondition(where, "courier_id = ?", {filter.courier.str()});
    }
    if (!filter.user.empty()) {
        addCondition(where, "user_id = ?", {filter.user.str()});
    }
    if (filter.unassignedOnly) {
        addCondition(where, "wait_reason IS NOT NULL", {});
    }
    if (filter.lateOnly) {
        addCondition(where, "order_id IN (" + std::string(late::idsSql()) + ")", {});
        where.values.insert(where.values.end(), late::kIdsParameters, Value(filter.lateAt.ms));
    }
    if (filter.placedFrom) {
        addCondition(where, "placed_at >= ?", {filter.placedFrom->ms});
    }
    if (filter.placedTo) {
        addCondition(where, "placed_at < ?", {filter.placedTo->ms});
    }
    if (!filter.text.empty()) {
        const auto end = prefixEnd(filter.text);
        addCondition(where, "((order_no >= ? AND order_no < ?) OR (user_id >= ? AND user_id < ?)",
                     {filter.text, end, filter.text, end});
        if (!filter.withPart.empty()) {
            where.sql += " OR ";
            addIds(where, filter.withPart);
        }
        where.sql += ")";
    }
    if (!filter.only.empty()) {
        addCondition(where, "", {});
        addIds(where, filter.only);
    }
    return where;
}

/// `table`: put before the columns: a prefix, or "+", which makes them expressions that no index serves.
std::string ordering(const SortKey& key, bool descending, std::string_view table) {
    const std::string direction = descending ? " DESC" : "";
    std::string sql = " ORDER BY ";
    if (key.column == kLimitAt) {  // the longer ago, the later the order
        return sql + std::string(late::limitSql()) + (descending ? "" : " DESC") + ", o.order_id" + direction;
    }
    for (const auto column : {key.column, key.second, std::string_view("order_id")}) {
        if (!column.empty()) {
            sql += std::string(table) + std::string(column) + direction + (column == "order_id" ? "" : ", ");
        }
    }
    return sql;
}

void bindAll(Statement& statement, const std::vector<Value>& values) {
    for (const auto& value : values) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            statement.bind(*number);
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            statement.bind(*text);
        } else {
            statement.bindNull();
        }
    }
}

bool isShown(const OrderColumnOf& column) { return !std::holds_alternative<std::monostate>(column.shown); }

const std::string kColumns = [] {
    std::string columns =
        "o.order_id, o.order_no, o.user_id, o.campus_id, o.status, o.payable, o.placed_at, o.courier_id, "
        "c.name AS courier_name, o.wait_reason, o.close_reason, o.wait_since, " +
        std::string(late::limitSql()) + " AS limit_at";
    for (const auto& column : kOrderColumns) {
        if (isShown(column)) {
            columns.append(", o.").append(column.name.text());
        }
    }
    return columns;
}();

/// A column that a page shows as it is stored.
struct ReadShown {
    const Statement& statement;
    ColumnName column;
    api::OrderRow& row;
    void operator()(std::monostate /*none*/) const {}
    void operator()(std::string api::OrderRow::*member) const { row.*member = statement.text(column); }
    void operator()(std::int64_t api::OrderRow::*member) const { row.*member = statement.number(column); }
    void operator()(std::optional<Instant> api::OrderRow::*member) const { row.*member = instantOf(statement, column); }
};

api::OrderRow rowOf(const Statement& statement) {
    api::OrderRow row;
    row.id = OrderId{statement.number("order_id")};
    row.orderNo = OrderNo(statement.text("order_no"));
    row.user = UserId(statement.text("user_id"));
    row.campus = CampusId(statement.text("campus_id"));
    row.status = statement.code("status", api::orderStatusFrom);
    row.payable = Money{statement.number("payable")};
    row.placedAt = Instant{statement.number("placed_at")};
    if (!statement.isNull("courier_id")) {
        row.courier = CourierId(statement.text("courier_id"));
        row.courierName = statement.text("courier_name");
    }
    row.wait = statement.maybeCode("wait_reason", api::waitReasonFrom);
    row.closeReason = statement.maybeCode("close_reason", api::closeReasonFrom);
    row.limit = instantOf(statement, "limit_at");
    for (const auto& column : kOrderColumns) {
        std::visit(ReadShown{statement, column.name, row}, column.shown);
    }
    return row;
}

Result<std::vector<api::OrderRow>> readRows(Statement& statement) { return readAll(statement, rowOf); }

/// Rows of the ids that `keys` selects, in the order of the sort.
Result<std::vector<api::OrderRow>> rowsByKeys(Database& database, const Text& keys, const SortKey& key,
                                              bool descending) {
    auto& statement = database.statement("SELECT " + kColumns + " FROM (" + keys.sql +
                                         ") k JOIN orders o ON o.order_id = k.order_id "
                                         "LEFT JOIN courier c ON c.courier_id = o.courier_id" +
                                         ordering(key, descending, "o."));
    bindAll(statement, keys.values);
    return readRows(statement);
}

/// "after this row" for one direction. Comparisons begin with the sort column so that its index is used.
void addAfter(Text& where, const SortKey& key, bool descending, const api::OrderRow& last) {
    const std::string column(key.column);
    const std::string after = descending ? " < ?" : " > ?";
    const std::string from = descending ? " <= ?" : " >= ?";
    std::string tail = "order_id" + after;
    std::vector<Value> tailValues{last.id.value};
    if (!key.second.empty()) {
        const std::string second(key.second);
        tail = "(" + second + after + " OR (" + second + " = ? AND " + tail + "))";
        const auto value = valueOf(last, key.second);
        tailValues.insert(tailValues.begin(), {value, value});
    }
    const auto value = valueOf(last, key.column);
    if (std::holds_alternative<std::monostate>(value)) {  // NULLs come first ascending, last descending
        addCondition(
            where,
            descending ? "(" + column + " IS NULL AND " + tail + ")" : "(" + column + " IS NOT NULL OR " + tail + ")",
            {});
        where.values.insert(where.values.end(), tailValues.begin(), tailValues.end());
        return;
    }
    const std::string range =
        "(" + column + from + " AND (" + column + after + " OR (" + column + " = ? AND " + tail + ")))";
    addCondition(where, descending && key.nullable ? "(" + range + " OR " + column + " IS NULL)" : range,
                 {value, value, value});
    where.values.insert(where.values.end(), tailValues.begin(), tailValues.end());
}

/// The ids of the rows that match, in order: from `last` on, if given. Several statuses by time are merged from one
/// range of the index each, so that nothing is sorted that is not shown.
Text keysOf(const api::OrderQuery& query, const SortKey& key, const std::optional<api::OrderRow>& last) {
    const auto select = [&](const api::OrderFilter& filter) {
        auto where = conditions(filter);
        if (last) {
            addAfter(where, key, query.descending, *last);
        }
        where.sql = "SELECT order_id, placed_at FROM orders o" + where.sql;
        return where;
    };
    Text keys;
    if (query.sort == api::OrderSort::Placed && query.filter.statuses.size() > 1 && !isFew(query.filter)) {
        auto filter = query.filter;
        for (const auto status : std::set(query.filter.statuses.begin(), query.filter.statuses.end())) {
            filter.statuses = {status};
            auto part = select(filter);
            keys.sql += (keys.sql.empty() ? "" : " UNION ALL ") + part.sql;
            keys.values.insert(keys.values.end(), part.values.begin(), part.values.end());
        }
    } else {
        keys = select(query.filter);
    }
    keys.sql += ordering(key, query.descending, isFew(query.filter) ? "+" : "");
    return keys;
}

struct ByIdTag;

}  // namespace

Result<std::vector<api::OrderRow>> page(Database& database, const api::OrderQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    constexpr std::size_t kMaxOnly = 1'000;
    if (query.filter.only.size() > kMaxOnly) {
        return fail(ErrorCode::InvalidArgument, "at most 1000 orders", "only",
                    std::to_string(query.filter.only.size()));
    }
    const auto key = keyOf(query.sort);
    std::optional<api::OrderRow> last;
    if (query.sort == api::OrderSort::Late && !query.filter.lateOnly) {
        return fail(ErrorCode::InvalidArgument, "only of orders that are late", "sort");
    }
    if (query.after) {
        if (query.sort != api::OrderSort::Placed) {
            return fail(ErrorCode::InvalidArgument, "only in order of placing", "after");
        }
        last.emplace();
        last->id = query.after->id;
        last->placedAt = query.after->placedAt;
    }
    auto keys = keysOf(query, key, last);
    keys.sql += " LIMIT ? OFFSET ?";
    keys.values.emplace_back(query.limit);
    keys.values.emplace_back(query.offset);
    return rowsByKeys(database, keys, key, query.descending);
}

Result<std::vector<api::OrderRow>> page(Database& database, const api::OrderQuery& query, std::int64_t total) {
    const std::int64_t behind = total - query.offset;  // rows from the offset on
    if (query.after || query.limit < 1 || behind < 1 || query.offset <= behind) {
        return page(database, query);
    }
    auto backwards = query;
    backwards.descending = !query.descending;
    backwards.limit = std::min(query.limit, behind);
    backwards.offset = behind - backwards.limit;
    EVENHAND_ASSIGN(auto rows, page(database, backwards));
    std::reverse(rows.begin(), rows.end());
    return rows;
}

Result<std::int64_t> count(Database& database, const api::OrderFilter& filter) {
    const auto where = conditions(filter);
    auto& statement = database.statement("SELECT COUNT(*) FROM orders" + where.sql);
    bindAll(statement, where.values);
    EVENHAND_TRY(statement.query());
    const auto found = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::int64_t> countAmong(Database& database, const api::OrderFilter& filter, std::int64_t after,
                                std::int64_t upTo) {
    // The conditions stand in the sum, where no index can draw the search away from the few row ids.
    const auto where = conditions(filter);
    constexpr std::string_view kWhere = " WHERE ";
    const auto wanted = where.sql.empty() ? std::string("1 = 1") : where.sql.substr(kWhere.size());
    auto& statement = database.statement("SELECT COUNT(CASE WHEN " + wanted +
                                         " THEN 1 END) FROM orders WHERE order_id > ? AND order_id <= ?");
    bindAll(statement, where.values);
    statement.bind(after).bind(upTo);
    EVENHAND_TRY(statement.query());
    const auto found = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::int64_t> highestId(Database& database) {
    auto& statement = database.statement("SELECT MAX(order_id) FROM orders");
    EVENHAND_TRY(statement.query());
    const auto found = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::vector<api::OrderRow>> rows(Database& database, std::span<const OrderId> ids) {
    static const std::string head = "SELECT " + kColumns +
                                    " FROM orders o LEFT JOIN courier c ON c.courier_id = o.courier_id "
                                    "WHERE o.order_id IN (";
    return rowsByIds<ByIdTag>(database, head, ids, rowOf);
}

Result<api::OrderDetail> detail(Database& database, const OrderNo& orderNo) {
    static const std::string sql = "SELECT " + kColumns +
                                   ", d.deduction_id FROM orders o LEFT JOIN courier c ON c.courier_id = o.courier_id "
                                   "LEFT JOIN deduction d ON d.order_id = o.order_id WHERE o.order_no = ?";
    auto& statement = database.statement(sql);
    statement.bind(orderNo.str());
    EVENHAND_TRY(statement.query());
    if (!statement.next()) {
        EVENHAND_TRY(statement.status());
        return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
    }
    api::OrderDetail detail;
    detail.row = rowOf(statement);
    detail.deduction = DeductionId{statement.number("deduction_id")};
    statement.finish();

    auto& lines = database.statement(
        "SELECT l.sku, l.quantity, l.unit_price, p.name, COALESCE(s.units, 0) AS returned FROM order_line l "
        "LEFT JOIN product p ON p.sku = l.sku LEFT JOIN line_share s ON s.order_id = l.order_id AND "
        "s.line_no = l.line_no WHERE l.order_id = ? ORDER BY l.line_no");
    lines.bind(detail.row.id.value);
    EVENHAND_TRY(lines.query());
    while (lines.next()) {
        detail.lines.push_back({{Sku(lines.text("sku")), lines.number("quantity"), Money{lines.number("unit_price")}},
                                lines.text("name"),
                                lines.number("returned")});
    }
    EVENHAND_TRY(lines.status());
    EVENHAND_ASSIGN(const auto draw, draws::ofOrder(database, detail.row.id));
    if (draw) {
        detail.discount = draw->amount;
    }
    EVENHAND_ASSIGN(detail.events, events::ofOrder(database, detail.row.id));
    EVENHAND_ASSIGN(const auto payment, payments::ofOrder(database, detail.row.id));
    if (payment) {
        detail.paymentNo = payment->paymentNo;
        detail.paid = payment->amount;
    }
    EVENHAND_ASSIGN(detail.owed, payments::owedOfOrder(database, orderNo));
    return detail;
}

Result<std::vector<api::WaitingOrder>> waiting(Database& database, const CampusId& campus, std::int64_t limit) {
    EVENHAND_TRY(checkPage(0, limit));
    std::string sql = "SELECT " + kColumns +
                      " FROM orders o LEFT JOIN courier c ON c.courier_id = o.courier_id "
                      "WHERE o.wait_reason IS NOT NULL";
    if (!campus.empty()) {
        sql += " AND +o.campus_id = ?";  // few wait: not by way of all of the campus
    }
    auto& statement = database.statement(sql + " ORDER BY o.wait_since, o.order_id LIMIT ?");
    if (!campus.empty()) {
        statement.bind(campus.str());
    }
    statement.bind(limit);
    EVENHAND_TRY(statement.query());
    std::vector<api::WaitingOrder> found;
    while (statement.next()) {
        auto row = rowOf(statement);
        const auto reason = row.wait.value_or(api::WaitReason::Message);
        found.push_back({std::move(row), reason, Instant{statement.number("wait_since")}});
    }
    EVENHAND_TRY(statement.status());
    return found;
}

Result<std::int64_t> countWaiting(Database& database, const CampusId& campus) {
    auto& statement =
        database.statement("SELECT COUNT(*) FROM orders WHERE wait_reason IS NOT NULL AND +campus_id = ?");
    statement.bind(campus.str());
    EVENHAND_TRY(statement.query());
    const auto found = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::vector<api::OrderRow>> slice(Database& database, const api::OrderQuery& query,
                                         const std::optional<api::OrderRow>& last, std::int64_t limit) {
    const auto key = keyOf(query.sort);
    auto keys = keysOf(query, key, last);
    keys.sql += " LIMIT ?";
    keys.values.emplace_back(limit);
    return rowsByKeys(database, keys, key, query.descending);
}

}  // namespace evenhand::store::orderPages
