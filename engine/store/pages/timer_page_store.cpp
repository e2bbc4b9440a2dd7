// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/timer_page_store.h"

#include <algorithm>
#include <tuple>
#include <variant>

#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store::timerPages {
namespace {

using Value = std::variant<std::int64_t, std::string>;

/// SQL text with its parameters.
struct Text {
    std::string sql;
    std::vector<Value> values;
    Text& add(std::string_view more) {
        sql += more;
        return *this;
    }
    Text& bind(Value value) {
        values.push_back(std::move(value));
        return *this;
    }
};

/// A failure of the timer that is armed now. The few failures come first: SQLite keeps the order of a CROSS JOIN.
constexpr std::string_view kFailures =
    " FROM timer_failure f CROSS JOIN orders o ON o.order_id = f.order_id AND o.due_at = f.due_at WHERE o.timer = ?";
constexpr std::string_view kFailed =
    "EXISTS (SELECT 1 FROM timer_failure f WHERE f.order_id = o.order_id AND f.due_at = o.due_at)";

bool wants(const api::TimerFilter& filter, api::TimerState state) {
    return filter.states.empty() || std::find(filter.states.begin(), filter.states.end(), state) != filter.states.end();
}
bool wants(const api::TimerFilter& filter, api::TimerKind kind) {
    return filter.kinds.empty() || std::find(filter.kinds.begin(), filter.kinds.end(), kind) != filter.kinds.end();
}

/// Campus, order number and range of due instants, the same for both sources.
void addCommon(Text& text, const api::TimerFilter& filter, std::string_view due) {
    if (!filter.campus.empty()) {
        text.add(" AND o.campus_id = ?").bind(filter.campus.str());
    }
    if (!filter.text.empty()) {
        text.add(" AND o.order_no >= ? AND o.order_no < ?").bind(filter.text).bind(prefixEnd(filter.text));
    }
    if (!filter.orderNo.empty()) {
        text.add(" AND o.order_no = ?").bind(filter.orderNo.str());
    }
    if (filter.dueFrom) {
        text.add(" AND ").add(due).add(" >= ?").bind(filter.dueFrom->ms);
    }
    if (filter.dueTo) {
        text.add(" AND ").add(due).add(" < ?").bind(filter.dueTo->ms);
    }
}

/// The armed timers of one kind that the filter wants; empty: none.
Text armedOf(const api::TimerFilter& filter, api::TimerKind kind, Instant now) {
    const bool pending = wants(filter, api::TimerState::Pending);
    const bool overdue = wants(filter, api::TimerState::Overdue);
    const bool retrying = wants(filter, api::TimerState::Retrying);
    Text text;
    if (!wants(filter, kind) || !(pending || overdue || retrying)) {
        return text;
    }
    if (!pending && !overdue) {
        text.add(kFailures).bind(std::string(api::toText(kind)));
        addCommon(text, filter, "o.due_at");
        return text;
    }
    text.add(" FROM orders o WHERE o.timer = ? AND o.due_at IS NOT NULL").bind(std::string(api::toText(kind)));
    addCommon(text, filter, "o.due_at");
    if (!(pending && overdue)) {
        text.add(" AND (").add(pending ? "o.due_at > ?" : "o.due_at <= ?").bind(now.ms);
        if (retrying) {
            text.add(" OR ").add(kFailed);
        }
        text.add(")");
    }
    if (!retrying) {
        text.add(" AND NOT ").add(kFailed);
    }
    return text;
}

Text deadOf(const api::TimerFilter& filter) {
    Text text;
    if (!wants(filter, api::TimerState::Dead)) {
        return text;
    }
    text.add(" FROM timer_failure d CROSS JOIN orders o ON o.order_id = d.order_id WHERE d.dead_at IS NOT NULL");
    addCommon(text, filter, "d.due_at");
    if (!filter.kinds.empty()) {
        text.add(" AND d.kind IN (");
        for (std::size_t i = 0; i < filter.kinds.size(); ++i) {
            text.add(i == 0 ? "?" : ",?").bind(std::string(api::toText(filter.kinds[i])));
        }
        text.add(")");
    }
    return text;
}

struct Source {
    Text text;
    std::optional<api::TimerKind> kind;  ///< nullopt: the dead ones, of every kind
};

/// Each source that the filter wants.
std::vector<Source> sources(const api::TimerFilter& filter, Instant now) {
    std::vector<Source> found;
    for (const auto kind : api::allTimerKinds()) {
        if (auto text = armedOf(filter, kind, now); !text.sql.empty()) {
            found.push_back({std::move(text), kind});
        }
    }
    if (auto dead = deadOf(filter); !dead.sql.empty()) {
        found.push_back({std::move(dead), std::nullopt});
    }
    return found;
}

/// The number of a source's kind, in order of declaration.
std::string rankOf(const Source& source) {
    if (source.kind) {
        return std::to_string(static_cast<int>(*source.kind));
    }
    std::string sql = "CASE d.kind";
    for (const auto kind : api::allTimerKinds()) {
        sql += " WHEN '" + std::string(api::toText(kind)) + "' THEN " + std::to_string(static_cast<int>(kind));
    }
    return sql + " END";
}

/// One source gives its first rows from its own index; of the dead ones, which are few, all are sorted.
void addSource(Text& inner, const Source& source, const api::TimerQuery& query) {
    const bool byKind = query.sort == api::TimerSort::Kind;
    inner.add(source.kind ? "SELECT o.order_id AS id, o.due_at AS due, 0 AS dead"
                          : "SELECT o.order_id AS id, d.due_at AS due, 1 AS dead");
    if (byKind) {
        inner.add(", " + rankOf(source) + " AS kind_rank");
    }
    inner.add(source.text.sql);
    inner.values.insert(inner.values.end(), source.text.values.begin(), source.text.values.end());
    inner.add(byKind && !source.kind ? SortColumns{"kind_rank", "due", "id"}.order(query.descending)
                                     : SortColumns{"due", "id"}.order(query.descending));
    inner.add(" LIMIT ?").bind(query.offset + query.limit);
}

Statement& prepare(Database& database, const Text& text) {
    auto& statement = database.statement(text.sql);
    for (const auto& value : text.values) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            statement.bind(*number);
        } else {
            statement.bind(std::string_view(std::get<std::string>(value)));
        }
    }
    return statement;
}

api::TimerRow rowOf(const Statement& row, Instant now) {
    api::TimerRow timer;
    timer.order = OrderId{row.number("order_id")};
    timer.due = Instant{row.number("due_at")};
    const bool dead = row.number("is_dead") != 0;
    timer.orderNo = OrderNo(row.text("order_no"));
    timer.user = UserId(row.text("user_id"));
    timer.campus = CampusId(row.text("campus_id"));
    timer.kind = row.code("timer", api::timerKindFrom);
    std::ignore = row.maybeCode("failed_kind", api::timerKindFrom);  // of the same timer: read for what it may be
    timer.status = row.code("status", api::orderStatusFrom);
    timer.wait = row.maybeCode("wait_reason", api::waitReasonFrom);
    timer.courier = CourierId(row.text("courier_id"));
    timer.courierName = row.text("courier_name");
    timer.payable = Money{row.number("payable")};
    timer.attempts = row.isNull("attempts") ? 0 : row.number("attempts");
    timer.nextTry = instantOf(row, "next_try_at");
    timer.reason = row.text("reason");
    timer.state = dead                 ? api::TimerState::Dead
                  : timer.attempts > 0 ? api::TimerState::Retrying
                  : timer.due <= now   ? api::TimerState::Overdue
                                       : api::TimerState::Pending;
    return timer;
}

Result<std::int64_t> oneNumber(Statement& statement) {
    EVENHAND_TRY(statement.query());
    const auto value = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return value;
}

Result<std::int64_t> countOf(Database& database, const Text& source) {
    Text text{"SELECT COUNT(*)" + source.sql, source.values};
    return oneNumber(prepare(database, text));
}

}  // namespace

Result<std::vector<api::TimerRow>> page(Database& database, const api::TimerQuery& query, Instant now) {
    const auto found = sources(query.filter, now);
    if (found.empty()) {
        return std::vector<api::TimerRow>();
    }
    // Each source gives its first rows; then they are merged and only those shown are looked up.
    const auto columns =
        query.sort == api::TimerSort::Kind ? SortColumns{"kind_rank", "due", "id"} : SortColumns{"due", "id"};
    Text inner;
    for (std::size_t i = 0; i < found.size(); ++i) {
        inner.add(i == 0 ? "SELECT * FROM (" : " UNION ALL SELECT * FROM (");
        addSource(inner, found[i], query);
        inner.add(") s" + std::to_string(i));
    }
    Text text;
    text.add(
        "SELECT t.id AS order_id, t.due AS due_at, t.dead AS is_dead, o.order_no, o.user_id, o.campus_id, o.timer, "
        "o.status, o.wait_reason, o.courier_id, c.name AS courier_name, o.payable, f.kind AS failed_kind, f.attempts, "
        "f.next_try_at, f.reason "
        "FROM (SELECT * FROM (");
    text.add(inner.sql).add(") u").add(columns.order(query.descending));
    text.add(
        " LIMIT ? OFFSET ?) t JOIN orders o ON o.order_id = t.id "
        "LEFT JOIN courier c ON c.courier_id = o.courier_id "
        "LEFT JOIN timer_failure f ON f.order_id = t.id AND f.due_at = t.due");
    text.add(columns.order(query.descending, "t."));
    text.values = std::move(inner.values);
    text.bind(query.limit).bind(query.offset);
    auto& statement = prepare(database, text);
    EVENHAND_TRY(statement.query());
    std::vector<api::TimerRow> rows;
    while (statement.next()) {
        rows.push_back(rowOf(statement, now));
    }
    EVENHAND_TRY(statement.status());
    return rows;
}

namespace {

/// The number that `sql` answers of timers of one kind, and of a campus unless it is empty.
Result<std::int64_t> ofKind(Database& database, std::string_view sql, api::TimerKind kind, const CampusId& campus,
                            std::optional<Instant> now, std::string_view campusColumn) {
    Text text;
    text.add(sql).bind(std::string(api::toText(kind)));
    if (now) {
        text.bind(now->ms);
    }
    if (!campus.empty()) {
        text.add(" AND ").add(campusColumn).add(" = ?").bind(campus.str());
    }
    return oneNumber(prepare(database, text));
}

Result<std::int64_t> dueOf(Database& database, api::TimerKind kind, const CampusId& campus, Instant now) {
    return ofKind(database, "SELECT COUNT(*) FROM orders WHERE timer = ? AND due_at <= ?", kind, campus, now,
                  "campus_id");
}
Result<std::int64_t> failedOf(Database& database, api::TimerKind kind, const CampusId& campus) {
    static const std::string sql = "SELECT COUNT(*)" + std::string(kFailures);
    return ofKind(database, sql, kind, campus, std::nullopt, "o.campus_id");
}
Result<std::int64_t> failedDueOf(Database& database, api::TimerKind kind, const CampusId& campus, Instant now) {
    static const std::string sql = "SELECT COUNT(*)" + std::string(kFailures) + " AND o.due_at <= ?";
    return ofKind(database, sql, kind, campus, now, "o.campus_id");
}

/// How many of one kind are in the states that the filter wants, from the sum of them all.
Result<std::int64_t> armedIn(Database& database, const ArmedTimers& armed, const api::TimerFilter& filter,
                             api::TimerKind kind, Instant now) {
    EVENHAND_ASSIGN(const auto due, dueOf(database, kind, filter.campus, now));
    EVENHAND_ASSIGN(const auto failed, failedOf(database, kind, filter.campus));
    EVENHAND_ASSIGN(const auto failedDue, failedDueOf(database, kind, filter.campus, now));
    const auto pending = armed.of(kind, filter.campus) - due - (failed - failedDue);
    return (wants(filter, api::TimerState::Pending) ? pending : 0) +
           (wants(filter, api::TimerState::Overdue) ? due - failedDue : 0) +
           (wants(filter, api::TimerState::Retrying) ? failed : 0);
}

}  // namespace

Result<std::int64_t> count(Database& database, const ArmedTimers& armed, const api::TimerFilter& filter, Instant now) {
    std::int64_t total = 0;
    const bool all = filter.text.empty() && filter.orderNo.empty() && !filter.dueFrom && !filter.dueTo;
    if (!all) {
        for (const auto& source : sources(filter, now)) {
            EVENHAND_ASSIGN(const auto some, countOf(database, source.text));
            total += some;
        }
        return total;
    }
    for (const auto kind : api::allTimerKinds()) {
        if (wants(filter, kind)) {
            EVENHAND_ASSIGN(const auto some, armedIn(database, armed, filter, kind, now));
            total += some;
        }
    }
    if (const auto dead = deadOf(filter); !dead.sql.empty()) {
        EVENHAND_ASSIGN(const auto some, countOf(database, dead));
        total += some;
    }
    return total;
}

Result<std::optional<Instant>> NextDue::of(Database& database, const ArmedTimers& armed, api::TimerKind kind,
                                           const CampusId& campus, Instant now) {
    if (armed.of(kind, campus) == 0) {
        return std::optional<Instant>();
    }
    // Of all campuses it is at hand in the index; of one, those of the others that fall due before are passed over.
    const auto changes = campus.empty() ? std::nullopt : armed.changes(kind, campus);
    const auto known = m_kept.find({campus.str(), kind});
    if (changes && known != m_kept.end() && known->second.changes == *changes && known->second.due > now) {
        return std::optional(known->second.due);
    }
    Text text;
    text.add("SELECT due_at FROM orders WHERE timer = ? AND due_at > ?").bind(std::string(api::toText(kind)));
    text.bind(now.ms);
    if (!campus.empty()) {
        text.add(" AND +campus_id = ?").bind(campus.str());
    }
    auto& statement = prepare(database, text.add(" ORDER BY due_at LIMIT 1"));
    EVENHAND_TRY(statement.query());
    const auto due = statement.next() ? instantOf(statement, "due_at") : std::nullopt;
    EVENHAND_TRY(statement.status());
    statement.finish();
    if (changes && due) {
        m_kept[{campus.str(), kind}] = {*changes, *due};
    }
    return due;
}

std::vector<api::TimerFigures> Figures::as(Instant now) const {
    auto all = kinds;
    for (auto& each : all) {
        each.oldestLateMs.reset();
        if (each.nextDue && *each.nextDue <= now) {
            each.oldestLateMs = now.ms - each.nextDue->ms;
        }
    }
    return all;
}

namespace {

/// Dead timers are counted by kind: one whose kind stands for nothing would be in no figure.
Result<void> lookForUnknownKind(Database& database, const CampusId& campus) {
    Text text;
    text.add("SELECT d.kind FROM timer_failure d CROSS JOIN orders o ON o.order_id = d.order_id WHERE ");
    text.add("d.dead_at IS NOT NULL AND d.kind NOT IN (");
    for (const auto kind : api::allTimerKinds()) {
        text.add(text.values.empty() ? "?" : ",?").bind(std::string(api::toText(kind)));
    }
    text.add(")");
    if (!campus.empty()) {
        text.add(" AND o.campus_id = ?").bind(campus.str());
    }
    return eachRow(prepare(database, text.add(" LIMIT 1")),
                   [](const Statement& row) { std::ignore = row.code("kind", api::timerKindFrom); });
}

}  // namespace

Result<Figures> figures(Database& database, const ArmedTimers& armed, NextDue& next, const CampusId& campus,
                        Instant now) {
    Figures found;
    found.at = now;
    EVENHAND_TRY(lookForUnknownKind(database, campus));
    for (const auto kind : api::allTimerKinds()) {
        EVENHAND_ASSIGN(const auto due, dueOf(database, kind, campus, now));
        EVENHAND_ASSIGN(const auto failed, failedOf(database, kind, campus));
        EVENHAND_ASSIGN(const auto failedDue, failedDueOf(database, kind, campus, now));
        EVENHAND_ASSIGN(const auto dead,
                        ofKind(database,
                               "SELECT COUNT(*) FROM timer_failure d CROSS JOIN orders o ON o.order_id = d.order_id "
                               "WHERE d.kind = ? AND d.dead_at IS NOT NULL",
                               kind, campus, std::nullopt, "o.campus_id"));
        api::TimerFigures figures;
        figures.kind = kind;
        figures.armed = armed.of(kind, campus);
        figures.overdue = due - failedDue;
        figures.retrying = failed;
        figures.dead = dead;
        EVENHAND_ASSIGN(const auto coming, next.of(database, armed, kind, campus, now));
        figures.nextDue = coming;
        if (due > 0) {
            EVENHAND_ASSIGN(const auto oldest,
                            ofKind(database, "SELECT MIN(due_at) FROM orders WHERE timer = ? AND due_at <= ?", kind,
                                   campus, now, "campus_id"));
            figures.nextDue = Instant{oldest};
        }
        if (coming && (!found.until || *coming < *found.until)) {
            found.until = coming;
        }
        found.kinds.push_back(figures);
    }
    found.kinds = found.as(now);
    return found;
}

Result<api::DueHistogram> histogram(Database& database, const ArmedTimers& armed, const CampusId& campus,
                                    const std::vector<api::TimerKind>& kinds, Instant from, std::int64_t bucketMs,
                                    int buckets) {
    api::DueHistogram histogram;
    histogram.from = from;
    histogram.bucketMs = bucketMs;
    histogram.counts.assign(static_cast<std::size_t>(buckets), 0);
    const Instant end = from.plusMs(bucketMs * buckets);
    const auto chosen = kinds.empty() ? std::vector(api::allTimerKinds().begin(), api::allTimerKinds().end()) : kinds;
    for (const auto kind : chosen) {
        EVENHAND_ASSIGN(const auto before, dueOf(database, kind, campus, from.plusMs(-1)));
        Text text;
        // Whole numbers on either database: the remainder is taken off before dividing.
        text.add(
            "SELECT ((due_at - ?) - ((due_at - ?) % ?)) / ? AS bucket, COUNT(*) AS timers FROM orders "
            "WHERE timer = ? AND due_at >= ? AND due_at < ?");
        text.add(campus.empty() ? "" : " AND campus_id = ?").add(" GROUP BY 1");
        text.bind(from.ms).bind(from.ms).bind(bucketMs).bind(bucketMs);
        text.bind(std::string(api::toText(kind))).bind(from.ms).bind(end.ms);
        if (!campus.empty()) {
            text.bind(campus.str());
        }
        auto& statement = prepare(database, text);
        EVENHAND_TRY(statement.query());
        std::int64_t within = 0;
        while (statement.next()) {
            const auto bucket = statement.number("bucket");
            if (bucket >= 0 && bucket < buckets) {
                histogram.counts[static_cast<std::size_t>(bucket)] += statement.number("timers");
                within += statement.number("timers");
            }
        }
        EVENHAND_TRY(statement.status());
        histogram.before += before;
        histogram.after += armed.of(kind, campus) - before - within;
    }
    return histogram;
}

}  // namespace evenhand::store::timerPages
