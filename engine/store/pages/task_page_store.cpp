// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/task_page_store.h"

#include <algorithm>

#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/task_store.h"

namespace evenhand::store::taskPages {
namespace {

using api::TaskStatus;

api::TaskRow rowOf(const Statement& row) {
    api::TaskRow found;
    found.id = TaskId{row.number("task_id")};
    found.kind = row.code("kind", api::taskKindFrom);
    found.subject = row.text("subject");
    found.status = row.code("status", api::taskStatusFrom);
    found.position = static_cast<std::uint32_t>(row.number("position"));
    found.attempts = row.number("attempts");
    found.token = row.number("token");
    found.worker = row.text("worker");
    found.due = instantOf(row, "due_at");
    found.endedAt = instantOf(row, "ended_at");
    found.createdAt = Instant{row.number("created_at")};
    found.lastError = row.text("last_error");
    return found;
}

bool only(const std::vector<TaskStatus>& statuses, std::initializer_list<TaskStatus> among) {
    return !statuses.empty() && std::all_of(statuses.begin(), statuses.end(), [&](TaskStatus status) {
        return std::find(among.begin(), among.end(), status) != among.end();
    });
}

void addFilter(SqlText& text, const api::TaskFilter& filter) {
    // So that few are found among any number of done ones.
    if (only(filter.statuses, {TaskStatus::Dead})) {
        text.where("dead_at IS NOT NULL");
    } else if (only(filter.statuses, {TaskStatus::Pending, TaskStatus::Processing})) {
        text.where("due_at IS NOT NULL");
    }
    text.whereIn("status", filter.statuses, [](TaskStatus status) { return api::toText(status); });
    text.whereIn("kind", filter.kinds, [](api::TaskKind kind) { return api::toText(kind); });
    if (!filter.worker.empty()) {
        text.where("worker = ?", {filter.worker});
    }
    if (!filter.text.empty()) {
        text.where("subject >= ? AND subject < ?", {filter.text, prefixEnd(filter.text)});
    }
}

constexpr std::string_view kColumns =
    "SELECT task_id, kind, subject, status, position, attempts, token, worker, due_at, ended_at, created_at, "
    "last_error FROM ";

/// Rows of the ids that `keys` selects as sort_id, in this order.
Result<std::vector<api::TaskRow>> rowsOf(Database& database, const SqlText& keys, std::string_view order) {
    SqlText text{std::string(kColumns) + "(", {}};
    text.append(keys);
    text.add(") k JOIN task ON task_id = sort_id");
    text.add(order);
    return readAll(text.bound(database), rowOf);
}

Result<std::vector<api::TaskRow>> pageBySubject(Database& database, const api::TaskQuery& query) {
    SqlText keys{"SELECT kind AS sort_kind, subject AS sort_subject, task_id AS sort_id FROM task", {}};
    addFilter(keys, query.filter);
    // No two tasks have both: the number behind them would only make MariaDB sort what its unique index has in order.
    keys.add(SortColumns{"kind", "subject"}.order(query.descending));
    keys.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return rowsOf(database, keys, SortColumns{"sort_kind", "sort_subject"}.order(query.descending));
}

/// The statuses among `wanted` (empty: of all) that are over, or not.
std::vector<TaskStatus> ofThem(const std::vector<TaskStatus>& wanted, bool over) {
    std::vector<TaskStatus> found;
    for (const auto status :
         wanted.empty() ? std::vector(api::allTaskStatuses().begin(), api::allTaskStatuses().end()) : wanted) {
        if (over != (status == TaskStatus::Pending || status == TaskStatus::Processing)) {
            found.push_back(status);
        }
    }
    return found;
}

/// The first rows of one range of an index; `first`: they stand before those of the other instant.
SqlText firstRows(const api::TaskQuery& query, const api::TaskFilter& filter, std::string_view instant, bool first,
                  std::optional<api::TaskKind> kind) {
    SqlText range{"SELECT " + std::to_string(first != query.descending ? 0 : 1) + " AS sort_part, ", {}};
    range.add(instant);
    range.add(" AS sort_at, task_id AS sort_id FROM task");
    if (kind) {
        range.where("kind = ?", {std::string(api::toText(*kind))});
    }
    range.where(std::string(instant) + " IS NOT NULL");
    auto rest = filter;
    rest.kinds.clear();
    addFilter(range, rest);
    if (!kind) {  // "+": met on the walk over the instants, rather than all of a kind being sorted
        range.whereIn("+kind", filter.kinds, [](api::TaskKind one) { return api::toText(one); });
    }
    range.add(SortColumns{instant, "task_id"}.order(query.descending));
    range.add(" LIMIT ?", {query.offset + query.limit});
    return range;
}

/// By instants. A task has either a due instant or one at which it ended, and each has an index: that of due instants
/// one range for each kind. Their first rows are merged, and only those shown are looked up.
Result<std::vector<api::TaskRow>> pageByInstant(Database& database, const api::TaskQuery& query) {
    const bool dueFirst = query.sort == api::TaskSort::Due;
    std::vector<SqlText> ranges;
    auto open = query.filter;
    open.statuses = ofThem(query.filter.statuses, false);
    const auto& kinds = query.filter.kinds;
    for (const auto kind : api::allTaskKinds()) {
        if (!open.statuses.empty() && (kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end())) {
            ranges.push_back(firstRows(query, open, "due_at", dueFirst, kind));
        }
    }
    auto over = query.filter;
    over.statuses = ofThem(query.filter.statuses, true);
    if (!over.statuses.empty()) {
        // Dead ones ended when they died; by that they are found among any number of done ones.
        const bool dead = only(over.statuses, {TaskStatus::Dead});
        ranges.push_back(firstRows(query, over, dead ? "dead_at" : "ended_at", !dueFirst, std::nullopt));
    }
    SqlText shown{"SELECT * FROM (", {}};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        shown.add(i == 0 ? "SELECT * FROM (" : " UNION ALL SELECT * FROM (");
        shown.append(ranges[i]);
        shown.add(") s" + std::to_string(i));
    }
    const auto order = SortColumns{"sort_part", "sort_at", "sort_id"}.order(query.descending);
    shown.add(") u" + order + " LIMIT ? OFFSET ?", {query.limit, query.offset});
    return rowsOf(database, shown, order);
}

}  // namespace

Result<std::vector<api::TaskRow>> page(Database& database, const api::TaskQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::TaskSort::Made));
    switch (query.sort) {
        case api::TaskSort::Made: break;
        case api::TaskSort::Subject: return pageBySubject(database, query);
        case api::TaskSort::Due:
        case api::TaskSort::Ended: return pageByInstant(database, query);
    }
    SqlText text{std::string(kColumns) + "task", {}};
    addFilter(text, query.filter);
    if (query.after) {
        text.where(query.descending ? "task_id < ?" : "task_id > ?", {query.after->value});
    }
    text.add(query.descending ? " ORDER BY task_id DESC" : " ORDER BY task_id");
    text.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return readAll(text.bound(database), rowOf);
}

Result<std::int64_t> count(Database& database, const api::TaskFilter& filter) {
    SqlText text{"SELECT COUNT(*) FROM task", {}};
    addFilter(text, filter);
    return readNumber(text.bound(database));
}

Result<std::vector<api::TaskCounts>> counts(Database& database, Instant now) {
    std::vector<api::TaskCounts> found;
    for (const auto kind : api::allTaskKinds()) {
        found.emplace_back().kind = kind;
    }
    const auto of = [&](const Statement& row) -> api::TaskCounts& {
        return found[static_cast<std::size_t>(row.code("kind", api::taskKindFrom))];
    };
    EVENHAND_TRY(eachRow(database.statement("SELECT kind, SUM(created) AS all_created FROM task_sum GROUP BY kind"),
                         [&](const Statement& row) { of(row).created = row.number("all_created"); }));
    auto& open = database.statement(
        "SELECT kind, status, COUNT(*) AS tasks, MIN(due_at) AS earliest FROM task WHERE due_at IS NOT NULL "
        "GROUP BY kind, status");
    EVENHAND_TRY(eachRow(open, [&](const Statement& row) {
        auto& counts = of(row);
        const Instant due{row.number("earliest")};
        if (row.code("status", api::taskStatusFrom) == TaskStatus::Processing) {
            counts.processing = row.number("tasks");
        } else {
            counts.pending = row.number("tasks");
        }
        if (due <= now && (!counts.oldestDue || due < *counts.oldestDue)) {
            counts.oldestDue = due;
        }
    }));
    EVENHAND_TRY(
        eachRow(database.statement("SELECT kind, COUNT(*) AS tasks FROM task WHERE dead_at IS NOT NULL GROUP BY kind"),
                [&](const Statement& row) { of(row).dead = row.number("tasks"); }));
    EVENHAND_TRY(eachRow(
        database.statement("SELECT kind, COUNT(*) AS tasks FROM task WHERE ended_at IS NOT NULL AND status = 'DROPPED' "
                           "GROUP BY kind"),
        [&](const Statement& row) { of(row).dropped = row.number("tasks"); }));
    EVENHAND_ASSIGN(const auto holds, tasks::holdsFresh(database));
    for (const auto& hold : holds) {
        found[static_cast<std::size_t>(hold.kind)].held = true;
    }
    for (auto& counts : found) {
        counts.done = counts.created - counts.pending - counts.processing - counts.dead - counts.dropped;
    }
    return found;
}

Result<std::vector<std::uint32_t>> duePositions(Database& database, Instant now, std::int64_t limit) {
    std::vector<std::uint32_t> positions;
    for (const auto kind : api::allTaskKinds()) {  // so that the index serves each
        auto& statement = database.statement("SELECT position FROM task WHERE kind = ? AND due_at <= ? LIMIT ?");
        statement.bind(api::toText(kind)).bind(now).bind(limit - static_cast<std::int64_t>(positions.size()));
        EVENHAND_TRY(eachRow(statement, [&](const Statement& row) {
            positions.push_back(static_cast<std::uint32_t>(row.number("position")));
        }));
    }
    return positions;
}

Result<std::map<std::string, std::int64_t>> inHand(Database& database, Instant now) {
    std::map<std::string, std::int64_t> found;
    for (const auto kind : api::allTaskKinds()) {
        auto& statement = database.statement(
            "SELECT worker, COUNT(*) AS tasks FROM task WHERE kind = ? AND due_at > ? AND status = 'PROCESSING' "
            "GROUP BY worker");
        statement.bind(api::toText(kind)).bind(now);
        EVENHAND_TRY(
            eachRow(statement, [&](const Statement& row) { found[row.text("worker")] += row.number("tasks"); }));
    }
    return found;
}

Result<std::vector<api::RingChangeRow>> ringChanges(Database& database, std::int64_t limit) {
    EVENHAND_TRY(checkPage(0, limit));
    auto& statement = database.statement(
        "SELECT change_id, at, what, worker, workers, moved FROM ring_change ORDER BY change_id DESC LIMIT ?");
    statement.bind(limit);
    return readAll(statement, [](const Statement& row) {
        return api::RingChangeRow{RingChangeId{row.number("change_id")},
                                  Instant{row.number("at")},
                                  row.code("what", api::ringChangeFrom),
                                  row.text("worker"),
                                  row.number("workers"),
                                  static_cast<double>(row.number("moved")) / 1e6};
    });
}

}  // namespace evenhand::store::taskPages
