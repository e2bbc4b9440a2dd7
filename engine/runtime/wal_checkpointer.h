// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the write-ahead log into the database file, on a thread and a connection of its own: it takes tens of
// milliseconds, and seconds after somebody has read one snapshot for a minute (a backup, verify) and the log has grown
// meanwhile. Writers do not wait for a checkpoint that somebody else makes. It goes on until a round is short; what
// writers have added since is left to a last one that the owner makes, which is short as well: a log that is all
// written back begins anew. Thread: confined to its owner, the engine's.
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

    /// Begins, unless it has within the last fifth of a second: while a reader is there nothing can be written back.
    /// `nowNs`: steady time.
    void begin(std::int64_t nowNs);
    /// It is at work; nobody else needs to be.
    [[nodiscard]] bool active() const noexcept {
        const auto state = m_state.load(std::memory_order_acquire);
        return state == State::FirstRound || state == State::Finishing;
    }
    /// It is at what was added while it wrote back the first time. Whoever adds little now leaves little to the owner.
    [[nodiscard]] bool finishing() const noexcept {
        return m_state.load(std::memory_order_relaxed) == State::Finishing;
    }
    /// True once after each work that no reader and no error has cut short.
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
