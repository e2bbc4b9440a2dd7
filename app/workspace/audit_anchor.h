// SPDX-License-Identifier: GPL-3.0-or-later
// The head of the audit log as it is remembered outside the database: audit.anchor in the workspace's folder. Written
// when the workspace opens, at most once a second while entries are added, and at the end, after commits only, so it is
// never newer than the database. An anchor that does not fit the log is never overwritten, because it is the evidence
// that the log was changed.
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
    /// `clock` is used by writtenAt() and must outlive the anchor.
    AuditAnchor(const std::string& folder, std::string workspaceId, runtime::AuditKey key, const Clock& clock)
        : m_path(pathIn(folder)), m_workspaceId(std::move(workspaceId)), m_key(std::move(key)), m_clock(clock) {}
    ~AuditAnchor() { stop(); }
    AuditAnchor(const AuditAnchor&) = delete;
    AuditAnchor& operator=(const AuditAnchor&) = delete;

    [[nodiscard]] static std::string pathIn(const std::string& folder) { return folder + "/audit.anchor"; }
    /// The text of the anchor; nullopt: there is none. Error: Storage (path).
    [[nodiscard]] static Result<std::optional<std::string>> read(const std::string& folder);
    /// Writes an anchor, whatever is there: for a folder that has just been connected to its database, or because an
    /// administrator says so.
    [[nodiscard]] Result<void> write(const api::AuditHead& head);

    /// Call when the log fits the anchor: writes the head, and from then on the heads given to note(). After an error
    /// the workspace can be used; the next head is written again.
    [[nodiscard]] Result<void> begin(const api::AuditHead& head);
    /// Starts the thread that writes the heads given to note().
    void start();
    /// Notes a head that is durable.
    void note(const api::AuditHead& head);
    /// Ends the thread and writes the last head. Idempotent.
    void stop();
    /// When this process last wrote it.
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
    bool m_stuck = true;  ///< true until begin(): the anchor does not fit the log
    bool m_stopping = false;
};

}  // namespace evenhand::app
