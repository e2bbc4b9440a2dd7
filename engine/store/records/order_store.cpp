// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/order_store.h"

#include <array>
#include <string>
#include <utility>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/hot_rows.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/order_rows/order_change.h"
#include "engine/store/order_rows/order_lookup.h"

namespace evenhand::store::orders {
namespace {

struct LineTag;
using Column = OrderColumn;

OrderChange& endWaiting(OrderChange& change) {
    return change.clear(Column::WaitReason).clear(Column::WaitSince).clear(Column::Wanted).clear(Column::Avoid);
}

OrderChange& setTimer(OrderChange& change, const Timer& timer) {
    return change.set(Column::Timer, timer.kind ? api::toText(*timer.kind) : std::string_view())
        .set(Column::DueAt, timer.due ? std::optional(timer.due->ms) : std::nullopt);
}

/// With the stage what was left of its timer goes.
OrderChange& nextStage(OrderChange& change, api::OrderStatus to, const Timer& timer) {
    return setTimer(change.set(Column::Status, api::toText(to)), timer)
        .keepBits(Column::TimerFlags, kTimersOfAllStages);
}

// What is made of an order's row is written once, for rows that are held in memory and for those that a statement has
// just read. A statement reads what its answer needs and nothing else; the rest of its row says nothing.

/// What a word of an order's row stands for; empty: NULL.
template <typename Code>
std::optional<Code> codeOf(Database& database, const OrderRow& order, std::string_view column, const std::string& word,
                           std::optional<Code> (*from)(std::string_view)) {
    return word.empty() ? std::nullopt : std::optional(database.code(from, word, "orders", column, order.number));
}

api::OrderStatus statusOf(Database& database, const OrderRow& order) {
    return database.code(api::orderStatusFrom, order.state.status, "orders", "status", order.number);
}

Timer timerOf(Database& database, const OrderRow& order) {
    Timer timer;
    timer.kind = codeOf(database, order, "timer", order.state.timer, api::timerKindFrom);
    if (order.state.dueAt) {
        timer.due = Instant{*order.state.dueAt};
    }
    return timer;
}

// `Row`: an OrderRow of which the answer is a copy, or one that is given up for it.

template <typename Row>
FirstAnswer answerOf(Row&& order) {
    return {order.id, OrderNo(std::forward<Row>(order).number), std::forward<Row>(order).bodyHash,
            Money{order.payable}};
}

template <typename Row>
Record recordOf(Database& database, Row&& order) {
    // Before anything is taken out of the row: an unknown word is reported with the order's number.
    const auto status = statusOf(database, order);
    const auto timer = timerOf(database, order);
    const auto wait = codeOf(database, order, "wait_reason", order.state.waitReason, api::waitReasonFrom);
    return {order.id,
            OrderNo(std::forward<Row>(order).number),
            CampusId(std::forward<Row>(order).campus),
            status,
            Money{order.payable},
            CourierId(std::forward<Row>(order).state.courier),
            order.state.epoch,
            order.state.version,
            timer,
            order.state.timerFlags,
            wait,
            ActivityId(std::forward<Row>(order).activity),
            UserId(std::forward<Row>(order).user),
            Instant{order.placedAt}};
}

template <typename Row>
DispatchView viewOf(Database& database, Row&& order, const HotRows::Campus& campus) {
    const auto status = statusOf(database, order);
    const auto mode = database.code(api::dispatchModeFrom, campus.mode, "campus", "mode", order.campus);
    const auto timer = timerOf(database, order);
    return {order.id,
            OrderNo(std::forward<Row>(order).number),
            CampusId(std::forward<Row>(order).campus),
            status,
            order.state.epoch,
            CourierId(std::forward<Row>(order).state.courier),
            CourierId(std::forward<Row>(order).state.wanted),
            CourierId(std::forward<Row>(order).state.avoid),
            order.state.overLimit.has_value(),
            mode,
            campus.step,
            campus.logTtlMs,
            campus.paused,
            campus.dutyVersion,
            timer,
            order.state.timerFlags};
}

constexpr Column kOfRecord[] = {Column::Status, Column::Courier, Column::Epoch,      Column::Version,
                                Column::Timer,  Column::DueAt,   Column::TimerFlags, Column::WaitReason};
constexpr Column kOfView[] = {Column::Status, Column::Epoch, Column::Courier,    Column::Wanted,   Column::Avoid,
                              Column::Timer,  Column::DueAt, Column::TimerFlags, Column::OverLimit};

/// Its number, its campus and these of the columns that change.
OrderRow readOrder(const Statement& row, std::span<const Column> columns) {
    OrderRow order;
    order.number = row.text("order_no");
    order.campus = row.text("campus_id");
    for (const auto column : columns) {
        readColumn(row, columnOf(column), order.state);
    }
    return order;
}

constexpr std::string_view kRecordColumns =
    "order_id, order_no, campus_id, status, payable, courier_id, epoch, version, timer, due_at, timer_flags, "
    "wait_reason, activity_id, user_id, placed_at";

/// `sql` reads kRecordColumns.
Result<std::optional<Record>> findRecord(Database& database, const OrderLookup& lookup, const std::string& sql) {
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto* order, lookup.in(*hot));
        return order == nullptr ? std::nullopt : std::optional(recordOf(database, *order));
    }
    auto& statement = database.statement(sql);
    lookup.bind(statement);
    EVENHAND_TRY(statement.query());
    std::optional<Record> found;
    if (statement.next()) {
        auto order = readOrder(statement, kOfRecord);
        order.id = OrderId{statement.number("order_id")};
        order.payable = statement.number("payable");
        if (!statement.isNull("activity_id")) {
            order.activity = statement.text("activity_id");
            order.user = statement.text("user_id");
            order.placedAt = statement.number("placed_at");
        }
        found = recordOf(database, std::move(order));
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

/// In which ways an order that is to be placed must not be found: nobody has its number or its key, and, in a flash
/// sale, its user has no live order.
std::span<const OrderWay> rivalsOf(const OrderRow& order) {
    static constexpr std::array kRivals{OrderWay::Number, OrderWay::Key, OrderWay::Live};
    return std::span(kRivals).first(order.activity.empty() ? 2 : 3);
}

Result<bool> isFreeInMemory(HotRows& hot, const OrderRow& order) {
    EVENHAND_ASSIGN(const auto* campus, hot.campus(order.campus));
    bool free = campus != nullptr && !campus->disabled;
    for (const auto way : rivalsOf(order)) {
        EVENHAND_ASSIGN(const auto* rival, OrderLookup::of(way, order).in(hot));
        free = free && rival == nullptr;
    }
    return free;
}

std::string isFreeSql(std::span<const OrderWay> rivals) {
    std::string sql = "SELECT 1 FROM campus WHERE campus_id = ? AND disabled_at IS NULL";
    for (const auto way : rivals) {
        sql.append(" AND ").append(noOrderSql(way));
    }
    return sql;
}

/// Its campus is there and enabled, and none of its rivals is there. Asked before and apart from the insert: one that
/// selects from the table it writes to makes SQLite copy the row into a temporary table of its own first, a sixth of
/// what placing costs.
Result<bool> isFree(Database& database, const OrderRow& order) {
    if (auto* hot = hotRows(database)) {
        return isFreeInMemory(*hot, order);
    }
    const auto rivals = rivalsOf(order);
    // Each text is made once and keeps its place.
    thread_local std::array<std::string, 4> texts;
    auto& sql = texts.at(rivals.size());
    if (sql.empty()) {
        sql = isFreeSql(rivals);
    }
    auto& statement = database.statement(sql);
    statement.bind(order.campus);
    for (const auto way : rivals) {
        OrderLookup::of(way, order).bind(statement);
    }
    EVENHAND_TRY(statement.query());
    const bool free = statement.next();
    EVENHAND_TRY(statement.status());
    statement.finish();
    return free;
}

}  // namespace

void setTimer(OrderRow& order, const Timer& timer) {
    order.state.timer = timer.kind ? api::toText(*timer.kind) : std::string_view();
    order.state.dueAt = timer.due ? std::optional(timer.due->ms) : std::nullopt;
}

Result<std::optional<OrderId>> insert(Database& database, OrderRow order) {
    EVENHAND_ASSIGN(const bool free, isFree(database, order));
    if (!free) {
        return std::optional<OrderId>();
    }
    order.state.status = api::toText(api::OrderStatus::WaitPay);
    order.state.epoch = order.state.version = 1;
    order.state.live = !order.activity.empty();
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto id, hot->insertOrder(HotRows::Order(std::move(order))));
        if (auto* roots = database.roots()) {
            roots->made(Root{RootKind::Order, id.value, {}});
        }
        return std::optional(id);
    }
    static const std::string sql = insertOrderSql();
    auto& statement = database.statement(sql);
    bindOrder(statement, order, order.state);
    EVENHAND_TRY(statement.write());
    return std::optional(OrderId{statement.lastInsertId()});
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
    const auto lookup = OrderLookup::byKey(key);
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto* order, lookup.in(*hot));
        return order == nullptr ? std::nullopt : std::optional(answerOf(*order));
    }
    static const std::string sql = selectOrderSql(OrderWay::Key, "order_id, order_no, body_hash, payable");
    auto& statement = database.statement(sql);
    lookup.bind(statement);
    EVENHAND_TRY(statement.query());
    std::optional<FirstAnswer> answer;
    if (statement.next()) {
        OrderRow order;
        order.id = OrderId{statement.number("order_id")};
        order.number = statement.text("order_no");
        order.bodyHash = statement.blob("body_hash");
        order.payable = statement.number("payable");
        answer = answerOf(std::move(order));
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return answer;
}

Result<bool> numberExists(Database& database, const OrderNo& orderNo) {
    const auto lookup = OrderLookup::byNumber(orderNo.str());
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto* order, lookup.in(*hot));
        return order != nullptr;
    }
    static const std::string sql = selectOrderSql(OrderWay::Number, "1");
    auto& statement = database.statement(sql);
    lookup.bind(statement);
    EVENHAND_TRY(statement.query());
    const bool found = statement.next();
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::optional<Record>> find(Database& database, const OrderNo& orderNo) {
    static const std::string sql = selectOrderSql(OrderWay::Number, kRecordColumns);
    return readLocked(
        database, [&] { return findRecord(database, OrderLookup::byNumber(orderNo.str()), sql); },
        [](Roots& roots, const Record& found) { roots.add(found.id); });
}

Result<std::optional<Record>> find(Database& database, OrderId id) {
    static const std::string sql = selectOrderSql(OrderWay::Id, kRecordColumns);
    EVENHAND_TRY(lockRoot(database, id));
    return findRecord(database, OrderLookup::byId(id), sql);
}

Result<bool> markPaid(Database& database, OrderId id, Instant at, api::WaitReason wait, const Timer& timer) {
    OrderChange change(id);
    change.ifIs(Column::Status, api::toText(api::OrderStatus::WaitPay));
    change.set(Column::PaidAt, at.ms).set(Column::WaitReason, api::toText(wait)).set(Column::WaitSince, at.ms);
    return nextStage(change, api::OrderStatus::Paid, timer).apply(database);
}

Result<bool> close(Database& database, OrderId id, std::int64_t version, api::CloseReason reason, Instant at) {
    OrderChange change(id);
    change.ifIs(Column::Version, version);
    change.set(Column::CloseReason, api::toText(reason)).set(Column::ClosedAt, at.ms).clear(Column::Live);
    return nextStage(endWaiting(change), api::OrderStatus::Closed, {}).apply(database);
}

Result<bool> move(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from, api::OrderStatus to,
                  const Timer& timer) {
    OrderChange change(id);
    change.ifIs(Column::Status, api::toText(from)).ifIs(Column::Epoch, epoch);
    return nextStage(change, to, timer).apply(database);
}

Result<bool> complete(Database& database, OrderId id, std::int64_t version) {
    OrderChange change(id);
    change.ifIs(Column::Version, version).ifIs(Column::Status, api::toText(api::OrderStatus::Delivered));
    return nextStage(change, api::OrderStatus::Completed, {}).apply(database);
}

namespace {

Result<std::optional<DispatchView>> readView(Database& database, OrderId id) {
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto* order, hot->orderById(id));
        EVENHAND_ASSIGN(const auto* campus, order == nullptr ? nullptr : hot->campus(order->campus));
        if (campus == nullptr) {
            return std::optional<DispatchView>();
        }
        return std::optional(viewOf(database, *order, *campus));
    }
    auto& statement = database.statement(
        "SELECT o.order_no, o.campus_id, o.status, o.epoch, o.courier_id, o.wanted_courier, o.avoid_courier, "
        "c.mode, c.step, c.log_ttl_ms, c.paused, c.duty_version, o.timer, o.due_at, o.timer_flags, "
        "o.over_limit "
        "FROM orders o JOIN campus c ON c.campus_id = o.campus_id WHERE o.order_id = ?");
    statement.bind(id.value);
    EVENHAND_TRY(statement.query());
    std::optional<DispatchView> view;
    if (statement.next()) {
        auto order = readOrder(statement, kOfView);
        order.id = id;
        view = viewOf(database, std::move(order), HotRows::campusOf(statement));
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return view;
}

}  // namespace

Result<std::optional<DispatchView>> forDispatch(Database& database, OrderId id) {
    return readLocked(
        database, [&] { return readView(database, id); },
        [](Roots& roots, const DispatchView& view) { roots.add(view.id).add(view.campus, Hold::Read); });
}

Result<bool> assign(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from, const CourierId& courier,
                    const Timer& timer) {
    const auto to = from == api::OrderStatus::Paid ? api::OrderStatus::WaitPickUp : from;
    OrderChange change(id);
    change.ifNone(Column::Courier).ifIs(Column::Epoch, epoch).ifIs(Column::Status, api::toText(from));
    change.set(Column::Courier, courier.str()).set(Column::Status, api::toText(to));
    return setTimer(endWaiting(change), timer).apply(database);
}

Result<bool> setWaiting(Database& database, OrderId id, std::int64_t epoch, api::WaitReason reason) {
    OrderChange change(id);
    change.ifIs(Column::Epoch, epoch).ifNone(Column::Courier).ifIsNot(Column::WaitReason, api::toText(reason));
    return change.set(Column::WaitReason, api::toText(reason)).apply(database);
}

Result<bool> requestReassign(Database& database, OrderId id, std::int64_t version, Instant at, api::WaitReason wait,
                             const Wanted& wanted, const CourierId& avoid, const Timer& timer) {
    OrderChange change(id);
    change.ifIs(Column::Version, version);
    change.clear(Column::Courier).raise(Column::Epoch).set(Column::Wanted, wanted.courier.str());
    change.set(Column::OverLimit, wanted.overLimit ? std::optional(std::int64_t{1}) : std::nullopt);
    change.set(Column::WaitReason, api::toText(wait)).set(Column::WaitSince, at.ms);
    if (!avoid.empty()) {
        change.set(Column::Avoid, avoid.str());
    }
    return setTimer(change, timer).apply(database);
}

Result<std::int64_t> countComing(Database& database, const CampusId& campus, const CourierId& wanted) {
    auto& statement = database.statement(
        "SELECT COUNT(*) FROM orders WHERE wait_reason = ? AND campus_id = ? AND wanted_courier = ?");
    statement.bind(api::toText(api::WaitReason::Message)).bind(campus.str()).bind(wanted.str());
    return readNumber(statement);
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
        found.push_back(
            {OrderId{statement.number("order_id")}, OrderNo(statement.text("order_no")), statement.number("epoch")});
    }
    EVENHAND_TRY(statement.status());
    return found;
}

Result<std::vector<api::OrderRef>> inHand(Database& database, const CourierId& courier) {
    auto& statement = database.statement(
        "SELECT order_no, version FROM orders WHERE courier_id = ? AND status IN ('WAIT_PICK_UP', 'DELIVERING') "
        "ORDER BY order_id");
    statement.bind(courier.str());
    return readAll(statement, [](const Statement& row) {
        return api::OrderRef{OrderNo(row.text("order_no")), row.number("version")};
    });
}

}  // namespace evenhand::store::orders
