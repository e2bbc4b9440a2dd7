// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/task_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/records/due_window.h"

namespace evenhand::store::tasks {
namespace {

using api::TaskKind;
using api::TaskStatus;

constexpr std::size_t kIds = 128;  // of a statement

constexpr std::string_view kColumns =
    "SELECT task_id, kind, subject, payload, position, status, due_at, attempts, token, worker, note, last_error, "
    "created_at, ended_at FROM task ";
const std::string kById = std::string(kColumns) + "WHERE task_id = ?";
const std::string kBySubject = std::string(kColumns) + "WHERE kind = ? AND subject = ?";
const std::string kByIds = std::string(kColumns) + "WHERE task_id IN (";
const std::string kEach = std::string(kColumns) + "ORDER BY task_id";

Record recordOf(const Statement& row) {
    Record found;
    found.id = TaskId{row.number("task_id")};
    found.kind = row.code("kind", api::taskKindFrom);
    found.subject = row.text("subject");
    found.payload = row.text("payload");
    found.position = static_cast<std::uint32_t>(row.number("position"));
    found.status = row.code("status", api::taskStatusFrom);
    found.due = instantOf(row, "due_at");
    found.attempts = row.number("attempts");
    found.token = row.number("token");
    found.worker = row.text("worker");
    found.note = row.text("note");
    found.lastError = row.text("last_error");
    found.createdAt = Instant{row.number("created_at")};
    found.endedAt = instantOf(row, "ended_at");
    return found;
}

const std::string& sumsText(const Dialect& dialect) {
    const auto text = [](const Dialect& of) {
        return "INSERT INTO task_sum(kind, stripe, created, cleaned) VALUES (?, ?, ?, ?)" +
               of.onConflict("kind, stripe") + "created = task_sum.created + " + of.incoming("created") +
               ", cleaned = task_sum.cleaned + " + of.incoming("cleaned");
    };
    static const std::string local = text(sqliteDialect());
    static const std::string server = text(mysqlDialect(true));
    return dialect.isLocalFile() ? local : server;
}

Result<void> count(Database& database, TaskKind kind, std::int64_t created, std::int64_t cleaned) {
    auto& statement = database.statement(sumsText(database.dialect()));
    statement.bind(api::toText(kind)).bind(database.stripe()).bind(created).bind(cleaned);
    return statement.gather();
}

/// Calls `some(ids)` for at most kIds at a time.
template <typename Id, typename Some>
Result<void> inParts(std::span<const Id> ids, Some some) {
    while (!ids.empty()) {
        const auto part = ids.first(std::min(ids.size(), kIds));
        EVENHAND_TRY(some(part));
        ids = ids.subspan(part.size());
    }
    return {};
}

struct TakeTag;
struct FinishTag;
struct ByIdsTag;
struct DeleteTag;

}  // namespace

Result<void> openStripe(Database& database, std::int64_t stripe) {
    const std::string sql = std::string(database.dialect().insertIgnore()) +
                            " task_sum(kind, stripe, created, cleaned) VALUES (?, ?, 0, 0)";
    for (const auto kind : api::allTaskKinds()) {
        EVENHAND_TRY(database.statement(sql).bind(api::toText(kind)).bind(stripe).write());
    }
    return {};
}

Result<std::optional<Record>> find(Database& database, TaskId id) {
    EVENHAND_TRY(lockRoot(database, id));
    auto& statement = database.statement(kById);
    statement.bind(id.value);
    return readOne(statement, recordOf);
}

Result<std::optional<Record>> find(Database& database, TaskKind kind, std::string_view subject) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kBySubject);
            statement.bind(api::toText(kind)).bind(subject);
            return readOne(statement, recordOf);
        },
        [](Roots& roots, const Record& found) { roots.add(found.id); });
}

namespace {

Result<void> lockAll(Database& database, std::span<const TaskId> ids) {
    if (database.roots() != nullptr) {
        Roots roots;
        for (const auto id : ids) {
            roots.add(id);
        }
        EVENHAND_TRY(lockRoots(database, roots));
    }
    return {};
}

/// In the order of `ids`, which differ; those that are not there are left out.
Result<std::vector<Record>> findMany(Database& database, std::span<const TaskId> ids) {
    std::vector<Record> found;
    found.reserve(ids.size());
    const auto readPart = [&](std::span<const TaskId> part) {
        auto& statement = database.statement(repeatedSql<ByIdsTag>(kByIds, "?", ")", part.size()));
        for (const auto id : part) {
            statement.bind(id.value);
        }
        return eachRow(statement, [&](const Statement& row) { found.push_back(recordOf(row)); });
    };
    EVENHAND_TRY(inParts(ids, readPart));
    const auto byId = [](const Record& record, TaskId id) { return record.id < id; };
    std::sort(found.begin(), found.end(), [](const Record& a, const Record& b) { return a.id < b.id; });
    if (std::is_sorted(ids.begin(), ids.end())) {
        return found;
    }
    std::vector<Record> ordered;
    ordered.reserve(found.size());
    for (const auto id : ids) {
        if (const auto it = std::lower_bound(found.begin(), found.end(), id, byId); it != found.end() && it->id == id) {
            ordered.push_back(std::move(*it));
        }
    }
    return ordered;
}

}  // namespace

Result<bool> insert(Database& database, const Record& record) {
    auto& known = database.statement("SELECT 1 FROM task WHERE kind = ? AND subject = ?");
    known.bind(api::toText(record.kind)).bind(record.subject);
    EVENHAND_ASSIGN(const auto there, readOne(known, [](const Statement&) { return true; }));
    if (there) {
        return false;
    }
    EVENHAND_TRY(insertNew(database, record));
    return true;
}

Result<void> insertNew(Database& database, const Record& record) {
    auto& statement = database.statement(
        "INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, worker, note, last_error, "
        "created_at) VALUES (?, ?, ?, ?, 'PENDING', ?, 0, 0, '', ?, '', ?)");
    statement.bind(api::toText(record.kind)).bind(record.subject).bind(record.payload);
    statement.bind(static_cast<std::int64_t>(record.position)).bind(record.due).bind(record.note);
    statement.bind(record.createdAt);
    EVENHAND_TRY(statement.gather());
    noteDue(database, record.kind, record.due, true);
    return count(database, record.kind, 1, 0);
}

Result<bool> update(Database& database, const Record& record, std::int64_t tokenBefore) {
    auto& statement = database.statement(
        "UPDATE task SET status = ?, due_at = ?, attempts = ?, token = ?, worker = ?, note = ?, last_error = ?, "
        "ended_at = ?, dead_at = ? WHERE task_id = ? AND token = ?");
    statement.bind(api::toText(record.status)).bind(record.due).bind(record.attempts).bind(record.token);
    statement.bind(record.worker).bind(record.note).bind(record.lastError).bind(record.endedAt);
    statement.bind(record.status == TaskStatus::Dead ? record.endedAt : std::nullopt);
    statement.bind(record.id.value).bind(tokenBefore);
    noteDue(database, record.kind, record.due, false);
    return changedOne(statement);
}

Result<std::vector<Due>> due(Database& database, TaskKind kind, Instant now, const std::optional<Due>& after,
                             std::int64_t limit) {
    auto& statement = database.statement(
        after ? "SELECT task_id, due_at, position FROM task WHERE kind = ? AND due_at >= ? AND due_at <= ? AND (due_at "
                "> ? OR task_id > ?) ORDER BY due_at, task_id LIMIT ?"
              : "SELECT task_id, due_at, position FROM task WHERE kind = ? AND due_at <= ? ORDER BY due_at, task_id "
                "LIMIT ?");
    statement.bind(api::toText(kind));
    if (after) {
        statement.bind(after->due).bind(now).bind(after->due).bind(after->id.value);
    } else {
        statement.bind(now);
    }
    statement.bind(limit);
    return readAll(statement, [kind](const Statement& row) {
        return Due{TaskId{row.number("task_id")}, Instant{row.number("due_at")},
                   static_cast<std::uint32_t>(row.number("position")), kind};
    });
}

Result<std::vector<Taken>> take(Database& database, Instant now, std::span<const Lease> leases,
                                std::string_view worker) {
    std::vector<TaskId> ids;
    std::unordered_map<std::int64_t, Instant> ends;
    ids.reserve(leases.size());
    for (const auto& lease : leases) {
        if (ends.emplace(lease.id.value, lease.until).second) {
            ids.push_back(lease.id);
        }
    }
    EVENHAND_TRY(lockAll(database, ids));
    EVENHAND_ASSIGN(auto records, findMany(database, ids));
    std::erase_if(records, [&](const Record& record) { return !record.due || *record.due > now; });
    std::map<Instant, std::vector<TaskId>> byEnd;
    for (const auto& record : records) {
        byEnd[ends.at(record.id.value)].push_back(record.id);
    }
    for (const auto& [until, some] : byEnd) {
        const auto end = until;
        const auto takePart = [&](std::span<const TaskId> part) -> Result<void> {
            auto& statement = database.statement(
                repeatedSql<TakeTag>("UPDATE task SET status = 'PROCESSING', token = token + 1, attempts = attempts + "
                                     "1, worker = ?, due_at = ? WHERE due_at <= ? AND task_id IN (",
                                     "?", ")", part.size()));
            statement.bind(worker).bind(end).bind(now);
            for (const auto id : part) {
                statement.bind(id.value);
            }
            EVENHAND_ASSIGN(const auto changed, statement.write());
            return changed == static_cast<std::int64_t>(part.size())
                       ? Result<void>()
                       : fail(ErrorCode::Conflict, "another worker was quicker", "task");
        };
        EVENHAND_TRY(inParts(std::span<const TaskId>(some), takePart));
    }
    std::vector<Taken> taken;
    taken.reserve(records.size());
    for (auto& record : records) {
        const bool over = record.status == TaskStatus::Processing;
        record.due = ends.at(record.id.value);
        record.status = TaskStatus::Processing;
        ++record.token;
        ++record.attempts;
        record.worker = worker;
        taken.push_back({std::move(record), over});
    }
    return taken;
}

Result<std::int64_t> finishRehearsals(Database& database, std::span<const api::TaskTicket> tickets, Instant now) {
    std::map<std::int64_t, std::vector<TaskId>> byToken;  // nearly always one
    for (const auto& ticket : tickets) {
        byToken[ticket.token].push_back(ticket.id);
    }
    std::int64_t done = 0;
    for (const auto& entry : byToken) {
        EVENHAND_TRY(lockAll(database, entry.second));
        const auto finishPart = [&](std::span<const TaskId> part) -> Result<void> {
            auto& statement = database.statement(repeatedSql<FinishTag>(
                // COALESCE: SQLite would walk an index on the kind.
                "UPDATE task SET status = 'DONE', due_at = NULL, ended_at = ? WHERE status = 'PROCESSING' AND "
                "COALESCE(kind, '') = ? AND token = ? AND task_id IN (",
                "?", ")", part.size()));
            statement.bind(now).bind(api::toText(TaskKind::Rehearsal)).bind(entry.first);
            for (const auto id : part) {
                statement.bind(id.value);
            }
            EVENHAND_ASSIGN(const auto changed, statement.write());
            done += changed;
            return {};
        };
        EVENHAND_TRY(inParts(std::span<const TaskId>(entry.second), finishPart));
    }
    return done;
}

namespace {

Result<std::optional<Instant>> earliestOf(Database& database, TaskKind kind,
                                          const std::function<bool(std::uint32_t)>& wanted) {
    constexpr std::int64_t kLook = 512;
    std::optional<Due> after;
    while (true) {
        EVENHAND_ASSIGN(const auto some, due(database, kind, Instant{INT64_MAX}, after, kLook));
        for (const auto& entry : some) {
            if (wanted(entry.position)) {
                return std::optional(entry.due);
            }
        }
        if (static_cast<std::int64_t>(some.size()) < kLook) {
            return std::optional<Instant>();
        }
        after = some.back();
    }
}

}  // namespace

Result<std::optional<Instant>> earliestDue(Database& database, std::span<const TaskKind> kinds,
                                           const std::function<bool(std::uint32_t)>& wanted) {
    std::optional<Instant> earliest;
    for (const auto kind : kinds) {
        EVENHAND_ASSIGN(const auto found, earliestOf(database, kind, wanted));
        if (found && (!earliest || *found < *earliest)) {
            earliest = found;
        }
    }
    return earliest;
}

Result<bool> isOpen(Database& database, TaskKind kind, std::string_view subjectBegins) {
    auto& statement = database.statement(
        "SELECT 1 FROM task WHERE kind = ? AND subject >= ? AND subject < ? AND due_at IS NOT NULL LIMIT 1");
    statement.bind(api::toText(kind)).bind(subjectBegins).bind(prefixEnd(subjectBegins));
    EVENHAND_ASSIGN(const auto found, readOne(statement, [](const Statement&) { return true; }));
    return found.has_value();
}

Result<bool> anyDead(Database& database, TaskKind kind) {
    auto& statement = database.statement("SELECT 1 FROM task WHERE dead_at IS NOT NULL AND kind = ? LIMIT 1");
    statement.bind(api::toText(kind));
    EVENHAND_ASSIGN(const auto found, readOne(statement, [](const Statement&) { return true; }));
    return found.has_value();
}

Result<std::int64_t> clean(Database& database, Instant before, std::int64_t limit) {
    auto& old = database.statement(
        "SELECT task_id, kind FROM task WHERE ended_at < ? AND status IN ('DONE', 'DROPPED') AND kind NOT IN "
        "('refund', 'webhook') ORDER BY ended_at, task_id LIMIT ?");
    old.bind(before).bind(limit);
    std::vector<TaskId> ids;
    std::map<TaskKind, std::int64_t> counts;
    EVENHAND_TRY(eachRow(old, [&](const Statement& row) {
        ids.emplace_back(TaskId{row.number("task_id")});
        ++counts[row.code("kind", api::taskKindFrom)];
    }));
    EVENHAND_TRY(lockAll(database, ids));
    const auto deletePart = [&](std::span<const TaskId> part) -> Result<void> {
        auto& statement = database.statement(
            repeatedSql<DeleteTag>("DELETE FROM task WHERE due_at IS NULL AND task_id IN (", "?", ")", part.size()));
        for (const auto id : part) {
            statement.bind(id.value);
        }
        EVENHAND_TRY(statement.write());
        return {};
    };
    EVENHAND_TRY(inParts(std::span<const TaskId>(ids), deletePart));
    for (const auto& [kind, number] : counts) {
        EVENHAND_TRY(count(database, kind, 0, number));
    }
    return static_cast<std::int64_t>(ids.size());
}

Result<void> remove(Database& database, TaskKind kind, std::span<const std::string> subjects) {
    for (const auto& subject : subjects) {
        if (database.roots() != nullptr) {
            EVENHAND_TRY(find(database, kind, subject));  // locks it
        }
        auto& statement = database.statement("DELETE FROM task WHERE kind = ? AND subject = ? AND due_at IS NULL");
        statement.bind(api::toText(kind)).bind(subject);
        EVENHAND_ASSIGN(const auto deleted, statement.write());
        if (deleted > 0) {
            EVENHAND_TRY(count(database, kind, 0, deleted));
        }
    }
    return {};
}

Result<std::vector<api::TaskHold>> holdsFresh(Database& database) {
    std::vector<api::TaskHold> found;
    EVENHAND_TRY(eachRow(database.statement("SELECT kind, at, actor, reason FROM task_hold ORDER BY kind"),
                         [&](const Statement& row) {
                             found.push_back({row.code("kind", api::taskKindFrom), Instant{row.number("at")},
                                              row.text("actor"), row.text("reason")});
                         }));
    return found;
}

Result<std::vector<api::TaskHold>> holds(Database& database) {
    if (!database.memo(Database::Memo::TaskHolds)) {
        EVENHAND_ASSIGN(auto fresh, holdsFresh(database));
        database.memo(Database::Memo::TaskHolds) = std::make_shared<std::vector<api::TaskHold>>(std::move(fresh));
    }
    return *static_cast<const std::vector<api::TaskHold>*>(database.memo(Database::Memo::TaskHolds).get());
}

Result<bool> hold(Database& database, const api::TaskHold& hold) {
    auto& statement =
        database.statement(database.dialect().isLocalFile()
                               ? "INSERT OR IGNORE INTO task_hold(kind, at, actor, reason) VALUES (?, ?, ?, ?)"
                               : "INSERT IGNORE INTO task_hold(kind, at, actor, reason) VALUES (?, ?, ?, ?)");
    statement.bind(api::toText(hold.kind)).bind(hold.since).bind(hold.actor).bind(hold.reason);
    database.memo(Database::Memo::TaskHolds).reset();
    return changedOne(statement);
}

Result<bool> release(Database& database, TaskKind kind) {
    auto& statement = database.statement("DELETE FROM task_hold WHERE kind = ?");
    statement.bind(api::toText(kind));
    database.memo(Database::Memo::TaskHolds).reset();
    return changedOne(statement);
}

Result<std::vector<Schedule>> schedules(Database& database) {
    return readAll(
        database.statement("SELECT name, kind, payload, every_ms, minute_of_day, next_at FROM task_schedule ORDER BY "
                           "next_at, name"),
        [](const Statement& row) {
            return Schedule{row.text("name"),
                            row.code("kind", api::taskKindFrom),
                            row.text("payload"),
                            row.maybeNumber("every_ms"),
                            row.maybeNumber("minute_of_day"),
                            Instant{row.number("next_at")}};
        });
}

Result<void> put(Database& database, const Schedule& schedule) {
    EVENHAND_TRY(removeSchedule(database, schedule.name));
    auto& statement = database.statement(
        "INSERT INTO task_schedule(name, kind, payload, every_ms, minute_of_day, next_at) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(schedule.name).bind(api::toText(schedule.kind)).bind(schedule.payload).bind(schedule.everyMs);
    statement.bind(schedule.minuteOfDay).bind(schedule.next);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> removeSchedule(Database& database, std::string_view name) {
    auto& statement = database.statement("DELETE FROM task_schedule WHERE name = ?");
    statement.bind(name);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<bool> moveOn(Database& database, std::string_view name, Instant before, Instant next) {
    auto& statement = database.statement("UPDATE task_schedule SET next_at = ? WHERE name = ? AND next_at = ?");
    statement.bind(next).bind(name).bind(before);
    return changedOne(statement);
}

Result<void> addRingChange(Database& database, const api::RingChangeRow& row) {
    auto& statement =
        database.statement("INSERT INTO ring_change(at, what, worker, workers, moved) VALUES (?, ?, ?, ?, ?)");
    statement.bind(row.at).bind(api::toText(row.change)).bind(row.worker).bind(row.workers);
    statement.bind(static_cast<std::int64_t>(std::clamp(row.moved, 0.0, 1.0) * 1e6));
    return statement.gather();
}

Result<std::vector<KindSums>> sums(Database& database) {
    std::vector<KindSums> found;
    for (const auto kind : api::allTaskKinds()) {
        found.push_back({kind});
    }
    const auto of = [&](const Statement& row) -> KindSums& {
        return found[static_cast<std::size_t>(row.code("kind", api::taskKindFrom))];
    };
    auto& ever = database.statement(
        "SELECT kind, SUM(created) AS all_created, SUM(cleaned) AS all_cleaned FROM task_sum GROUP BY kind");
    EVENHAND_TRY(eachRow(ever, [&](const Statement& row) {
        of(row).created = row.number("all_created");
        of(row).cleaned = row.number("all_cleaned");
    }));
    EVENHAND_TRY(eachRow(database.statement("SELECT kind, status, COUNT(*) AS tasks FROM task GROUP BY kind, status"),
                         [&](const Statement& row) {
                             auto& sums = of(row);
                             const auto tasks = row.number("tasks");
                             switch (row.code("status", api::taskStatusFrom)) {
                                 case TaskStatus::Pending: sums.pending = tasks; break;
                                 case TaskStatus::Processing: sums.processing = tasks; break;
                                 case TaskStatus::Done: sums.done = tasks; break;
                                 case TaskStatus::Dead: sums.dead = tasks; break;
                                 case TaskStatus::Dropped: sums.dropped = tasks; break;
                             }
                         }));
    return found;
}

Result<void> each(Database& database, const std::function<void(const Record&)>& fn) {
    return eachRow(database.statement(kEach), [&](const Statement& row) { fn(recordOf(row)); });
}

}  // namespace evenhand::store::tasks
