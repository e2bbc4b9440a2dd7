// SPDX-License-Identifier: GPL-3.0-or-later
// What the loop, the batches and the background of every engine work on together, wherever its keyspace is: callers and
// their answers, the status, the events, the database and engine time. What only an engine has that keeps the keyspace
// itself is in EngineParts.
// Threads: queue, status, events and the audit log's head are for any; everything else is the engine's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/runtime/audit_log.h"
#include "engine/runtime/command_queue.h"
#include "engine/runtime/engine_options.h"
#include "engine/runtime/event_hub.h"
#include "engine/runtime/status_board.h"
#include "engine/store/database/database.h"

namespace evenhand::runtime {

struct EngineCore {
    using OpenDatabase = std::function<Result<std::unique_ptr<store::Database>>()>;

    EngineCore(const Clock& machineClock, OpenDatabase open, EngineOptions with);
    EngineCore(const EngineCore&) = delete;
    EngineCore& operator=(const EngineCore&) = delete;

    /// Steady. Callers on threads of their own do not come with a virtual clock.
    [[nodiscard]] std::int64_t paceNs() const noexcept;
    /// Sets the state that the status shows; `reason`: of a state that is not Live.
    void setState(api::EngineState state, const std::optional<Error>& reason = std::nullopt);
    /// See RunningEngine. Any thread.
    void setStandingReason(std::string_view code, std::optional<std::string> text);
    /// Are the database's files still in their place? Before a commit, not more often than need be, and before each
    /// checkpoint (`always`). A file system that cannot be asked is not a file that is gone. WorkspaceMissing,
    /// WorkspaceDamaged (another program has written to them).
    [[nodiscard]] Result<void> lookAtFiles(bool always);
    [[nodiscard]] bool serverLost() const noexcept {
        return database->faultKind() == store::Database::FaultKind::Dropped;
    }
    /// The figures of the status, anew.
    void countFigures(Instant at);

    const Clock& clock;
    const OpenDatabase openDatabase;
    const EngineOptions options;
    const Clock& realClock;  ///< see EngineOptions
    CommandQueue queue;
    StatusBoard status;
    EventHub events;
    AuditLog audit;
    std::unique_ptr<store::Database> database;

    Instant now;                        ///< engine time
    bool threaded = false;              ///< the engine has a thread of its own
    bool figuresStale = true;           ///< those of the status
    std::optional<Instant> figuresDue;  ///< when they change by time alone: a timer of a paused kind falls due
    std::int64_t figuresAtNs = 0;       ///< when they were counted last

protected:
    ~EngineCore() = default;

private:
    std::int64_t m_lookedAtNs = 0;  ///< when the files were last seen in their place
};

}  // namespace evenhand::runtime
