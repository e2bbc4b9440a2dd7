// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks, their sums, schedules and holds; the history of the ring. Tables for the outside: task_page_store.h.
// Invariants: one task per (kind, subject); a token only grows, by compare-and-set; created = cleaned + rows (W3).
// Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/task_board.h"
#include "engine/store/database/database.h"

namespace evenhand::store::tasks {

struct Record {
    TaskId id;
    api::TaskKind kind = api::TaskKind::Rehearsal;
    std::string subject;  ///< 1 … 64 characters
    std::string payload;
    std::uint32_t position = 0;
    api::TaskStatus status = api::TaskStatus::Pending;
    std::optional<Instant> due;
    std::int64_t attempts = 0, token = 0;
    std::string worker, note, lastError;
    Instant createdAt;
    std::optional<Instant> endedAt;
};
/// The counts of this stripe are there, for tasks that are made and cleaned only change them. As in the ledger.
[[nodiscard]] Result<void> openStripe(Database& database, std::int64_t stripe);
[[nodiscard]] Result<std::optional<Record>> find(Database& database, TaskId id);
[[nodiscard]] Result<std::optional<Record>> find(Database& database, api::TaskKind kind, std::string_view subject);
/// Pending, due at record.due; counts it. False, and nothing changed: there is one by that kind and subject.
[[nodiscard]] Result<bool> insert(Database& database, const Record& record);
/// The same where the caller knows that there is none: gathered, so its id is not known yet.
[[nodiscard]] Result<void> insertNew(Database& database, const Record& record);
/// Status, due, attempts, token, worker, note, error, end; compare-and-set on the token that was read.
[[nodiscard]] Result<bool> update(Database& database, const Record& record, std::int64_t tokenBefore);

/// What is due of a kind at `now`, in order of (due, id), behind `after`, whatever its position: at most `limit`. From
/// the index alone; who may have it, the caller judges (see due_window.h).
struct Due {
    TaskId id;
    Instant due;
    std::uint32_t position = 0;
    api::TaskKind kind = api::TaskKind::Rehearsal;
};
[[nodiscard]] Result<std::vector<Due>> due(Database& database, api::TaskKind kind, Instant now,
                                           const std::optional<Due>& after, std::int64_t limit);
/// Takes these for `worker`, each by compare-and-set on being due at `now`: PROCESSING, token + 1, attempts + 1, due =
/// lease end. Answers those it got, as they are now, in the order of `leases`, and as they were in `before`.
struct Lease {
    TaskId id;
    Instant until;  ///< of the lease
};
struct Taken {
    Record record;
    bool takenOver = false;  ///< somebody else's lease had ended
};
[[nodiscard]] Result<std::vector<Taken>> take(Database& database, Instant now, std::span<const Lease> leases,
                                              std::string_view worker);
/// Done: those of these that are rehearsals, by compare-and-set on status and token, in bulk; answers how many.
[[nodiscard]] Result<std::int64_t> finishRehearsals(Database& database, std::span<const api::TaskTicket> tickets,
                                                    Instant now);
/// When the next one of these kinds falls due whose position `wanted` accepts; nullopt: none. From the index alone.
[[nodiscard]] Result<std::optional<Instant>> earliestDue(Database& database, std::span<const api::TaskKind> kinds,
                                                         const std::function<bool(std::uint32_t)>& wanted);
/// Whether a dead letter of this kind waits for somebody.
[[nodiscard]] Result<bool> anyDead(Database& database, api::TaskKind kind);
/// One of this kind whose subject begins so is pending or being processed.
[[nodiscard]] Result<bool> isOpen(Database& database, api::TaskKind kind, std::string_view subjectBegins);
/// Done and dropped ones that ended before `before`, oldest first: deletes them, counts them as cleaned, answers how
/// many. Not refunds and webhooks: theirs begin again where a refund is granted or a delivery is sent again.
[[nodiscard]] Result<std::int64_t> clean(Database& database, Instant before, std::int64_t limit);
/// Deletes these, which are over, and counts them as cleaned.
[[nodiscard]] Result<void> remove(Database& database, api::TaskKind kind, std::span<const std::string> subjects);

// --- holds: remembered by the connection (Database::memo), for the engine's alone; else …Fresh()
[[nodiscard]] Result<std::vector<api::TaskHold>> holds(Database& database);
[[nodiscard]] Result<std::vector<api::TaskHold>> holdsFresh(Database& database);
/// Idempotent; false: it was so already.
[[nodiscard]] Result<bool> hold(Database& database, const api::TaskHold& hold);
[[nodiscard]] Result<bool> release(Database& database, api::TaskKind kind);

// --- what recurs
struct Schedule {
    std::string name;  ///< 1 … 64 characters
    api::TaskKind kind = api::TaskKind::CleanUp;
    std::string payload;
    std::optional<std::int64_t> everyMs;      ///< else once a business day,
    std::optional<std::int64_t> minuteOfDay;  ///< at this minute
    Instant next;
};
[[nodiscard]] Result<std::vector<Schedule>> schedules(Database& database);
[[nodiscard]] Result<void> put(Database& database, const Schedule& schedule);
[[nodiscard]] Result<void> removeSchedule(Database& database, std::string_view name);
/// Compare-and-set on `before`.
[[nodiscard]] Result<bool> moveOn(Database& database, std::string_view name, Instant before, Instant next);

[[nodiscard]] Result<void> addRingChange(Database& database, const api::RingChangeRow& row);

// For W1, W3 and tests.
struct KindSums {
    api::TaskKind kind = api::TaskKind::Rehearsal;
    std::int64_t created = 0, cleaned = 0;
    std::int64_t pending = 0, processing = 0, done = 0, dead = 0, dropped = 0;
};
[[nodiscard]] Result<std::vector<KindSums>> sums(Database& database);
[[nodiscard]] Result<void> each(Database& database, const std::function<void(const Record&)>& fn);

}  // namespace evenhand::store::tasks
