// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log as the engine writes it: entries in the transaction of what they are about, and how often refusals are
// written. What an entry is and how the chain hangs together: audit_chain.h.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "engine/audit_chain/audit_chain.h"
#include "engine/base/clock.h"
#include "engine/store/database/database.h"

namespace evenhand::runtime {

/// Thread: the engine's, except committedHead(). Invariant: what committedHead() answers is durable.
class AuditLog {
public:
    /// `wall`: the instant of entries; nullptr: that of the command. (An import's engine time is that of its file,
    /// which says nothing about when somebody imported it.)
    AuditLog(AuditKey key, const Clock* wall) : m_key(std::move(key)), m_wall(wall) {}

    /// That of an entry which is written when engine time is `now`.
    [[nodiscard]] Instant instantAt(Instant now) const noexcept { return m_wall != nullptr ? m_wall->now() : now; }
    /// The next entry; seq and instant are filled in. An error leaves the transaction unfit to be kept.
    [[nodiscard]] Result<void> append(store::Database& database, Instant now, api::AuditRecord record);
    /// Looks where the log stands in a database that was opened.
    [[nodiscard]] Result<void> restart(store::Database& database);
    /// Where the log stands within the open transaction, and back there: a command is undone alone.
    struct Mark {
        std::optional<api::AuditHead> head;
        bool grown = false;
    };
    [[nodiscard]] Mark mark() const { return {m_head, m_grown}; }
    void undoTo(const Mark& mark) {
        m_head = mark.head;
        m_grown = mark.grown;
    }
    /// The open transaction was rolled back.
    void undone() noexcept {
        m_head.reset();
        m_grown = false;
    }
    /// It was committed; true: with entries.
    bool committed();
    [[nodiscard]] api::AuditHead committedHead() const;
    [[nodiscard]] const std::string& keyId() const noexcept { return m_key.id; }

private:
    const AuditKey m_key;
    const Clock* const m_wall;
    std::optional<api::AuditHead> m_head;  ///< with what the open transaction added; nullopt: look
    bool m_grown = false;                  ///< the open transaction has entries
    mutable std::mutex m_mutex;            ///< guards the following
    api::AuditHead m_committed;
};

/// Which refusals become entries: ten a minute and actor, so that nobody can fill the log with them; the next one that
/// is written says how many were not. Thread: any.
class RefusalLimit {
public:
    static constexpr std::int64_t kPerWindow = 10;
    static constexpr std::int64_t kWindowMs = 60'000;
    static constexpr std::size_t kMaxActors = 1'000;

    /// Write it, and say that so many before it were left out; nullopt: leave it out.
    [[nodiscard]] std::optional<std::int64_t> admit(const std::string& actor, Instant now);
    /// It could not be written after all.
    void failed(const std::string& actor);

private:
    struct Window {
        Instant since;
        std::int64_t written = 0;
        std::int64_t leftOut = 0;
    };
    std::mutex m_mutex;
    std::map<std::string, Window> m_windows;
};

}  // namespace evenhand::runtime
