// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine does while storage does not work: a commit of unknown outcome, files that have gone from their place,
// a database server that is away, a workspace that somebody else has taken over. One phase says where it stands
// (StorageLifecycle).
//
// Invariant: after a commit of unknown outcome no work is accepted until the log has been written anew and the keyspace
// rebuilt from it.
// Threads: the engine's; invalidate(), endWriting(), writingEnds(), readLostFiles() and overwritten() from any.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/background_scheduler.h"
#include "engine/runtime/engine_parts.h"
#include "engine/runtime/storage_lifecycle.h"

namespace evenhand::runtime {

/// What callers are told of a commit that broke with the connection.
[[nodiscard]] Error outcomeUnknown(const Error& reason);

class StorageRecovery {
public:
    using Phase = StoragePhase;
    /// Commands that wait for a database server to come back.
    struct Held {
        std::vector<Slot> slots{};  ///< run, not committed for sure
        std::vector<Slot> rest{};   ///< not run
        bool unknown = false;       ///< their commit broke: the journal tells what became of it
        std::string record{};       ///< of that batch
        std::vector<api::Event> events{};
        // Filled in by hold().
        std::int64_t seq = 0;  ///< of that batch's record
        Instant at{};
        std::int64_t sinceNs = 0;  ///< steady time
        std::int64_t nextTryNs = 0;
        std::int64_t delayMs = 0;
    };

    StorageRecovery(EngineParts& parts, BackgroundScheduler& background) : m_parts(parts), m_background(background) {}

    [[nodiscard]] Phase phase() const noexcept { return m_lifecycle.phase(); }
    [[nodiscard]] bool working() const noexcept { return m_lifecycle.working(); }
    [[nodiscard]] bool withoutFiles() const noexcept { return m_lifecycle.withoutFiles(); }

    /// Errors as recovery: WorkspaceDamaged, Storage, …
    [[nodiscard]] Result<void> open();
    /// Has what is in lost files saved, checkpoints what is not lost, closes. Nothing can be saved afterwards.
    void close();
    /// The outcome of a commit is unknown, or somebody else has the workspace: nothing in memory may be trusted.
    void lost(const Error& failed);
    /// Repairing or without files: tries to get to Working, if it is time. False: not yet.
    bool tryRepair();
    /// The same at once.
    bool repair();
    /// The server is away: these commands wait for it.
    void hold(Held held, const Error& reason);
    /// ServerAway: tries to get the server back. nullopt: not yet. Paces itself, so that it may be called in a loop.
    [[nodiscard]] std::optional<Held> reconnect();
    void refuseHeld(const Error& reason);
    /// By the clock's monotonic time, 0 or less: now. Repairing or without files: until the next try.
    [[nodiscard]] std::int64_t nextTryInNs() const { return m_repairAtNs - m_parts.clock.monotonicNs(); }

    /// See EmbeddedEngine.
    void invalidate(const Error& reason);
    /// Does what invalidate() asked for.
    void handleInvalidation();
    void endWriting(const Error& why);
    [[nodiscard]] bool writingEnds() const noexcept {
        return m_writing.load(std::memory_order_relaxed) != Writing::Allowed;
    }
    /// Has refused everybody, since endWriting() was called.
    [[nodiscard]] bool writingEnded() const noexcept { return m_writing == Writing::Ended; }
    void handleEndOfWriting();
    [[nodiscard]] bool readLostFiles(std::function<bool(store::Database&)> save);
    [[nodiscard]] bool overwritten() const noexcept { return m_overwritten; }

private:
    enum class Writing : std::uint8_t { Allowed, Ending, Ended };

    [[nodiscard]] Result<void> recover();
    void waitForFiles();
    void runSaves();
    /// The step out of FilesLost and FilesSaved, or to Closed. Nobody runs a save any more in the phase that follows,
    /// so whoever was promised one gets it first, and whoever asks later is told that there is none.
    void leaveLostFiles(void (StorageLifecycle::*leave)());
    void refuseHeldForTooLong(const Error& reason);

    EngineParts& m_parts;
    BackgroundScheduler& m_background;
    StorageLifecycle m_lifecycle;

    std::int64_t m_repairMs = 0;
    std::int64_t m_repairAtNs = 0;  ///< next try, by the monotonic clock

    std::atomic<bool> m_overwritten{false};  ///< the database file, by another program: never set back
    std::mutex m_savesMutex;                 ///< guards the following, and leaveLostFiles()
    std::vector<std::function<bool(store::Database&)>> m_saves;

    std::optional<Held> m_held;  ///< while ServerAway

    std::atomic<bool> m_invalidated{false};
    std::atomic<Writing> m_writing{Writing::Allowed};
    std::mutex m_requestMutex;  ///< guards the following
    Error m_invalidation;
    Error m_writingEndWhy;
};

}  // namespace evenhand::runtime
