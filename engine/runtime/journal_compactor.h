// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds the keyspace journal: when it has grown enough, writes a snapshot in slices, one a batch, inside the batches'
// own transactions, and then deletes what the snapshot made superfluous, a little a batch.
// Thread: the engine's.
//
// Invariants: a snapshot's id is the sequence number of the last record committed before it began, and its header is
// written last; nothing is deleted before the header is committed; a batch that rolls back restarts the snapshot.
#pragma once

#include <cstdint>

#include "engine/base/clock.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/store/database/journal_store.h"

namespace evenhand::runtime {

struct CompactionLimits {
    std::int64_t journalBytes = 32LL * 1024 * 1024;  ///< a new snapshot after so many, or as many as the last one had
    std::int64_t journalRecords = 20'000;            ///< or after so many rows
    std::int64_t restBytes = 256LL * 1024;  ///< as journalBytes, when the engine stops: the next start is quick
    std::size_t sliceBytes = 256UL * 1024;
    std::int64_t trimRows = 4;  ///< deleted at a time
    std::int64_t trimNs = 2'000'000;
};

class JournalCompactor {
public:
    JournalCompactor(keyspace::EmbeddedKeyspace& keyspace, const Clock& clock, CompactionLimits limits)
        : m_keyspace(keyspace), m_clock(clock), m_limits(limits) {}

    /// After recovery.
    void restart(const store::JournalEnd& end);
    /// True while a batch should call work(), even if it has nothing else to do.
    [[nodiscard]] bool active() const noexcept { return m_phase != Phase::Idle; }
    /// One step, inside the open transaction, after the batch's commands. `seq`: last committed record.
    [[nodiscard]] Result<void> work(store::JournalStore& journal, std::int64_t seq, Instant now);
    /// The batch committed, with a journal record of so many bytes (0: none was written).
    void committed(std::int64_t recordBytes, bool recordWritten);
    /// As committed(), of a batch that did not call work().
    void recordCommitted(std::int64_t recordBytes, bool recordWritten) {
        m_next = m_phase;
        count(recordBytes, recordWritten);
    }
    void rolledBack();
    /// The engine stops: begins a last snapshot if the next start would have much to read beside the one there is.
    void finish() noexcept;

private:
    enum class Phase : std::uint8_t { Idle, Clean, Begin, Slices, Trim };

    [[nodiscard]] Result<void> trim(store::JournalStore& journal, Phase after);
    void count(std::int64_t recordBytes, bool recordWritten) noexcept {
        m_recordsSince += recordWritten ? 1 : 0;
        m_bytesSince += recordBytes;
    }

    keyspace::EmbeddedKeyspace& m_keyspace;
    const Clock& m_clock;
    CompactionLimits m_limits;
    Phase m_phase = Phase::Idle;
    Phase m_next = Phase::Idle;   ///< once the batch has committed
    std::int64_t m_complete = 0;  ///< newest complete snapshot
    std::int64_t m_completeBytes = 0;
    std::int64_t m_id = 0;  ///< the one being written
    Instant m_begunAt;
    std::int64_t m_slices = 0;
    std::int64_t m_bytes = 0;  ///< of its slices
    std::int64_t m_recordsSince = 0;
    std::int64_t m_bytesSince = 0;
};

}  // namespace evenhand::runtime
