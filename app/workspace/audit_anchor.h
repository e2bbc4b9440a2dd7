// SPDX-License-Identifier: GPL-3.0-or-later
// The head of the audit log as it is remembered outside the database: audit.anchor in the workspace's folder. Written
// when the workspace opens, at most once a second while entries are added, and at the end, after commits only, so it is
// never newer than the database. One that does not fit the log is never written over: it is the evidence.
// Thread: made and stopped on one; note() and the rest from any.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/audit_chain/audit_chain.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"

namespace evenhand::app {

class AuditAnchor {
public:
    /// `clock`: of writtenAt(); outlives it.
    AuditAnchor(const std::string& folder, std::string workspaceId, runtime::AuditKey key, const Clock& clock)
        : m_path(pathIn(folder)), m_workspaceId(std::move(workspaceId)), m_key(std::move(key)), m_clock(clock) {}
    ~AuditAnchor() { stop(); }
    AuditAnchor(const AuditAnchor&) = delete;
    AuditAnchor& operator=(const AuditAnchor&) = delete;

    [[nodiscard]] static std::string pathIn(const std::string& folder) { return folder + "/audit.anchor"; }
    /// nullopt: it is not there. Storage (path).
    [[nodiscard]] static Result<std::optional<std::string>> read(const std::string& folder);
    /// Writes one, whatever is there: for a folder that has just been connected to its database, or by somebody's word.
    [[nodiscard]] Result<void> write(const api::AuditHead& head);

    /// The log fits what is there: writes the head, and from now on what note() says. An error has changed nothing and
    /// is no hindrance: the next one is written again.
    [[nodiscard]] Result<void> begin(const api::AuditHead& head);
    /// From now on a thread writes what note() says.
    void start();
    /// A durable head.
    void note(const api::AuditHead& head);
    /// Writes the last one. Idempotent.
    void stop();
    /// When it was last written by this process.
    [[nodiscard]] std::optional<Instant> writtenAt() const;

private:
    void loop();
    [[nodiscard]] Result<void> writeNoted(std::unique_lock<std::mutex>& lock);

    const std::string m_path;
    const std::string m_workspaceId;
    const runtime::AuditKey m_key;
    const Clock& m_clock;
    std::thread m_thread;
    mutable std::mutex m_mutex;  ///< guards the following
    std::condition_variable m_changed;
    api::AuditHead m_noted;
    api::AuditHead m_written;
    std::optional<Instant> m_writtenAt;
    bool m_stuck = true;  ///< not begun: what is there does not fit
    bool m_stopping = false;
};

}  // namespace evenhand::app
