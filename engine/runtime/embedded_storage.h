// SPDX-License-Identifier: GPL-3.0-or-later
// See batch_storage.h: a keyspace in this process, kept as a journal in the transactions of the batches.
//
// Invariants: a batch that changes the keyspace commits with one record of the journal, numbered without gaps; the
// undo log is empty between two batches.
// Thread: the engine's; committedMark() from any.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/runtime/batch_storage.h"
#include "engine/runtime/engine_parts.h"

namespace evenhand::runtime {

class EmbeddedStorage final : public BatchStorage {
public:
    explicit EmbeddedStorage(EngineParts& parts) : BatchStorage(parts.unit, parts.runner), m_parts(parts) {}

    [[nodiscard]] std::optional<Instant> nextExpiry() const override { return m_parts.keyspace.nextExpiry(); }
    void expire(Instant now) override;
    [[nodiscard]] bool wantsBriefBatches() const noexcept override { return m_parts.checkpointer.finishing(); }
    [[nodiscard]] Result<void> write(bool changed, bool whole) override;
    [[nodiscard]] Result<void> mayCommit() override { return m_parts.lookAtFiles(false); }
    void committed(bool changed) override;
    void kept(bool changed, bool whole) override;
    void rolledBack(Mark since) override;

    /// Of the batch whose outcome is unknown: its journal record.
    [[nodiscard]] std::string takeRecord() { return std::exchange(m_record, {}); }
    /// The newest journal record of this engine that is durable; seq 0: none yet. Any thread.
    [[nodiscard]] store::JournalMark committedMark() const {
        const std::lock_guard lock(m_committedMutex);
        return m_committed;
    }

private:
    EngineParts& m_parts;
    std::string m_record;  ///< of the batch under way, while its commit may break

    mutable std::mutex m_committedMutex;  ///< guards m_committed
    store::JournalMark m_committed;
};

}  // namespace evenhand::runtime
