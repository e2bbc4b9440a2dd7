// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/order_store.h"

#include "engine/store/database/hot_rows.h"
#include "engine/store/database/multi_row.h"
#include "engine/store/records/order_change.h"

namespace evenhand::store::orders {
namespace {

api::OrderStatus statusOf(const Statement& row) { return row.code("status", api::orderStatusFrom); }
/// What a word of an order's row in HotRows stands for; empty: NULL.
template <typename Code>
std::optional<Code> codeOf(Database& database, const HotRows::Order& order, std::string_view column,
                           const std::string& word, std::optional<Code> (*from)(std::string_view)) {
    return word.empty() ? std::nullopt : std::optional(database.code(from, word, "orders", column, order.number));
}
api::OrderStatus statusOf(Database& database, const HotRows::Order& order) {
    return database.code(api::orderStatusFrom, order.state.status, "orders", "status", order.number);
}

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

Timer timerOf(Database& database, const HotRows::Order& order) {
    Timer timer;
    timer.kind = codeOf(database, order, "timer", order.state.timer, api::timerKindFrom);
    if (order.state.dueAt) {
        timer.due = Instant{*order.state.dueAt};
    }
    return timer;
}

Timer timerOf(const Statement& row) {
    Timer timer;
    timer.kind = row.maybeCode("timer", api::timerKindFrom);
    if (!row.isNull("due_at")) {
        timer.due = Instant{row.number("due_at")};
    }
    return timer;
}

std::optional<Record> recordOf(Database& database, const HotRows::Order* order) {
    if (order == nullptr) {
        return std::nullopt;
    }
    const auto& state = order->state;
    return Record{order->id,
                  OrderNo(order->number),
                  CampusId(order->campus),
                  statusOf(database, *order),
                  Money{order->payable},
                  CourierId(state.courier),
                  state.epoch,
                  state.version,
                  timerOf(database, *order),
                  state.timerFlags,
                  codeOf(database, *order, "wait_reason", state.waitReason, api::waitReasonFrom),
                  ActivityId(order->activity),
                  UserId(order->user),
                  Instant{order->placedAt}};
}

Result<std::optional<Record>> record(Statement& statement) {
    EVENHAND_TRY(statement.query());
    std::optional<Record> found;
    if (statement.next()) {
        found = Record{OrderId{statement.number("order_id")},
                       OrderNo(statement.text("order_no")),
                       CampusId(statement.text("campus_id")),
                       statusOf(statement),
                       Money{statement.number("payable")},
                       CourierId(statement.text("courier_id")),
                       statement.number("epoch"),
                       statement.number("version"),
                       timerOf(statement),
                       statement.number("timer_flags"),
                       std::nullopt,
                       {},
                       {},
                       {}};
        found->wait = statement.maybeCode("wait_reason", api::waitReasonFrom);
        if (!statement.isNull("activity_id")) {
            found->activity = ActivityId(statement.text("activity_id"));
            found->user = UserId(statement.text("user_id"));
            found->placedAt = Instant{statement.number("placed_at")};
        }
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<bool> isFreeInMemory(HotRows& hot, const OrderRow& order) {
    EVENHAND_ASSIGN(const auto* campus, hot.campus(order.campus));
    EVENHAND_ASSIGN(const auto* sameNumber, hot.orderByNumber(order.number));
    EVENHAND_ASSIGN(const auto* sameKey, hot.orderByKey(order.key));
    if (campus == nullptr || sameNumber != nullptr || sameKey != nullptr) {
        return false;
    }
    if (order.activity.empty()) {
        return true;
    }
    EVENHAND_ASSIGN(const auto* sameUser, hot.liveOrder(order.activity, order.user));
    return sameUser == nullptr;
}

/// Its campus is there; its number, its key and, of a flash sale, a live order of its user are not. Asked before and
/// apart from the insert: one that selects from the table it writes to makes SQLite copy the row into a temporary table
/// of its own first, a sixth of what placing costs.
Result<bool> isFree(Database& database, const OrderRow& order) {
    if (auto* hot = database.hotRows()) {
        return isFreeInMemory(*hot, order);
    }
    static const std::string kFree =
        "SELECT 1 FROM campus WHERE campus_id = ? AND NOT EXISTS (SELECT 1 FROM orders WHERE order_no = ?) "
        "AND NOT EXISTS (SELECT 1 FROM orders WHERE request_key = ?) "
        // A number is the key of an order that has no other.
        "AND NOT EXISTS (SELECT 1 FROM orders WHERE order_no = ? AND request_key IS NULL)";
    static const std::string kFreeInSale =
        kFree + " AND NOT EXISTS (SELECT 1 FROM orders WHERE activity_id = ? AND user_id = ? AND live = 1)";
    auto& statement = database.statement(order.activity.empty() ? kFree : kFreeInSale);
    statement.bind(order.campus).bind(order.number).bind(order.key).bind(order.key);
    if (!order.activity.empty()) {
        statement.bind(order.activity).bind(order.user);
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
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto id, hot->insertOrder(HotRows::Order(std::move(order))));
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
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderByKey(key));
        return order == nullptr ? std::nullopt
                                : std::optional(FirstAnswer{order->id, OrderNo(order->number), order->bodyHash,
                                                            Money{order->payable}});
    }
    auto& statement = database.statement(
        "SELECT order_id, order_no, body_hash, payable FROM orders WHERE request_key = ? "
        "UNION ALL SELECT order_id, order_no, body_hash, payable FROM orders "
        "WHERE order_no = ? AND request_key IS NULL");
    statement.bind(key).bind(key);
    EVENHAND_TRY(statement.query());
    std::optional<FirstAnswer> answer;
    if (statement.next()) {
        answer = FirstAnswer{OrderId{statement.number("order_id")}, OrderNo(statement.text("order_no")),
                             statement.blob("body_hash"), Money{statement.number("payable")}};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return answer;
}

Result<bool> numberExists(Database& database, const OrderNo& orderNo) {
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderByNumber(orderNo.str()));
        return order != nullptr;
    }
    auto& statement = database.statement("SELECT 1 FROM orders WHERE order_no = ?");
    statement.bind(orderNo.str());
    EVENHAND_TRY(statement.query());
    const bool found = statement.next();
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::optional<Record>> find(Database& database, const OrderNo& orderNo) {
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderByNumber(orderNo.str()));
        return recordOf(database, order);
    }
    auto& statement = database.statement(
        "SELECT order_id, order_no, campus_id, status, payable, courier_id, epoch, version, timer, due_at, "
        "timer_flags, wait_reason, activity_id, user_id, placed_at FROM orders WHERE order_no = ?");
    statement.bind(orderNo.str());
    return record(statement);
}

Result<std::optional<Record>> find(Database& database, OrderId id) {
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderById(id));
        return recordOf(database, order);
    }
    auto& statement = database.statement(
        "SELECT order_id, order_no, campus_id, status, payable, courier_id, epoch, version, timer, due_at, "
        "timer_flags, wait_reason, activity_id, user_id, placed_at FROM orders WHERE order_id = ?");
    statement.bind(id.value);
    return record(statement);
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

Result<std::optional<DispatchView>> forDispatch(Database& database, OrderId id) {
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderById(id));
        EVENHAND_ASSIGN(const auto* campus, order == nullptr ? nullptr : hot->campus(order->campus));
        if (campus == nullptr) {
            return std::optional<DispatchView>();
        }
        const auto& state = order->state;
        const auto mode = database.code(api::dispatchModeFrom, campus->mode, "campus", "mode", order->campus);
        return std::optional(DispatchView{
            id, OrderNo(order->number), CampusId(order->campus), statusOf(database, *order), state.epoch,
            CourierId(state.courier), CourierId(state.wanted), CourierId(state.avoid), mode, campus->step,
            campus->logTtlMs, campus->paused, campus->dutyVersion, timerOf(database, *order), state.timerFlags});
    }
    auto& statement = database.statement(
        "SELECT o.order_no, o.campus_id, o.status, o.epoch, o.courier_id, o.wanted_courier, o.avoid_courier, "
        "c.mode, c.step, c.log_ttl_ms, c.paused, c.duty_version, o.timer, o.due_at, o.timer_flags "
        "FROM orders o JOIN campus c ON c.campus_id = o.campus_id WHERE o.order_id = ?");
    statement.bind(id.value);
    EVENHAND_TRY(statement.query());
    std::optional<DispatchView> view;
    if (statement.next()) {
        view.emplace();
        view->id = id;
        view->orderNo = OrderNo(statement.text("order_no"));
        view->campus = CampusId(statement.text("campus_id"));
        view->status = statusOf(statement);
        view->epoch = statement.number("epoch");
        if (!statement.isNull("courier_id")) {
            view->courier = CourierId(statement.text("courier_id"));
        }
        if (!statement.isNull("wanted_courier")) {
            view->wanted = CourierId(statement.text("wanted_courier"));
        }
        if (!statement.isNull("avoid_courier")) {
            view->avoid = CourierId(statement.text("avoid_courier"));
        }
        view->mode = statement.code("mode", api::dispatchModeFrom);
        view->step = statement.number("step");
        view->logTtlMs = statement.number("log_ttl_ms");
        view->paused = statement.number("paused") != 0;
        view->dutyVersion = statement.number("duty_version");
        view->timer = timerOf(statement);
        view->timerFlags = statement.number("timer_flags");
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return view;
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
                             const CourierId& wanted, const CourierId& avoid, const Timer& timer) {
    OrderChange change(id);
    change.ifIs(Column::Version, version);
    change.clear(Column::Courier).raise(Column::Epoch).set(Column::Wanted, wanted.str());
    change.set(Column::WaitReason, api::toText(wait)).set(Column::WaitSince, at.ms);
    if (!avoid.empty()) {
        change.set(Column::Avoid, avoid.str());
    }
    return setTimer(change, timer).apply(database);
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
    EVENHAND_TRY(statement.query());
    std::vector<api::OrderRef> found;
    while (statement.next()) {
        found.push_back({OrderNo(statement.text("order_no")), statement.number("version")});
    }
    EVENHAND_TRY(statement.status());
    return found;
}

}  // namespace evenhand::store::orders
