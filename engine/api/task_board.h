// SPDX-License-Identifier: GPL-3.0-or-later
// The ring and its work as they are shown: members with their ranges, backlog and rate, history, what is held.
// Thread: value types, any thread.
#pragma once

#include <map>

#include "engine/api/membership.h"
#include "engine/api/task_types.h"

namespace evenhand::api {

/// Of a kind. created = done + pending + processing + dead + dropped (W3).
struct TaskCounts {
    TaskKind kind = TaskKind::Rehearsal;
    std::int64_t created = 0, done = 0, pending = 0, processing = 0, dead = 0, dropped = 0;
    std::optional<Instant> oldestDue;  ///< of what is due and not taken: lateness is now minus this
    bool held = false;
    std::int64_t holdVersion = 0;  ///< of `held`, for setHeld(); holding and releasing raise it
};

struct RingWorker {
    Member member;
    std::vector<RingRange> ranges;    ///< merged, sorted by `from`
    double share = 0;                 ///< of the ring's positions, 0 … 1
    std::int64_t backlog = 0;         ///< due now, in its ranges, not taken
    std::int64_t inHand = 0;          ///< taken by it, its lease not over
    double perSecond = 0;             ///< done by it, over the last seconds; < 0: not known
    std::int64_t done = 0;            ///< since it joined; -1: not known
    std::optional<Instant> lastSeen;  ///< its last claim or report
};
struct RingSnapshot {
    std::int64_t revision = 0;
    std::vector<RingWorker> workers;  ///< in order of joining
    std::vector<TaskCounts> counts;   ///< every kind, in order of declaration
    Instant at;
    /// The workers' ranges are disjoint and cover the ring (W2); false only while there is no worker.
    bool covered = false;
};

struct RingChangeRow {
    RingChangeId id;
    Instant at;
    RingChange change = RingChange::Joined;
    std::string worker;
    std::int64_t workers = 0;  ///< afterwards
    double moved = 0;          ///< share of the positions that changed their owner, 0 … 1 (W4)
};

/// A worker before and after more have joined.
struct PlannedWorker {
    std::string name;                      ///< of a member; empty: one of those to be added
    std::vector<std::uint32_t> positions;  ///< of its virtual nodes
    std::vector<RingRange> before, after;  ///< merged, sorted by `from`
    double shareBefore = 0, shareAfter = 0;
};
/// A piece of the ring that another worker takes over.
struct PlannedMove {
    RingRange range;
    std::int64_t from = 0, to = 0;  ///< places among the workers; from -1: nobody has had it
};
struct RingPlan {
    static constexpr std::int64_t kMaxAdded = 1'000;
    std::vector<PlannedWorker> workers;  ///< the members in order of joining, then those to be added
    std::vector<PlannedMove> moves;      ///< by `range.from`; one that goes over the end stands last
    double moved = 0;                    ///< share of the positions that changes its owner, 0 … 1
};

/// By kind, as TaskCounts::holdVersion.
using HoldVersions = std::map<TaskKind, std::int64_t>;

/// How many workers each process has that runs the workspace, on the ring of all of them.
struct WorkerSettings {
    static constexpr std::int64_t kMaxWorkers = 100;
    std::int64_t workers = 4;  ///< 1 … kMaxWorkers
    std::int64_t version = 0;  ///< of the settings; 0 in setWorkers(): whatever they are now
    bool operator==(const WorkerSettings&) const = default;
};

/// A kind whose tasks nobody may take.
struct TaskHold {
    TaskKind kind = TaskKind::Webhook;
    Instant since;
    std::string actor;
    std::string reason;
};

}  // namespace evenhand::api
