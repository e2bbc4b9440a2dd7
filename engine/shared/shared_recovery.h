// SPDX-License-Identifier: GPL-3.0-or-later
// The connection of an engine of the shared deployment to its database: opening it, and what becomes of a batch whose
// connection has gone. Its commands wait until the server is back. Where the commit itself broke, the row of this
// engine tells whether it happened: the former connection is ended first, so that it cannot happen afterwards.
//
// Invariant: what a batch of unknown outcome did to the keyspace is taken back only once it is known not to have
// happened, and what follows a commit is done only once it is known to have.
// Thread: the engine's.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/runtime/background_scheduler.h"
#include "engine/shared/shared_parts.h"

namespace evenhand::shared {

class SharedRecovery {
public:
    /// Commands that wait for the server to come back.
    struct Held {
        std::vector<runtime::Slot> slots{};  ///< run, not committed for sure
        std::vector<runtime::Slot> rest{};   ///< not run
        std::vector<api::Event> events{};    ///< of a batch of unknown outcome
        /// Their commit broke. Without it the batch was rolled back.
        std::optional<SharedUnit::Steps> unknown{};
    };
    enum class Fate : std::uint8_t {
        RolledBack,  ///< nothing of it has happened, and nothing is left of it in the keyspace
        Committed,
        Unknown,  ///< nobody can tell any more
    };
    /// What waited, when the server is back.
    struct Back {
        Held held;
        Fate fate = Fate::RolledBack;  ///< of held.slots
    };

    SharedRecovery(SharedParts& parts, runtime::BackgroundScheduler& background)
        : m_parts(parts), m_background(background) {}

    /// Opens the database and enters this engine in it.
    [[nodiscard]] Result<void> open();
    /// It works no more. Nothing may be held.
    void close();

    [[nodiscard]] bool away() const noexcept { return m_held.has_value(); }
    /// The server is away: these commands wait for it.
    void hold(Held held, const Error& reason);
    /// Tries to get it back; nullopt: not yet. Paces itself, so that it may be called in a loop.
    [[nodiscard]] std::optional<Back> reconnect();
    /// Commands that still wait get this error; those of an unknown outcome are told that it is unknown.
    void refuseHeld(const Error& reason);

    /// Asks the database what time it is, if it is time to. In no transaction.
    void measureTime();

private:
    [[nodiscard]] Result<void> enter();
    [[nodiscard]] Result<void> readTime();
    [[nodiscard]] Result<Fate> fateOf(std::int64_t batch);
    void refuseForTooLong(const Error& reason);

    SharedParts& m_parts;
    runtime::BackgroundScheduler& m_background;
    std::optional<Held> m_held;
    std::int64_t m_sinceNs = 0;  ///< steady time, as the next two
    std::int64_t m_nextTryNs = 0;
    std::int64_t m_measureNs = 0;  ///< when the time is asked again
    std::int64_t m_delayMs = 0;
};

}  // namespace evenhand::shared
