// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a write-ahead log that has grown long into the database file, on a thread and a connection of its own. While
// somebody reads one picture for a minute (a backup, verify), the log cannot be written back and grows; all of it at
// once afterwards would hold up the engine for seconds, and writers do not wait for a checkpoint that somebody else
// makes. Thread: confined to its owner, the engine's.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "engine/base/result.h"
#include "engine/store/database.h"

namespace evenhand::runtime {

class LogKeeper {
public:
    using OpenDatabase = std::function<Result<std::unique_ptr<store::Database>>()>;

    explicit LogKeeper(OpenDatabase open) : m_open(std::move(open)) {}
    ~LogKeeper() { stop(); }
    LogKeeper(const LogKeeper&) = delete;
    LogKeeper& operator=(const LogKeeper&) = delete;

    /// Begins, unless it has within the last second: while the reader is still there nothing can be written back.
    /// `nowNs`: steady time.
    void begin(std::int64_t nowNs);
    /// It is at work; nobody else needs to be.
    [[nodiscard]] bool active() const noexcept { return m_active.load(std::memory_order_acquire); }
    void stop();

private:
    const OpenDatabase m_open;
    std::atomic<bool> m_active{false};
    std::int64_t m_begunNs = 0;
    std::thread m_thread;
};

}  // namespace evenhand::runtime
