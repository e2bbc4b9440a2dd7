// SPDX-License-Identifier: GPL-3.0-or-later
// How far the work goes that was acknowledged, remembered outside the database: work.mark in the workspace's folder. A
// database or a log that lost its end still holds together in itself; only this tells that more was there.
//
// Written after commits only, once a second and after each checkpoint, and at the end: so it is never ahead of what is
// durable, and after a crash at most a second behind. Two places in turn, each with a checksum: a write that was cut
// leaves the other. A file that is not there or holds nothing readable is as none, as in a folder from before. Thread:
// made and stopped on one.
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
    /// nullopt: there is none that can be read, or it is another workspace's.
    [[nodiscard]] static std::optional<store::JournalMark> read(const std::string& folder,
                                                                const std::string& workspaceId);
    /// Brings it to the disk. Storage (path); the log says it too.
    [[nodiscard]] Result<void> write(const store::JournalMark& mark);

    /// From now on a thread writes what `newest` says, which is called there; seq 0: nothing yet.
    void start(std::function<store::JournalMark()> newest, std::chrono::milliseconds pace = kPace);
    /// There was a commit: it is written when the pace has passed. Any thread; waits for nothing, and without commits
    /// nothing wakes.
    void grew();
    void writeSoon();  ///< now, not when the pace has passed; any thread, does not wait for the disk
    void stop();       ///< idempotent; call write() for what is left

private:
    void loop();

    const std::string m_path;
    const std::string m_workspaceId;
    int m_handle = -1;
    bool m_second = false;  ///< the place that is written next
    store::JournalMark m_written;
    std::function<store::JournalMark()> m_newest;
    std::thread m_thread;
    std::chrono::milliseconds m_pace = kPace;
    std::atomic<bool> m_grew{true};  ///< since it was written last
    std::mutex m_mutex;              ///< guards the following
    std::condition_variable m_changed;
    bool m_soon = false;
    bool m_stopping = false;
};

}  // namespace evenhand::app
