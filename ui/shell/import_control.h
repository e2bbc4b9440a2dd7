// SPDX-License-Identifier: GPL-3.0-or-later
// Between the window and the thread that imports: how far it is, whether it is to pause or to stop.
// Thread: any; the thread that imports waits here while it is to pause.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace evenhand::ui {

class ImportControl {
public:
    enum class Phase : std::uint8_t {
        Reading,   ///< the file, in bytes
        Importing  ///< orders or returns
    };
    std::atomic<Phase> phase{Phase::Reading};
    std::atomic<std::int64_t> done{0};
    std::atomic<std::int64_t> total{-1};  ///< -1: not known
    std::atomic<std::int64_t> rows{0};    ///< read so far

    void setPaused(bool paused) {
        {
            const std::scoped_lock lock(m_mutex);
            m_isPaused = paused;
        }
        m_changed.notify_all();
    }
    void cancel() {
        {
            const std::scoped_lock lock(m_mutex);
            m_isCancelled = true;
        }
        m_changed.notify_all();
    }
    [[nodiscard]] bool isPaused() const {
        const std::scoped_lock lock(m_mutex);
        return m_isPaused;
    }
    [[nodiscard]] bool isCancelled() const {
        const std::scoped_lock lock(m_mutex);
        return m_isCancelled;
    }
    /// For the thread that imports, between two rows: waits while it is to pause. True: it is to stop.
    [[nodiscard]] bool waitIfPaused() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isCancelled || !m_isPaused; });
        return m_isCancelled;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isPaused = false;
    bool m_isCancelled = false;
};

}  // namespace evenhand::ui
