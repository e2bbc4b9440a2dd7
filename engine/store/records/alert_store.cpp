// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/alert_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "engine/store/database/count_among.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/database/unknown_words.h"

namespace evenhand::store::alerts {
namespace {

constexpr std::string_view kOpen =
    "SELECT alert_id, kind, subject, subject_id, state, order_id, campus_id, due_at, fired_at, repeats, level, "
    "figure, version, actor, acted_at FROM alert ";

/// Alerts that are about no order: there are few, so the engine's connection knows which of them live or are dismissed,
/// and their level.
using Key = std::pair<api::AlertKind, api::AlertSubject>;
struct Standing {
    std::int64_t level = 0;
    bool isDismissed = false;
};
using Live = std::map<Key, Standing>;

std::optional<std::string> campusOf(const CampusId& campus) {
    return campus.empty() ? std::optional<std::string>() : std::optional(campus.str());
}

Open openRow(const Statement& row) {
    Open open;
    open.id = AlertId{row.number("alert_id")};
    open.kind = row.code("kind", api::alertKindFrom);
    open.subject = {row.code("subject", api::alertSubjectTypeFrom), row.text("subject_id")};
    open.state = row.code("state", api::alertStateFrom);
    open.order = OrderId{row.maybeNumber("order_id").value_or(0)};
    open.campus = CampusId(row.text("campus_id"));
    open.since = Instant{row.number("due_at")};
    open.firedAt = Instant{row.number("fired_at")};
    open.repeats = row.number("repeats");
    open.level = row.number("level");
    open.figure = row.maybeNumber("figure");
    open.version = row.number("version");
    open.actor = row.text("actor");
    open.actedAt = instantOf(row, "acted_at");
    return open;
}

Result<std::vector<Open>> openRows(Statement& statement) { return readAll(statement, openRow); }

Result<Live*> live(Database& database) {
    auto& memo = database.memo(Database::Memo::Alerts);
    if (!memo) {
        auto made = std::make_shared<Live>();
        // One that is damaged is left out here, rather than that every order which gets a courier stumbles over it;
        // lists and checks tell of it.
        EVENHAND_TRY(eachRow(
            database.statement("SELECT kind, subject, subject_id, level, live FROM alert WHERE live IN (0, 1) "
                               "AND subject <> 'order'"),
            [&](const Statement& row) {
                const auto kind = api::alertKindFrom(row.text("kind"));
                const auto type = api::alertSubjectTypeFrom(row.text("subject"));
                if (kind && type) {
                    (*made)[{*kind, {*type, row.text("subject_id")}}] = {row.number("level"), row.number("live") == 0};
                }
            }));
        database.memo(Database::Memo::Alerts) = std::move(made);
    }
    return static_cast<Live*>(database.memo(Database::Memo::Alerts).get());
}

Result<void> remember(Database& database, const NewAlert& alert) {
    if (alert.subject.type != api::AlertSubjectType::Order && database.memo(Database::Memo::Alerts)) {
        EVENHAND_ASSIGN(auto* known, live(database));
        (*known)[{alert.kind, alert.subject}] = {alert.level, false};
    }
    return {};
}

Result<std::optional<std::int64_t>> standingLevel(Database& database, api::AlertKind kind,
                                                  const api::AlertSubject& subject, bool isDismissed) {
    EVENHAND_ASSIGN(const auto* known, live(database));
    const auto found = known->find({kind, subject});
    return found == known->end() || found->second.isDismissed != isDismissed ? std::optional<std::int64_t>()
                                                                             : std::optional(found->second.level);
}

}  // namespace

Result<AlertId> insert(Database& database, const NewAlert& alert, Instant at, std::optional<Instant> next) {
    auto& statement = database.statement(
        "INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, live, level, figure, detail, due_at, "
        "fired_at, repeats, next_at, version) VALUES (?, ?, ?, ?, ?, 'firing', 1, ?, ?, ?, ?, ?, 0, ?, 1)");
    statement.bind(alert.order ? std::optional(alert.order->value) : std::optional<std::int64_t>());
    statement.bind(campusOf(alert.campus)).bind(api::toText(alert.kind)).bind(api::toText(alert.subject.type));
    statement.bind(std::string_view(alert.subject.id)).bind(alert.level).bind(alert.figure);
    statement.bind(alert.detail.empty() ? std::optional<std::string>() : std::optional(alert.detail));
    statement.bind(alert.since).bind(at).bind(next);
    EVENHAND_TRY(statement.write());
    const AlertId id{statement.lastInsertId()};
    EVENHAND_TRY(remember(database, alert));
    return id;
}

Result<std::optional<std::int64_t>> liveLevel(Database& database, api::AlertKind kind,
                                              const api::AlertSubject& subject) {
    return standingLevel(database, kind, subject, false);
}

Result<std::optional<std::int64_t>> dismissedLevel(Database& database, api::AlertKind kind,
                                                   const api::AlertSubject& subject) {
    return standingLevel(database, kind, subject, true);
}

Result<std::optional<Open>> liveOf(Database& database, api::AlertKind kind, const api::AlertSubject& subject) {
    if (subject.type != api::AlertSubjectType::Order) {
        EVENHAND_ASSIGN(const auto level, liveLevel(database, kind, subject));
        if (!level) {
            return std::optional<Open>();
        }
    }
    static const std::string sql =
        std::string(kOpen) + "WHERE kind = ? AND subject = ? AND subject_id = ? AND live = 1";
    auto& statement = database.statement(sql);
    statement.bind(api::toText(kind)).bind(api::toText(subject.type)).bind(std::string_view(subject.id));
    return readOne(statement, openRow);
}

Result<std::vector<Open>> liveOfKind(Database& database, api::AlertKind kind) {
    static const std::string sql = std::string(kOpen) + "WHERE kind = ? AND live = 1 ORDER BY alert_id";
    auto& statement = database.statement(sql);
    statement.bind(api::toText(kind));
    return openRows(statement);
}

Result<std::optional<Open>> lastResolved(Database& database, api::AlertKind kind, const api::AlertSubject& subject) {
    // "live IS NULL" makes it the last entry of one range of the unique key.
    static const std::string sql =
        std::string(kOpen) +
        "WHERE kind = ? AND subject = ? AND subject_id = ? AND live IS NULL ORDER BY alert_id DESC LIMIT 1";
    auto& statement = database.statement(sql);
    statement.bind(api::toText(kind)).bind(api::toText(subject.type)).bind(std::string_view(subject.id));
    return readOne(statement, openRow);
}

Result<std::optional<Open>> find(Database& database, AlertId id) {
    static const std::string sql = std::string(kOpen) + "WHERE alert_id = ?";
    auto& statement = database.statement(sql);
    statement.bind(id.value);
    return readOne(statement, openRow);
}

Result<void> fireAgain(Database& database, AlertId id, std::optional<Instant> next, std::optional<Instant> since) {
    auto& statement = database.statement(
        "UPDATE alert SET state = 'firing', repeats = repeats + 1, next_at = ?, due_at = COALESCE(?, due_at) WHERE "
        "alert_id = ?");
    statement.bind(next).bind(since).bind(id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setFound(Database& database, AlertId id, const NewAlert& found) {
    auto& statement = database.statement("UPDATE alert SET level = ?, figure = ?, detail = ? WHERE alert_id = ?");
    statement.bind(found.level).bind(found.figure);
    statement.bind(found.detail.empty() ? std::optional<std::string>() : std::optional(found.detail));
    EVENHAND_TRY(statement.bind(id.value).write());
    return remember(database, found);
}

Result<void> setSince(Database& database, AlertId id, Instant since) {
    auto& statement = database.statement("UPDATE alert SET due_at = ? WHERE alert_id = ?");
    statement.bind(since).bind(id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> act(Database& database, AlertId id, api::AlertState state, std::optional<Instant> next,
                 std::string_view actor, Instant at) {
    auto& statement = database.statement(
        "UPDATE alert SET state = ?, next_at = ?, actor = ?, acted_at = ?, version = version + 1 WHERE alert_id = ? "
        "AND "
        "resolved_at IS NULL");
    statement.bind(api::toText(state)).bind(next).bind(actor).bind(at).bind(id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> resolve(Database& database, const Open& alert, std::string_view actor, std::string_view resolution,
                     Instant at, bool isDismissed) {
    auto& statement = database.statement(
        "UPDATE alert SET state = 'resolved', live = ?, next_at = NULL, actor = ?, acted_at = ?, resolved_at = ?, "
        "resolution = ?, version = version + 1 WHERE alert_id = ? AND resolved_at IS NULL");
    statement.bind(isDismissed ? std::optional<std::int64_t>(0) : std::optional<std::int64_t>());
    statement.bind(actor).bind(at).bind(at).bind(resolution).bind(alert.id.value);
    EVENHAND_TRY(statement.write());
    if (alert.subject.type != api::AlertSubjectType::Order && database.memo(Database::Memo::Alerts)) {
        EVENHAND_ASSIGN(auto* known, live(database));
        known->erase({alert.kind, alert.subject});
        if (isDismissed) {
            (*known)[{alert.kind, alert.subject}] = {alert.level, true};
        }
    }
    return {};
}

Result<void> endDismissal(Database& database, api::AlertKind kind, const api::AlertSubject& subject) {
    if (subject.type == api::AlertSubjectType::Order) {
        return {};
    }
    EVENHAND_ASSIGN(const auto dismissed, dismissedLevel(database, kind, subject));
    if (!dismissed) {
        return {};
    }
    auto& statement = database.statement(
        "UPDATE alert SET live = NULL WHERE kind = ? AND subject = ? AND subject_id = ? AND live = 0");
    statement.bind(api::toText(kind)).bind(api::toText(subject.type)).bind(std::string_view(subject.id));
    EVENHAND_TRY(statement.write());
    EVENHAND_ASSIGN(auto* known, live(database));
    known->erase({kind, subject});
    return {};
}

Result<std::vector<Open>> openOfOrder(Database& database, OrderId order) {
    static const std::string sql = std::string(kOpen) + "WHERE order_id = ? AND resolved_at IS NULL ORDER BY alert_id";
    auto& statement = database.statement(sql);
    statement.bind(order.value);
    return openRows(statement);
}

Result<std::vector<Open>> due(Database& database, Instant now, std::int64_t limit) {
    static const std::string sql = std::string(kOpen) + "WHERE next_at <= ? ORDER BY next_at, alert_id LIMIT ?";
    auto& statement = database.statement(sql);
    statement.bind(now).bind(limit);
    return openRows(statement);
}

Result<std::optional<Instant>> earliest(Database& database) {
    auto& statement = database.statement("SELECT MIN(next_at) AS earliest FROM alert WHERE next_at IS NOT NULL");
    EVENHAND_TRY(statement.query());
    std::optional<Instant> found;
    if (statement.next()) {
        found = instantOf(statement, "earliest");
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<void> eachLife(Database& database, const std::function<void(const Life&)>& fn) {
    return eachRow(database.statement("SELECT alert_id, state, live, resolved_at FROM alert"),
                   [&](const Statement& row) {
                       fn({AlertId{row.number("alert_id")}, row.code("state", api::alertStateFrom),
                           row.maybeNumber("live") == 1, !row.isNull("resolved_at")});
                   });
}

Result<void> eachLowStock(Database& database, const std::function<void(const LowStock&)>& fn) {
    auto& statement = database.statement(
        "SELECT p.sku, p.stock, p.low_stock, p.disabled_at, EXISTS (SELECT 1 FROM alert l WHERE l.kind = 'low_stock' "
        "AND l.subject = 'product' AND l.subject_id = p.sku AND l.live = 1) AS live, EXISTS (SELECT 1 FROM alert n "
        "WHERE n.kind = 'low_stock' AND n.subject = 'product' AND n.subject_id = p.sku AND n.live = 0) AS dismissed "
        "FROM product p");
    return eachRow(statement, [&](const Statement& row) {
        const auto limit = row.maybeNumber("low_stock");
        const bool low = limit && row.number("stock") <= *limit && row.isNull("disabled_at");
        fn({row.text("sku"), low, row.number("live") == 1, row.number("dismissed") == 1});
    });
}

namespace {

constexpr std::string_view kRow =
    "SELECT a.alert_id, a.kind, a.subject, a.subject_id, a.state, a.order_id, o.order_no, a.campus_id, o.courier_id, "
    "a.due_at, a.fired_at, a.repeats, a.next_at, a.figure, a.detail, a.actor, a.acted_at, a.resolved_at, a.resolution, "
    "a.version FROM ";
constexpr std::string_view kOrders = " LEFT JOIN orders o ON o.order_id = a.order_id";

api::AlertRow rowOf(const Statement& statement) {
    api::AlertRow row;
    row.id = AlertId{statement.number("alert_id")};
    row.kind = statement.code("kind", api::alertKindFrom);
    row.subject = {statement.code("subject", api::alertSubjectTypeFrom), statement.text("subject_id")};
    row.state = statement.code("state", api::alertStateFrom);
    row.order = OrderId{statement.maybeNumber("order_id").value_or(0)};
    row.orderNo = OrderNo(statement.text("order_no"));
    row.campus = CampusId(statement.text("campus_id"));
    row.courier = CourierId(statement.text("courier_id"));
    row.due = Instant{statement.number("due_at")};
    row.firedAt = Instant{statement.number("fired_at")};
    row.repeats = statement.number("repeats");
    row.nextRepeat = instantOf(statement, "next_at");
    row.figure = statement.maybeNumber("figure");
    row.detail = statement.text("detail");
    row.actor = statement.text("actor");
    row.actedAt = instantOf(statement, "acted_at");
    row.resolvedAt = instantOf(statement, "resolved_at");
    row.resolution = statement.text("resolution");
    row.version = statement.number("version");
    return row;
}

void addFilter(SqlText& text, const api::AlertQuery& query, const std::vector<api::AlertState>& states,
               std::string_view column = "a.state") {
    text.whereIn(column, states, [](api::AlertState state) { return api::toText(state); });
    text.whereIn("a.kind", query.kinds, [](api::AlertKind kind) { return api::toText(kind); });
    if (!query.only.empty()) {
        std::size_t size = 1;  // few different statements: the last id again up to a power of two
        while (size < query.only.size()) {
            size *= 2;
        }
        std::string ids = "a.alert_id IN (?";
        for (std::size_t i = 1; i < size; ++i) {
            ids += ",?";
        }
        text.where(ids + ")");
        for (std::size_t i = 0; i < size; ++i) {
            text.values.emplace_back(query.only[std::min(i, query.only.size() - 1)].value);
        }
    }
    if (!query.campus.empty()) {
        // "+": met on the walk in the order that is wanted, rather than as two ranges that are sorted.
        text.where(query.orNone ? "(+a.campus_id = ? OR a.campus_id IS NULL)" : "a.campus_id = ?",
                   {query.campus.str()});
    }
}

/// Lists and counts ask for some states, by an index of states: an alert whose state stands for nothing is in none.
Result<void> lookForUnknownState(Database& database, const api::AlertQuery& query) {
    using enum api::AlertState;
    return lookForUnknownWord(
        database, *storedWordOf("alert", "state"),
        {api::toText(Firing), api::toText(Acknowledged), api::toText(Silenced), api::toText(Resolved)},
        [&](SqlText& text) { addFilter(text, query, {}); }, !query.only.empty());
}

/// The keys of the rows shown. Each state has a range of an index, by state also each campus, and what belongs to none;
/// these give their first rows and are merged.
SqlText keysOf(const api::AlertQuery& query, const SortColumns& columns, const std::vector<api::AlertState>& states) {
    auto own = query;
    auto none = query;
    const bool both = query.orNone && !query.campus.empty() && query.sort == api::AlertSort::State;
    if (both) {
        own.orNone = false;
        none.campus = {};
    }
    SqlText keys{"SELECT * FROM (", {}};
    bool first = true;
    const auto add = [&](const api::AlertQuery& some, api::AlertState state, bool isOfNone) {
        SqlText part{"SELECT " + columns.list("a.") + " FROM alert a", {}};
        addFilter(part, some, {state});
        if (isOfNone) {
            part.where("a.campus_id IS NULL");
        }
        part.add(columns.order(query.descending, "a."));
        keys.add(first ? "SELECT * FROM (" : " UNION ALL SELECT * FROM (");
        keys.append(part);
        keys.add(std::string(" LIMIT ?) ") + (isOfNone ? "none_" : "of_") + std::string(api::toText(state)),
                 {query.offset + query.limit});
        first = false;
    };
    for (const auto state : std::set(states.begin(), states.end())) {
        add(own, state, false);
        if (both) {
            add(none, state, true);
        }
    }
    keys.add(") u" + columns.order(query.descending));
    keys.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return keys;
}

Result<std::vector<api::AlertRow>> pageBy(Database& database, const api::AlertQuery& query, const SortColumns& columns,
                                          const std::vector<api::AlertState>& states) {
    SqlText text{std::string(kRow) + "(", {}};
    text.append(keysOf(query, columns, states));
    text.add(") k JOIN alert a ON a.alert_id = k.alert_id");
    text.add(kOrders);
    text.add(columns.order(query.descending, "k."));
    return readAll(text.bound(database), rowOf);
}

/// The states that are asked for, named or not.
Result<std::vector<api::AlertState>> statesOf(const api::AlertQuery& query) {
    auto states = query.states;
    constexpr std::size_t kMaxOnly = 1'000;
    if (query.only.size() > kMaxOnly) {
        return fail(ErrorCode::InvalidArgument, "at most " + std::to_string(kMaxOnly) + " alerts by their ids", "only",
                    std::to_string(query.only.size()));
    }
    if (states.empty()) {
        states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced};
        if (!query.only.empty()) {
            states.push_back(api::AlertState::Resolved);
        }
    }
    return states;
}

}  // namespace

Result<std::vector<api::AlertRow>> page(Database& database, const api::AlertQuery& query) {
    EVENHAND_ASSIGN(const auto states, statesOf(query));
    EVENHAND_TRY(lookForUnknownState(database, query));
    switch (query.sort) {
        case api::AlertSort::Fired: break;
        case api::AlertSort::Due: return pageBy(database, query, {"due_at", "alert_id"}, states);
        case api::AlertSort::State: return pageBy(database, query, {"state", "campus_id", "alert_id"}, states);
    }
    SqlText text{std::string(kRow) + "alert a" + std::string(kOrders), {}};
    // Nearly all alerts are resolved: where these are wanted, "+" has them met on the walk over the numbers rather than
    // all of them sorted.
    const bool history = std::find(states.begin(), states.end(), api::AlertState::Resolved) != states.end();
    addFilter(text, query, states, history ? "+a.state" : "a.state");
    text.add(SortColumns{"alert_id"}.order(query.descending, "a."));
    text.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return readAll(text.bound(database), rowOf);
}

Result<std::int64_t> count(Database& database, const api::AlertQuery& query, Counts& kept) {
    static constexpr std::array kEvery{api::AlertState::Firing, api::AlertState::Acknowledged,
                                       api::AlertState::Silenced, api::AlertState::Resolved};
    auto filter = query;
    EVENHAND_ASSIGN(filter.states, statesOf(query));
    EVENHAND_TRY(lookForUnknownState(database, query));
    const auto now = [&database](const api::AlertQuery& which) {
        SqlText text{"SELECT COUNT(*) FROM alert a", {}};
        addFilter(text, which, which.states);
        return readNumber(text.bound(database));
    };
    if (!filter.only.empty()) {
        return now(filter);  // few, found by their ids
    }
    const auto all = [&](const api::AlertQuery& which) {
        return kept.get(
            database, {which.campus, which.orNone, which.kinds},
            [&] { return readNumber(database.statement("SELECT COALESCE(MAX(alert_id), 0) FROM alert")); },
            [&] { return now(which); },
            [&](std::int64_t after, std::int64_t upTo) {
                SqlText conditions;
                addFilter(conditions, which, {});
                return countAmong(database, "alert a", "a.alert_id", conditions, after, upTo);
            });
    };
    return countByState(std::move(filter), &api::AlertQuery::states, api::AlertState::Resolved, kEvery, now, all);
}

Result<api::AlertCounts> counts(Database& database, const CampusId& campus) {
    api::AlertQuery ofCampus;
    ofCampus.campus = campus;
    ofCampus.orNone = true;
    EVENHAND_TRY(lookForUnknownState(database, ofCampus));
    auto& statement =
        database.statement(campus.empty() ? "SELECT state, COUNT(*) AS alerts FROM alert WHERE state IN "
                                            "('firing', 'acknowledged', 'silenced') GROUP BY state"
                                          : "SELECT state, COUNT(*) AS alerts FROM alert WHERE state IN "
                                            "('firing', 'acknowledged', 'silenced') AND (+campus_id = ? OR campus_id "
                                            "IS NULL) GROUP BY state");
    if (!campus.empty()) {
        statement.bind(campus.str());
    }
    EVENHAND_TRY(statement.query());
    api::AlertCounts counts;
    while (statement.next()) {
        const auto state = statement.code("state", api::alertStateFrom);
        if (state == api::AlertState::Firing) {
            counts.firing = statement.number("alerts");
        } else if (state == api::AlertState::Acknowledged) {
            counts.acknowledged = statement.number("alerts");
        } else if (state == api::AlertState::Silenced) {
            counts.silenced = statement.number("alerts");
        }
    }
    EVENHAND_TRY(statement.status());
    return counts;
}

}  // namespace evenhand::store::alerts
