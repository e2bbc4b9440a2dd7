// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine's loop, its batches, its background scheduler and its storage recovery work on together.
// Threads: queue, status, events and the audit log's head are for any; everything else is the engine's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/audit_log.h"
#include "engine/runtime/command_queue.h"
#include "engine/runtime/engine_options.h"
#include "engine/runtime/engine_unit.h"
#include "engine/runtime/event_hub.h"
#include "engine/runtime/journal_compactor.h"
#include "engine/runtime/status_board.h"
#include "engine/runtime/unit_runner.h"
#include "engine/runtime/wal_checkpointer.h"
#include "engine/script/script_host.h"
#include "engine/store/database/journal_store.h"

namespace evenhand::runtime {

struct EngineParts {
    using OpenDatabase = std::function<Result<std::unique_ptr<store::Database>>()>;

    EngineParts(const Clock& machineClock, OpenDatabase open, EngineOptions with);

    /// Steady. Callers on threads of their own do not come with a virtual clock.
    [[nodiscard]] std::int64_t paceNs() const noexcept;
    /// Sets the state that the status shows; `reason`: of a state that is not Live.
    void setState(api::EngineState state, const std::optional<Error>& reason = std::nullopt);
    /// See EmbeddedEngine. Any thread.
    void setStandingReason(std::string_view code, std::optional<std::string> text);
    /// Are the database's files still in their place? Before a commit, not more often than need be, and before each
    /// checkpoint (`always`). A file system that cannot be asked is not a file that is gone. WorkspaceMissing,
    /// WorkspaceDamaged (another program has written to them).
    [[nodiscard]] Result<void> lookAtFiles(bool always);
    [[nodiscard]] bool serverLost() const noexcept {
        return database->faultKind() == store::Database::FaultKind::Dropped;
    }

    const Clock& clock;
    const OpenDatabase openDatabase;
    const EngineOptions options;
    const Clock& realClock;  ///< see EngineOptions
    CommandQueue queue;
    StatusBoard status;
    EventHub events;

    keyspace::EmbeddedKeyspace keyspace;
    script::ScriptHost scripts;
    AuditLog audit;
    EngineUnit unit;
    UnitRunner runner;
    std::unique_ptr<store::Database> database;
    std::unique_ptr<store::JournalStore> journal;
    JournalCompactor compactor;
    WalCheckpointer checkpointer;

    Instant now;                        ///< engine time
    std::int64_t seq = 0;               ///< last committed journal record
    bool threaded = false;              ///< the engine has a thread of its own
    bool figuresStale = true;           ///< those of the status
    std::optional<Instant> figuresDue;  ///< when they change by time alone: a timer of a paused kind falls due

private:
    std::int64_t m_lookedAtNs = 0;  ///< when the files were last seen in their place
};

}  // namespace evenhand::runtime
