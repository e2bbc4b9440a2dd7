// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the write-ahead log into the database file, on a thread and a connection of its own: it takes tens of
// milliseconds, or seconds if the log has grown while somebody read one snapshot for a minute (a backup, verify).
// Writers do not wait for another connection's checkpoint. It repeats until a round is short. What writers have added
// since is left to a last, short round that the owner makes: once all of the log is written back, SQLite begins it from
// its start again. Thread: confined to its owner, the engine's.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::runtime {

class WalCheckpointer {
public:
    using OpenDatabase = std::function<Result<std::unique_ptr<store::Database>>()>;

    /// `steadyNs`: a clock that never goes back; asked on the checkpointer's thread.
    WalCheckpointer(OpenDatabase open, std::function<std::int64_t()> steadyNs)
        : m_open(std::move(open)), m_steadyNs(std::move(steadyNs)) {}
    ~WalCheckpointer() { stop(); }
    WalCheckpointer(const WalCheckpointer&) = delete;
    WalCheckpointer& operator=(const WalCheckpointer&) = delete;

    /// Begins, but not twice within a fifth of a second: while somebody reads, nothing can be written back.
    /// `nowNs`: steady time.
    void begin(std::int64_t nowNs);
    /// It is at work: nobody else needs to make a checkpoint.
    [[nodiscard]] bool active() const noexcept {
        const auto state = m_state.load(std::memory_order_acquire);
        return state == State::FirstRound || state == State::Finishing;
    }
    /// It is behind its first round. What a writer adds from now on is left to the owner, so that should be little.
    [[nodiscard]] bool finishing() const noexcept {
        return m_state.load(std::memory_order_relaxed) == State::Finishing;
    }
    /// True once after each run that neither a reader nor an error has cut short.
    [[nodiscard]] bool takeDone() noexcept;
    void stop();

private:
    enum class State : std::uint8_t {
        Idle,
        FirstRound,  ///< at work: everything that was there when it began
        Finishing,   ///< at work: what was added meanwhile
        Done,        ///< a work that nothing has cut short has ended, and its owner does not know yet
    };
    const OpenDatabase m_open;
    const std::function<std::int64_t()> m_steadyNs;
    std::atomic<State> m_state{State::Idle};
    std::int64_t m_begunNs = 0;
    std::thread m_thread;
};

}  // namespace evenhand::runtime
