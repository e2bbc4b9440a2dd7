// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_store.h"

#include "engine/store/hot_rows.h"
#include "engine/store/multi_row.h"

namespace evenhand::store::orders {
namespace {

api::OrderStatus statusOf(const Statement& row, int column) { return row.code(column, api::orderStatusFrom); }
/// What a word of an order's row in HotRows stands for; empty: NULL.
template <typename Code>
std::optional<Code> codeOf(Database& database, const HotRows::Order& order, std::string_view column,
                           const std::string& word, std::optional<Code> (*from)(std::string_view)) {
    return word.empty() ? std::nullopt : std::optional(database.code(from, word, "orders", column, order.number));
}
api::OrderStatus statusOf(Database& database, const HotRows::Order& order) {
    return database.code(api::orderStatusFrom, order.state.status, "orders", "status", order.number);
}

Statement& bindId(Statement& statement, const CourierId& id) {
    return id.empty() ? statement.bindNull() : statement.bind(id.str());
}

struct LineTag;
using State = HotRows::OrderState;

void endWaiting(State& state) {
    state.waitReason.clear();
    state.waitSince.reset();
    state.wanted.clear();
    state.avoid.clear();
}

void setTimer(State& state, const Timer& timer) {
    state.timer = timer.kind ? api::toText(*timer.kind) : std::string_view();
    state.dueAt = timer.due ? std::optional(timer.due->ms) : std::nullopt;
}

Timer timerOf(Database& database, const HotRows::Order& order) {
    Timer timer;
    timer.kind = codeOf(database, order, "timer", order.state.timer, api::timerKindFrom);
    if (order.state.dueAt) {
        timer.due = Instant{*order.state.dueAt};
    }
    return timer;
}

/// A compare-and-set in memory, as the conditional UPDATE beside it.
template <typename Holds, typename Apply>
Result<bool> changeHot(HotRows& hot, OrderId id, Holds holds, Apply apply) {
    EVENHAND_ASSIGN(const auto* order, hot.orderById(id.value));
    if (order == nullptr || !holds(order->state)) {
        return false;
    }
    auto next = order->state;
    apply(next);
    ++next.version;
    hot.changeOrder(id.value, std::move(next));
    return true;
}

Result<std::optional<OrderId>> insertHot(HotRows& hot, const NewOrder& order) {
    EVENHAND_ASSIGN(const auto* campus, hot.campus(order.campus));
    EVENHAND_ASSIGN(const auto* sameNumber, hot.orderByNumber(order.orderNo));
    EVENHAND_ASSIGN(const auto* sameKey, hot.orderByKey(order.key));
    if (campus == nullptr || sameNumber != nullptr || sameKey != nullptr) {
        return std::optional<OrderId>();
    }
    if (!order.activity.empty()) {
        EVENHAND_ASSIGN(const auto* sameUser, hot.liveOrder(order.activity, order.user));
        if (sameUser != nullptr) {
            return std::optional<OrderId>();
        }
    }
    HotRows::Order row;
    row.activity = order.activity;
    row.state.live = !order.activity.empty();
    row.number = order.orderNo;
    row.key = order.key;
    row.bodyHash = order.bodyHash;
    row.user = order.user;
    row.campus = order.campus;
    row.payable = order.payable.minor;
    row.discount = order.discount.minor;
    row.placedAt = order.placedAt.ms;
    row.createdAt = order.createdAt.ms;
    row.state.status = api::toText(api::OrderStatus::WaitPay);
    setTimer(row.state, order.timer);
    row.state.timerFlags = order.timerFlags;
    EVENHAND_ASSIGN(const auto id, hot.insertOrder(std::move(row)));
    return std::optional<OrderId>(OrderId{id});
}

Statement& bindTimer(Statement& statement, const Timer& timer) {
    if (timer.kind) {
        statement.bind(api::toText(*timer.kind));
    } else {
        statement.bindNull();
    }
    return statement.bind(timer.due);
}

/// From two columns.
Timer timerOf(const Statement& row, int column) {
    Timer timer;
    timer.kind = row.maybeCode(column, api::timerKindFrom);
    if (!row.isNull(column + 1)) {
        timer.due = Instant{row.number(column + 1)};
    }
    return timer;
}

std::optional<Record> recordOf(Database& database, const HotRows::Order* order) {
    if (order == nullptr) {
        return std::nullopt;
    }
    const auto& state = order->state;
    return Record{OrderId{order->id},
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
        found = Record{OrderId{statement.number(0)},
                       OrderNo(statement.text(1)),
                       CampusId(statement.text(2)),
                       statusOf(statement, 3),
                       Money{statement.number(4)},
                       CourierId(statement.text(5)),
                       statement.number(6),
                       statement.number(7),
                       timerOf(statement, 8),
                       statement.number(10),
                       std::nullopt,
                       {},
                       {},
                       {}};
        found->wait = statement.maybeCode(11, api::waitReasonFrom);
        if (!statement.isNull(12)) {
            found->activity = ActivityId(statement.text(12));
            found->user = UserId(statement.text(13));
            found->placedAt = Instant{statement.number(14)};
        }
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

/// Its campus is there; its number, its key and, of a flash sale, a live order of its user are not. Asked before and
/// apart from the insert: one that selects from the table it writes to makes SQLite copy the row into a temporary table
/// of its own first, a sixth of what placing costs.
Result<bool> isFree(Database& database, const NewOrder& order) {
    static const std::string kFree =
        "SELECT 1 FROM campus WHERE campus_id = ? AND NOT EXISTS (SELECT 1 FROM orders WHERE order_no = ?) "
        "AND NOT EXISTS (SELECT 1 FROM orders WHERE request_key = ?) "
        // A number is the key of an order that has no other.
        "AND NOT EXISTS (SELECT 1 FROM orders WHERE order_no = ? AND request_key IS NULL)";
    static const std::string kFreeInSale =
        kFree + " AND NOT EXISTS (SELECT 1 FROM orders WHERE activity_id = ? AND user_id = ? AND live = 1)";
    auto& statement = database.statement(order.activity.empty() ? kFree : kFreeInSale);
    statement.bind(order.campus).bind(order.orderNo).bind(order.key).bind(order.key);
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

Result<std::optional<OrderId>> insert(Database& database, const NewOrder& order) {
    if (auto* hot = database.hotRows()) {
        return insertHot(*hot, order);
    }
    EVENHAND_ASSIGN(const bool free, isFree(database, order));
    if (!free) {
        return std::optional<OrderId>();
    }
    auto& statement = database.statement(
        "INSERT INTO orders(order_no, request_key, body_hash, user_id, campus_id, status, payable, placed_at, "
        "created_at, epoch, version, timer, due_at, timer_flags, discount, activity_id, live) "
        "VALUES (?, ?, ?, ?, ?, 'WAIT_PAY', ?, ?, ?, 1, 1, ?, ?, ?, ?, ?, ?)");
    statement.bind(order.orderNo);
    if (order.key == order.orderNo) {
        statement.bindNull();
    } else {
        statement.bind(order.key);
    }
    statement.bindBlob(order.bodyHash).bind(order.user).bind(order.campus).bind(order.payable.minor);
    bindTimer(statement.bind(order.placedAt).bind(order.createdAt), order.timer);
    statement.bind(order.timerFlags).bind(order.discount.minor);
    if (order.activity.empty()) {
        statement.bindNull().bindNull();
    } else {
        statement.bind(order.activity).bind(1);
    }
    EVENHAND_TRY(statement.write());
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
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderByKey(key));
        return order == nullptr ? std::nullopt
                                : std::optional(FirstAnswer{OrderId{order->id}, OrderNo(order->number), order->bodyHash,
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
        answer = FirstAnswer{OrderId{statement.number(0)}, OrderNo(statement.text(1)), statement.blob(2),
                             Money{statement.number(3)}};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return answer;
}

Result<bool> numberExists(Database& database, std::string_view orderNo) {
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderByNumber(orderNo));
        return order != nullptr;
    }
    auto& statement = database.statement("SELECT 1 FROM orders WHERE order_no = ?");
    statement.bind(orderNo);
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
        EVENHAND_ASSIGN(const auto* order, hot->orderById(id.value));
        return recordOf(database, order);
    }
    auto& statement = database.statement(
        "SELECT order_id, order_no, campus_id, status, payable, courier_id, epoch, version, timer, due_at, "
        "timer_flags, wait_reason, activity_id, user_id, placed_at FROM orders WHERE order_id = ?");
    statement.bind(id.value);
    return record(statement);
}

Result<bool> markPaid(Database& database, OrderId id, Instant at, api::WaitReason wait, const Timer& timer) {
    if (auto* hot = database.hotRows()) {
        return changeHot(
            *hot, id, [](const State& now) { return now.status == api::toText(api::OrderStatus::WaitPay); },
            [&](State& next) {
                next.status = api::toText(api::OrderStatus::Paid);
                next.waitReason = api::toText(wait);
                next.paidAt = next.waitSince = at.ms;
                setTimer(next, timer);
                next.timerFlags &= kTimersOfAllStages;
            });
    }
    auto& statement = database.statement(
        "UPDATE orders SET status = 'PAID', paid_at = ?, wait_reason = ?, wait_since = ?, timer = ?, due_at = ?, "
        "timer_flags = timer_flags & 1, version = version + 1 WHERE order_id = ? AND status = 'WAIT_PAY'");
    bindTimer(statement.bind(at).bind(api::toText(wait)).bind(at), timer).bind(id.value);
    return changedOne(statement);
}

Result<bool> close(Database& database, OrderId id, std::int64_t version, api::CloseReason reason, Instant at) {
    if (auto* hot = database.hotRows()) {
        return changeHot(
            *hot, id, [&](const State& now) { return now.version == version; },
            [&](State& next) {
                next.status = api::toText(api::OrderStatus::Closed);
                next.closeReason = api::toText(reason);
                next.closedAt = at.ms;
                next.live = false;
                endWaiting(next);
                setTimer(next, {});
                next.timerFlags &= kTimersOfAllStages;
            });
    }
    auto& statement = database.statement(
        "UPDATE orders SET status = 'CLOSED', close_reason = ?, closed_at = ?, wait_reason = NULL, wait_since = NULL, "
        "wanted_courier = NULL, avoid_courier = NULL, timer = NULL, due_at = NULL, timer_flags = timer_flags & 1, "
        "live = NULL, version = version + 1 WHERE order_id = ? AND version = ?");
    statement.bind(api::toText(reason)).bind(at).bind(id.value).bind(version);
    return changedOne(statement);
}

Result<bool> move(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from, api::OrderStatus to,
                  const Timer& timer) {
    if (auto* hot = database.hotRows()) {
        return changeHot(
            *hot, id, [&](const State& now) { return now.status == api::toText(from) && now.epoch == epoch; },
            [&](State& next) {
                next.status = api::toText(to);
                setTimer(next, timer);
                next.timerFlags &= kTimersOfAllStages;
            });
    }
    auto& statement = database.statement(
        "UPDATE orders SET status = ?, timer = ?, due_at = ?, timer_flags = timer_flags & 1, version = version + 1 "
        "WHERE order_id = ? AND status = ? AND epoch = ?");
    bindTimer(statement.bind(api::toText(to)), timer).bind(id.value).bind(api::toText(from)).bind(epoch);
    return changedOne(statement);
}

Result<std::optional<DispatchView>> forDispatch(Database& database, OrderId id) {
    if (auto* hot = database.hotRows()) {
        EVENHAND_ASSIGN(const auto* order, hot->orderById(id.value));
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
        view->mode = statement.code(7, api::dispatchModeFrom);
        view->step = statement.number(8);
        view->logTtlMs = statement.number(9);
        view->paused = statement.number(10) != 0;
        view->dutyVersion = statement.number(11);
        view->timer = timerOf(statement, 12);
        view->timerFlags = statement.number(14);
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return view;
}

Result<bool> assign(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from, std::string_view courier,
                    const Timer& timer) {
    const auto to = from == api::OrderStatus::Paid ? api::OrderStatus::WaitPickUp : from;
    if (auto* hot = database.hotRows()) {
        return changeHot(
            *hot, id,
            [&](const State& now) {
                return now.courier.empty() && now.epoch == epoch && now.status == api::toText(from);
            },
            [&](State& next) {
                next.courier = courier;
                next.status = api::toText(to);
                endWaiting(next);
                setTimer(next, timer);
            });
    }
    auto& statement = database.statement(
        "UPDATE orders SET courier_id = ?, status = ?, wait_reason = NULL, wait_since = NULL, wanted_courier = NULL, "
        "avoid_courier = NULL, timer = ?, due_at = ?, version = version + 1 "
        "WHERE order_id = ? AND courier_id IS NULL AND epoch = ? AND status = ?");
    bindTimer(statement.bind(courier).bind(api::toText(to)), timer).bind(id.value).bind(epoch).bind(api::toText(from));
    return changedOne(statement);
}

Result<bool> setWaiting(Database& database, OrderId id, std::int64_t epoch, api::WaitReason reason) {
    if (auto* hot = database.hotRows()) {
        return changeHot(
            *hot, id,
            [&](const State& now) {
                return now.epoch == epoch && now.courier.empty() && !now.waitReason.empty() &&
                       now.waitReason != api::toText(reason);
            },
            [&](State& next) { next.waitReason = api::toText(reason); });
    }
    auto& statement = database.statement(
        "UPDATE orders SET wait_reason = ?, version = version + 1 "
        "WHERE order_id = ? AND epoch = ? AND courier_id IS NULL AND wait_reason IS NOT NULL AND wait_reason <> ?");
    statement.bind(api::toText(reason)).bind(id.value).bind(epoch).bind(api::toText(reason));
    return changedOne(statement);
}

Result<bool> requestReassign(Database& database, OrderId id, std::int64_t version, Instant at, api::WaitReason wait,
                             const CourierId& wanted, const CourierId& avoid, const Timer& timer) {
    if (auto* hot = database.hotRows()) {
        return changeHot(
            *hot, id, [&](const State& now) { return now.version == version; },
            [&](State& next) {
                next.courier.clear();
                ++next.epoch;
                next.waitReason = api::toText(wait);
                next.waitSince = at.ms;
                next.wanted = wanted.str();
                next.avoid = avoid.empty() ? next.avoid : avoid.str();
                setTimer(next, timer);
            });
    }
    auto& statement = database.statement(
        "UPDATE orders SET courier_id = NULL, epoch = epoch + 1, wait_reason = ?, wait_since = ?, wanted_courier = ?, "
        "avoid_courier = COALESCE(?, avoid_courier), timer = ?, due_at = ?, version = version + 1 "
        "WHERE order_id = ? AND version = ?");
    statement.bind(api::toText(wait)).bind(at);
    bindTimer(bindId(bindId(statement, wanted), avoid), timer);
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
