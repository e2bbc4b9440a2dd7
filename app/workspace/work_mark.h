// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers outside the database how far acknowledged work goes: work.mark in the workspace's folder. A database that
// has lost its end is still consistent in itself, so only this mark shows that more was there.
//
// Written only after commits: once a second, after each checkpoint, and at the end. So it is never ahead of what is
// durable, and after a crash at most a second behind. It is written to two places in turn, each with a checksum, so
// that a write that is cut leaves the other one. A missing or unreadable file counts as no mark. Thread: made and
// stopped on one.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/store/database/journal_store.h"

namespace evenhand::app {

class WorkMark {
public:
    static constexpr std::chrono::milliseconds kPace{1'000};

    WorkMark(const std::string& folder, std::string workspaceId);
    ~WorkMark();
    WorkMark(const WorkMark&) = delete;
    WorkMark& operator=(const WorkMark&) = delete;

    [[nodiscard]] static std::string pathIn(const std::string& folder) { return folder + "/work.mark"; }
    /// The mark; nullopt: there is none that can be read, or it belongs to another workspace.
    [[nodiscard]] static std::optional<store::JournalMark> read(const std::string& folder,
                                                                const std::string& workspaceId);
    /// Writes it to the disk. Error: Storage (path), which is also logged.
    [[nodiscard]] Result<void> write(const store::JournalMark& mark);

    /// Starts a thread that calls `newest` and writes the mark that it returns; seq 0: there is none yet.
    void start(std::function<store::JournalMark()> newest, std::chrono::milliseconds pace = kPace);
    /// Call after a commit: the mark is written within the pace. Any thread; does not wait. Without commits the thread
    /// sleeps.
    void grew();
    void writeSoon();  ///< writes it now instead; any thread, does not wait for the disk
    void stop();       ///< idempotent; call write() for what is left

private:
    void loop();

    const std::string m_path;
    const std::string m_workspaceId;
    int m_handle = -1;
    bool m_second = false;  ///< which of the two places is written next
    store::JournalMark m_written;
    std::function<store::JournalMark()> m_newest;
    std::thread m_thread;
    std::chrono::milliseconds m_pace = kPace;
    std::atomic<bool> m_grew{true};  ///< commits since the last write
    std::mutex m_mutex;              ///< guards the following
    std::condition_variable m_changed;
    bool m_soon = false;
    bool m_stopping = false;
};

}  // namespace evenhand::app
