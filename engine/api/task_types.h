// SPDX-License-Identifier: GPL-3.0-or-later
// Background work as values: tasks, their states and policies, the ring of workers as it is shown.
// Thread: value types, any thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/ring_range.h"
#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/ids.h"

namespace evenhand::api {

/// The texts are stored and part of a task's position (ringPositionOf). Outward: what leaves the machine; held after a
/// restore. Inner: its effect is a rule that runs in the same unit of work as its completion (TaskDesk::perform), so
/// exactly once; the others are done by the worker under an idempotency key and reported.
enum class TaskKind : std::uint8_t {
    Refund,     ///< outward; subject: the refund's id
    Webhook,    ///< outward; subject: the delivery's id
    Calibrate,  ///< inner; subject: "NAME@MS" of its schedule; payload: the campus
    Reconcile,  ///< inner; queue and flash sales against the database, one step a task
    CleanUp,    ///< inner; old done tasks and deliveries, a slice a task
    Backup,     ///< done by the worker; subject: the backup's id
    Rehearsal   ///< inner, without effect: measures and shows the ring, in scratch workspaces
};
[[nodiscard]] bool isOutward(TaskKind kind) noexcept;
[[nodiscard]] bool isInner(TaskKind kind) noexcept;

/// PENDING: to be taken from due on. PROCESSING: a worker has it, until its lease ends. DEAD: given up, a person must
/// look. DROPPED: a person has given up a dead one.
enum class TaskStatus : std::uint8_t { Pending, Processing, Done, Dead, Dropped };
/// PENDING → PROCESSING, DROPPED; PROCESSING → PROCESSING (taken over), PENDING, DONE, DEAD; DEAD → PENDING, DROPPED.
/// Beyond that a refund that is granted again and a delivery that is sent again begin their task again (→ PENDING), and
/// one that a person has settled ends it (→ DONE), each with a new token.
[[nodiscard]] bool mayMove(TaskStatus from, TaskStatus to) noexcept;

/// What a worker found out. Retry: not done, certainly; again after a while. Dead: no further attempt would help.
enum class TaskOutcome : std::uint8_t { Done, Retry, Dead };
enum class RingChange : std::uint8_t { Joined, Left, Lost };  ///< lost: its lease ended

// "refund", …; "PENDING", …; "done", …; "joined", …
[[nodiscard]] std::string_view toText(TaskKind value) noexcept;
[[nodiscard]] std::string_view toText(TaskStatus value) noexcept;
[[nodiscard]] std::string_view toText(TaskOutcome value) noexcept;
[[nodiscard]] std::string_view toText(RingChange value) noexcept;
[[nodiscard]] std::optional<TaskKind> taskKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<TaskStatus> taskStatusFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<RingChange> ringChangeFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const TaskKind> allTaskKinds() noexcept;
[[nodiscard]] std::span<const TaskStatus> allTaskStatuses() noexcept;

/// How a kind is tried; refunds take theirs from RefundSettings.
struct TaskPolicy {
    std::int64_t leaseMs = 60'000;
    std::int64_t firstRetryMs = 5'000;            ///< doubles with every attempt
    std::int64_t lastRetryMs = 60LL * 60 * 1000;  ///< no gap is longer
    std::int64_t maxAttempts = 12;
    bool operator==(const TaskPolicy&) const = default;
};
[[nodiscard]] TaskPolicy policyOf(TaskKind kind) noexcept;

struct TaskClaim {
    std::string worker;             ///< for people, 1 … 200 characters
    std::int64_t limit = 100;       ///< 1 … 1,000
    std::vector<RingRange> ranges;  ///< sorted by `from`, not overlapping; empty: all
    std::vector<TaskKind> kinds;    ///< empty: all but Refund, which RefundDesk::claimDue() hands out
};
struct TaskJob {
    TaskId id;
    std::int64_t token = 0;  ///< fencing token, grows with every claim; goes into the report
    TaskKind kind = TaskKind::Rehearsal;
    std::string subject;  ///< what it is about; with the kind unique, and the idempotency key of its effect
    std::string payload;  ///< of the kind, mostly JSON
    std::string note;     ///< what the last attempt left for the next
    std::int64_t attempt = 1;
    Instant leaseUntil;  ///< afterwards another worker may have it
};
struct TaskTicket {
    TaskId id;
    std::int64_t token = 0;
};
struct TaskReport {
    TaskTicket ticket;
    TaskOutcome outcome = TaskOutcome::Done;
    std::string message;            ///< why not, for people; cut to 500 characters
    std::string note;               ///< for the next attempt; cut to 500 characters
    std::int64_t retryAfterMs = 0;  ///< 0: as the policy says
};
struct TaskRef {
    TaskId id;
    std::int64_t token = 0;  ///< as it was seen, else Conflict; 0: whatever it is now
};
struct TaskAnswer {
    TaskId id;
    std::optional<Error> error;  ///< nullopt: done
    TaskStatus status = TaskStatus::Pending;
    std::optional<Instant> due{};
};

/// Empty members do not filter.
struct TaskFilter {
    std::vector<TaskKind> kinds;
    std::vector<TaskStatus> statuses;
    std::string worker;  ///< exactly
    std::string text;    ///< subject begins with it
    bool operator==(const TaskFilter&) const = default;
};
/// Made: in order of id, which is that of making. Subject: by kind, then subject. Due: what is not over by its due
/// instant, Ended: what is over by when it ended; all others come behind these, in either direction.
enum class TaskSort : std::uint8_t { Made, Subject, Due, Ended };
struct TaskQuery {
    TaskFilter filter;
    bool descending = true;
    std::optional<TaskId> after{};  ///< with TaskSort::Made
    std::int64_t offset = 0;        ///< behind `after`
    std::int64_t limit = 256;       ///< 1 … 10,000
    TaskSort sort = TaskSort::Made;
};
struct TaskRow {
    TaskId id;
    TaskKind kind = TaskKind::Rehearsal;
    std::string subject;
    TaskStatus status = TaskStatus::Pending;
    std::uint32_t position = 0;
    std::int64_t attempts = 0, token = 0;
    std::string worker;              ///< that has it or had it last; empty: none yet
    std::optional<Instant> due;      ///< while it is processed: the end of the lease
    std::optional<Instant> endedAt;  ///< done, dead, dropped
    Instant createdAt;
    std::string lastError;
};

}  // namespace evenhand::api
