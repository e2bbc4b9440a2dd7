// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine is made with. Thread: value type, any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/runtime/audit_log.h"
#include "engine/runtime/background_pace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/journal_compactor.h"

namespace evenhand::runtime {

using base::kNsPerMs;

struct EngineOptions {
    std::string deployment = "SQLite";
    std::uint64_t seed = 0;    ///< of the units' Rng
    bool importClock = false;  ///< calls may carry `at`
    std::size_t inboxCommands = 100'000;
    std::size_t batchCommands = 4'096;
    std::int64_t batchNs = 8'000'000;           ///< of commands per batch
    std::int64_t sharedBatchNs = 4'000'000;     ///< instead, while several callers ask: some may wait for one answer
    std::int64_t briefBatchNs = 2'000'000;      ///< instead, while the log is nearly written back
    std::int64_t groupCommitDelayNs = 400'000;  ///< a batch waits for as many callers as the last had (with threads)
    std::size_t batchMessages = 1'024;          ///< of a topic per batch
    std::size_t batchDue = 1'024;               ///< due items per batch
    std::int64_t dueNs = 10'000'000;            ///< of due items per batch
    std::int64_t checkpointPages = 16'384;      ///< of the write-ahead log; when idle a quarter of it
    std::int64_t repairFirstMs = 250;           ///< back-off after a storage failure: first, doubled up to the longest
    std::int64_t repairMaxMs = 1'000;
    std::int64_t lookAtFilesMs = 500;  ///< while commits come, as often: are the database's files still in their place?
    std::function<void()> committed = {};     ///< on the engine's thread, after a commit; must not wait
    std::function<void()> checkpointed = {};  ///< on the engine's thread, after a checkpoint; must not wait
    /// Runs on the engine's thread when it stops after the database's files have gone from their place and nobody has
    /// saved what is in them: the last chance to.
    std::function<void(store::Database&)> rescue = {};
    std::int64_t holdMs = 15'000;  ///< a database server that is away: commands wait this long before they are refused
    int conflictTries = 5;         ///< of a whole batch, after a deadlock or a lock time-out
    int savepointBatches = 256;    ///< that have savepoints after one had to run again because it had none
    PaceLimits pace;               ///< of consumers that may fall behind
    CompactionLimits compaction;
    AuditKey auditKey = {};  ///< of the audit log
    /// On any thread, after endWriting(): what noteDone() was given, with actor and way; whether it is sure to become
    /// an entry. Empty: it is refused as every command.
    std::function<Result<void>(api::AuditRecord)> leaveNote = {};
    const Clock* auditClock = nullptr;  ///< instants of its entries; nullptr: engine time
    /// Of what takes real time also where engine time is virtual: waiting for a server, callers on threads of their
    /// own. nullptr: the engine's.
    const Clock* realClock = nullptr;
};

}  // namespace evenhand::runtime
