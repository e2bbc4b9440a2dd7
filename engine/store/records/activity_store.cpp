// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/activity_store.h"

#include <algorithm>

#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/counter.h"
#include "engine/store/order_rows/hot_rows.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/order_rows/order_lookup.h"

namespace evenhand::store::activities {
namespace {

constexpr std::string_view kColumns =
    "SELECT a.activity_id, a.name, a.voucher, a.campus_id, a.price, a.stock, a.added, a.units_left, a.returned, "
    "a.begin_at, a.end_at, a.state, a.version, a.created_at, a.started_at, a.ended_at, p.name AS voucher_name "
    "FROM activity a JOIN product p ON p.sku = a.voucher ";

api::ActivityRow rowOf(const Statement& s) {
    api::ActivityRow row;
    row.set = {ActivityId(s.text("activity_id")),
               s.text("name"),
               Sku(s.text("voucher")),
               CampusId(s.text("campus_id")),
               Money{s.number("price")},
               s.number("stock"),
               Instant{s.number("begin_at")},
               Instant{s.number("end_at")}};
    row.added = s.number("added");
    row.left = s.number("units_left");
    row.returned = s.number("returned");
    row.state = s.code("state", api::activityStateFrom);
    row.version = s.number("version");
    row.createdAt = Instant{s.number("created_at")};
    row.startedAt = instantOf(s, "started_at");
    row.endedAt = instantOf(s, "ended_at");
    row.voucherName = s.text("voucher_name");
    if (row.startedAt) {
        row.ordered = row.set.stock + row.added - row.left - row.returned;
    }
    return row;
}

ActivityId activityIdOf(const Statement& s) { return ActivityId(s.text("activity_id")); }

Result<std::vector<api::ActivityRow>> rowsOf(Statement& statement) { return readAll(statement, rowOf); }

Result<void> addFigures(Database& database, api::ActivityRow& row) {
    auto& statement = database.statement(
        "SELECT COUNT(*) AS order_count, "
        "COALESCE(SUM(CASE WHEN paid_at IS NOT NULL AND live = 1 THEN 1 ELSE 0 END), 0) AS paid_count, "
        "COALESCE(SUM(CASE WHEN live IS NULL THEN 1 ELSE 0 END), 0) AS closed_count "
        "FROM orders WHERE activity_id = ?");
    statement.bind(row.set.id.str());
    EVENHAND_TRY(statement.query());
    if (statement.next()) {
        row.orders = statement.number("order_count");
        row.paid = statement.number("paid_count");
        row.closed = statement.number("closed_count");
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return {};
}

LiveOrder liveRow(const Statement& row) {
    return {OrderId{row.number("order_id")}, OrderNo(row.text("order_no")), UserId(row.text("user_id"))};
}

Result<std::vector<LiveOrder>> liveRows(Statement& statement) { return readAll(statement, liveRow); }

}  // namespace

Result<bool> insert(Database& database, const api::ActivityInput& input, Instant at) {
    EVENHAND_ASSIGN(const auto known, find(database, input.id));
    if (known) {
        return false;
    }
    auto& statement = database.statement(
        "INSERT INTO activity(activity_id, name, voucher, campus_id, price, stock, added, units_left, returned, "
        "begin_at, end_at, state, version, created_at) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, 'draft', 1, ?)");
    statement.bind(input.id.str()).bind(input.name).bind(input.voucher.str()).bind(input.campus.str());
    statement.bind(input.price.minor).bind(input.stock).bind(input.begin).bind(input.end).bind(at);
    EVENHAND_TRY(statement.write());
    return true;
}

namespace {

Result<std::optional<api::ActivityRow>> read(Database& database, const ActivityId& id) {
    static const std::string sql = std::string(kColumns) + "WHERE a.activity_id = ?";
    auto& statement = database.statement(sql);
    statement.bind(id.str());
    EVENHAND_ASSIGN(auto rows, rowsOf(statement));
    return rows.empty() ? std::nullopt : std::optional(std::move(rows.front()));
}

}  // namespace

Result<std::optional<api::ActivityRow>> find(Database& database, const ActivityId& id) {
    // With the product that its units come from and go back to: whoever starts, fills up or ends it takes both.
    return readLocked(
        database, [&] { return read(database, id); },
        [](Roots& roots, const api::ActivityRow& found) {
            roots.add(found.set.id).add(found.set.voucher).add(found.set.campus, Hold::Read);
        });
}

Result<std::optional<api::ActivityState>> stateOf(Database& database, const ActivityId& id) {
    EVENHAND_TRY(lockRoot(database, id));
    auto& statement = database.statement("SELECT state FROM activity WHERE activity_id = ?");
    statement.bind(id.str());
    EVENHAND_TRY(statement.query());
    std::optional<api::ActivityState> state;
    if (statement.next()) {
        state = statement.code("state", api::activityStateFrom);
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return state;
}

Result<bool> update(Database& database, const api::ActivityInput& input, std::int64_t version) {
    auto& statement = database.statement(
        "UPDATE activity SET name = ?, voucher = ?, campus_id = ?, price = ?, stock = ?, begin_at = ?, end_at = ?, "
        "version = version + 1 WHERE activity_id = ? AND version = ?");
    statement.bind(input.name).bind(input.voucher.str()).bind(input.campus.str()).bind(input.price.minor);
    statement.bind(input.stock).bind(input.begin).bind(input.end).bind(input.id.str()).bind(version);
    return changedOne(statement);
}

Result<bool> remove(Database& database, const ActivityId& id) {
    auto& statement = database.statement("DELETE FROM activity WHERE activity_id = ? AND state = 'draft'");
    statement.bind(id.str());
    return changedOne(statement);
}

Result<void> start(Database& database, const ActivityId& id, Instant at) {
    auto& statement = database.statement(
        "UPDATE activity SET state = 'started', units_left = stock, started_at = ?, version = version + 1 "
        "WHERE activity_id = ?");
    statement.bind(at).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setState(Database& database, const ActivityId& id, api::ActivityState state) {
    auto& statement = database.statement("UPDATE activity SET state = ?, version = version + 1 WHERE activity_id = ?");
    statement.bind(api::toText(state)).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setEnd(Database& database, const ActivityId& id, Instant end) {
    auto& statement = database.statement("UPDATE activity SET end_at = ?, version = version + 1 WHERE activity_id = ?");
    statement.bind(end).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> addUnits(Database& database, const ActivityId& id, std::int64_t units) {
    auto& statement = database.statement(
        "UPDATE activity SET added = added + ?, units_left = units_left + ?, version = version + 1 "
        "WHERE activity_id = ?");
    statement.bind(units).bind(units).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> end(Database& database, const ActivityId& id, std::int64_t left, Instant at) {
    auto& statement = database.statement(
        "UPDATE activity SET state = 'ended', units_left = units_left - ?, returned = returned + ?, ended_at = ?, "
        "version = version + 1 WHERE activity_id = ?");
    statement.bind(left).bind(left).bind(at).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> countReturned(Database& database, const ActivityId& id, std::int64_t units) {
    auto& statement = database.statement("UPDATE activity SET returned = returned + ? WHERE activity_id = ?");
    statement.bind(units).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<bool> takeUnit(Database& database, const ActivityId& id) { return take(database, Counter::Units, id.str(), 1); }

Result<void> giveUnitBack(Database& database, const ActivityId& id) {
    EVENHAND_TRY(take(database, Counter::Units, id.str(), -1));
    return {};
}

Result<std::vector<ActivityId>> running(Database& database) {
    EVENHAND_ASSIGN(const auto all, endings(database));
    std::vector<ActivityId> ids;
    ids.reserve(all.size());
    for (const auto& ending : all) {
        ids.push_back(ending.id);
    }
    return ids;
}

Result<std::optional<ActivityId>> notOver(Database& database, const CampusId& campus) {
    auto& statement = database.statement(
        "SELECT activity_id FROM activity WHERE campus_id = ? AND state <> 'ended' ORDER BY activity_id LIMIT 1");
    statement.bind(campus.str());
    return readOne(statement, activityIdOf);
}

Result<std::optional<ActivityId>> notOver(Database& database, const Sku& voucher) {
    auto& statement = database.statement(
        "SELECT activity_id FROM activity WHERE voucher = ? AND state <> 'ended' ORDER BY activity_id LIMIT 1");
    statement.bind(voucher.str());
    return readOne(statement, activityIdOf);
}

Result<std::vector<Ending>> endings(Database& database) {
    auto& statement = database.statement(
        "SELECT activity_id, end_at FROM activity WHERE state IN ('started', 'stopped') ORDER BY activity_id");
    return readAll(statement, [](const Statement& row) {
        return Ending{ActivityId(row.text("activity_id")), Instant{row.number("end_at")}};
    });
}

Result<std::vector<api::ActivityRow>> all(Database& database) {
    static const std::string sql = std::string(kColumns) + "ORDER BY a.created_at DESC, a.activity_id";
    EVENHAND_ASSIGN(auto rows, rowsOf(database.statement(sql)));
    for (auto& row : rows) {
        EVENHAND_TRY(addFigures(database, row));
    }
    return rows;
}

Result<std::optional<api::ActivityRow>> withFigures(Database& database, const ActivityId& id) {
    EVENHAND_ASSIGN(auto row, find(database, id));
    if (row) {
        EVENHAND_TRY(addFigures(database, *row));
    }
    return row;
}

Result<std::vector<api::SoldPoint>> soldCurve(Database& database, const ActivityId& id, Instant from, Instant to,
                                              int points) {
    const auto step = std::max<std::int64_t>(1, (to.ms - from.ms) / (points - 1));
    std::vector<api::SoldPoint> curve(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) {
        curve[static_cast<std::size_t>(i)].at = i + 1 == points ? to : from.plusMs(i * step);
    }
    // What happened at or before a point counts there; a change is added at the first point not before it.
    const auto at = [&](std::int64_t ms) -> api::SoldPoint* {
        const auto point = std::lower_bound(curve.begin(), curve.end(), ms,
                                            [](const auto& one, std::int64_t when) { return one.at.ms < when; });
        return point == curve.end() ? nullptr : &*point;
    };
    auto& statement = database.statement(
        "SELECT created_at, paid_at, closed_at FROM orders WHERE activity_id = ? AND created_at <= ?");
    statement.bind(id.str()).bind(to);
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        const auto paid = statement.maybeNumber("paid_at");
        const auto closed = statement.maybeNumber("closed_at");
        at(statement.number("created_at"))->sold += 1;
        if (auto* point = paid ? at(*paid) : nullptr) {
            point->paid += 1;
        }
        if (auto* point = closed ? at(*closed) : nullptr) {
            point->sold -= 1;
            point->paid -= paid ? 1 : 0;
        }
    }
    EVENHAND_TRY(statement.status());
    for (std::size_t i = 1; i < curve.size(); ++i) {
        curve[i].sold += curve[i - 1].sold;
        curve[i].paid += curve[i - 1].paid;
    }
    return curve;
}

Result<void> note(Database& database, const ActivityId& id, Instant at, std::string_view actor,
                  api::ActivityAction action, std::int64_t amount, std::string_view reason) {
    auto& statement = database.statement(
        "INSERT INTO activity_log(activity_id, at, actor, action, amount, reason) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(id.str()).bind(at).bind(actor).bind(api::toText(action)).bind(amount).bind(reason);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<api::ActivityLogRow>> log(Database& database, const ActivityId& id, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT at, actor, action, amount, reason FROM activity_log WHERE activity_id = ? ORDER BY entry_id DESC "
        "LIMIT ?");
    statement.bind(id.str()).bind(limit);
    return readAll(statement, [](const Statement& row) {
        return api::ActivityLogRow{Instant{row.number("at")}, row.text("actor"),
                                   row.code("action", api::activityActionFrom), row.number("amount"),
                                   row.text("reason")};
    });
}

Result<std::optional<LiveOrder>> liveOrder(Database& database, const ActivityId& activity, const UserId& user) {
    const auto lookup = OrderLookup::live(activity.str(), user.str());
    if (auto* hot = hotRows(database)) {
        EVENHAND_ASSIGN(const auto* order, lookup.in(*hot));
        return order == nullptr ? std::nullopt
                                : std::optional(LiveOrder{order->id, OrderNo(order->number), UserId(order->user)});
    }
    static const std::string sql = selectOrderSql(OrderWay::Live, "order_id, order_no, user_id");
    auto& statement = database.statement(sql);
    lookup.bind(statement);
    EVENHAND_ASSIGN(auto found, liveRows(statement));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

Result<std::vector<LiveOrder>> liveOrders(Database& database, const ActivityId& id, OrderId after, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT order_id, order_no, user_id FROM orders WHERE activity_id = ? AND order_id > ? AND live = 1 "
        "ORDER BY order_id LIMIT ?");
    statement.bind(id.str()).bind(after.value).bind(limit);
    return liveRows(statement);
}

Result<void> eachSums(Database& database, const std::function<void(const Sums&)>& fn) {
    static const std::string sql = std::string(kColumns) + "ORDER BY a.activity_id";
    EVENHAND_ASSIGN(const auto rows, rowsOf(database.statement(sql)));
    for (const auto& row : rows) {
        auto& statement =
            database.statement("SELECT COUNT(*) FROM orders WHERE activity_id = ? AND status <> 'CLOSED'");
        statement.bind(row.set.id.str());
        EVENHAND_TRY(statement.query());
        const auto live = statement.next() ? statement.onlyNumber() : 0;
        EVENHAND_TRY(statement.status());
        statement.finish();
        fn({row, live});
    }
    return {};
}

Result<std::int64_t> countOfActivities(Database& database) {
    auto& statement = database.statement("SELECT COUNT(*) FROM orders WHERE activity_id IS NOT NULL");
    EVENHAND_TRY(statement.query());
    const auto count = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return count;
}

Result<void> eachWrongLive(Database& database, const std::function<void(std::string_view what)>& fn) {
    auto& several = database.statement(
        "SELECT activity_id, user_id, COUNT(*) AS live_count FROM orders "
        "WHERE activity_id IS NOT NULL AND status <> 'CLOSED' GROUP BY activity_id, user_id HAVING COUNT(*) > 1");
    EVENHAND_TRY(several.query());
    while (several.next()) {
        fn("user " + several.text("user_id") + " has " + several.text("live_count") + " live orders of " +
           several.text("activity_id"));
    }
    EVENHAND_TRY(several.status());
    auto& wrong = database.statement(
        "SELECT order_no, status FROM orders WHERE activity_id IS NOT NULL AND (live IS NULL) <> (status = 'CLOSED')");
    EVENHAND_TRY(wrong.query());
    while (wrong.next()) {
        fn("order " + wrong.text("order_no") + " is " + wrong.text("status") + " and counts otherwise");
    }
    EVENHAND_TRY(wrong.status());
    auto& stray = database.statement(
        "SELECT order_no FROM orders WHERE activity_id IS NOT NULL AND activity_id NOT IN "
        "(SELECT activity_id FROM activity)");
    EVENHAND_TRY(stray.query());
    while (stray.next()) {
        fn("order " + stray.text("order_no") + " is of an activity that does not exist");
    }
    return stray.status();
}

Result<void> eachLive(Database& database, const ActivityId& id, const std::function<void(const LiveOrder&)>& fn) {
    auto& statement = database.statement(
        "SELECT order_id, order_no, user_id FROM orders WHERE activity_id = ? AND live = 1 ORDER BY order_id");
    statement.bind(id.str());
    return eachRow(statement, [&fn](const Statement& row) { fn(liveRow(row)); });
}

}  // namespace evenhand::store::activities
