// SPDX-License-Identifier: GPL-3.0-or-later
// Audit entries for what is done beside the engine: a backup or an export that the command line takes while another
// process runs the workspace. Only one process may write the log. So before anything leaves the workspace the other
// process leaves a note, a small file in the workspace's folder. The process that runs the workspace turns it into an
// entry at once and removes it; if none runs, the next one that opens the workspace does. Only exports and backups are
// noted; other files with such a name are left alone. Whoever can write to the folder could forge or remove a note, but
// that is only the owner (mode 0700), and the entry says that it was noted beside the engine. After a crash between the
// entry and the removal the same entry is made again, with the same time. In a workspace on a database server a note
// waits until an engine runs on this very folder. Thread: leave() any; the rest on the thread that makes it.
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

    /// Asks the engine for an entry for each note that is there; answers how many.
    std::size_t collect();
    /// Does the same for notes that come later, on a thread that sleeps meanwhile.
    void start();
    void stop();

private:
    void watch();

    struct Underway;
    const std::string m_folder;
    runtime::Engine& m_engine;
    std::shared_ptr<Underway> m_underway;  ///< shared with callbacks that are still to come
    std::thread m_thread;
    int m_events = -1;  ///< of the folder
    int m_stop = -1;    ///< wakes the thread so that it ends
};

}  // namespace evenhand::app
