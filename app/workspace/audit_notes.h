// SPDX-License-Identifier: GPL-3.0-or-later
// What is done beside the engine and belongs into its audit log: a backup or an export that the command line takes
// while another process runs the workspace. Only one process may write the log, so the other leaves a note, a small
// file in the workspace's folder, before anything leaves the workspace; whoever runs it makes an entry of the note at
// once, or the next one who opens it does, and then removes it. Only exports and backups are noted; anything else that
// lies there under such a name is left there. Whoever can write to the folder could leave a note of an export that
// never was, or remove one; but to such a person the workspace belongs anyway (its owner, mode 0700), and the entry
// says that it was noted beside the engine. A crash between the entry and the removal makes the same entry again, with
// the same instant. In a workspace on a database server a note waits until an engine runs on this very folder. Thread:
// leave() any; the rest on the thread that makes it.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "engine/api/audit_types.h"
#include "engine/runtime/engine.h"

namespace evenhand::app {

class AuditNotes {
public:
    /// `record`: with actor and way; it happened at `at`. ReadOnly (operation): neither an export nor a backup; Storage
    /// (path).
    [[nodiscard]] static Result<void> leave(const std::string& folder, Instant at, const api::AuditRecord& record);

    AuditNotes(std::string folder, runtime::Engine& engine);
    ~AuditNotes() { stop(); }
    AuditNotes(const AuditNotes&) = delete;
    AuditNotes& operator=(const AuditNotes&) = delete;

    /// Asks the engine for an entry of each note that is there; answers how many.
    std::size_t collect();
    /// From now on also of those that come, on a thread that otherwise sleeps.
    void start();
    void stop();

private:
    void watch();

    struct Underway;
    const std::string m_folder;
    runtime::Engine& m_engine;
    std::shared_ptr<Underway> m_underway;  ///< shared with answers that are on their way
    std::thread m_thread;
    int m_events = -1;  ///< of the folder
    int m_stop = -1;    ///< wakes the thread for the last time
};

}  // namespace evenhand::app
