// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/journal_compactor.h"

#include <algorithm>

#include "engine/base/invariant.h"

namespace evenhand::runtime {

void JournalCompactor::restart(const store::JournalEnd& end) {
    m_complete = end.snapshotId;
    m_completeBytes = end.snapshotBytes;
    m_recordsSince = end.recordsSince;
    m_bytesSince = end.bytesSince;
    // A crash may have left part of a snapshot, or rows that were still to be deleted.
    m_phase = m_next = Phase::Trim;
}

Result<void> JournalCompactor::trim(store::JournalStore& journal, Phase after) {
    const std::int64_t until = m_clock.monotonicNs() + m_limits.trimNs;
    for (int rounds = 0; rounds < 64; ++rounds) {
        EVENHAND_ASSIGN(const auto gone, journal.trim(m_complete, m_limits.trimRows));
        if (gone < m_limits.trimRows) {
            m_next = after;
            return {};
        }
        if (m_clock.monotonicNs() >= until) {
            break;
        }
    }
    return {};
}

Result<void> JournalCompactor::work(store::JournalStore& journal, std::int64_t seq, Instant now) {
    m_next = m_phase;
    switch (m_phase) {
        case Phase::Idle: return {};
        case Phase::Clean: return trim(journal, Phase::Begin);
        case Phase::Begin:
            m_keyspace.beginSnapshot();
            m_id = seq;
            m_begunAt = now;
            m_slices = m_bytes = 0;
            m_next = Phase::Slices;
            [[fallthrough]];
        case Phase::Slices: {
            const auto slice = m_keyspace.nextSnapshotSlice(m_limits.sliceBytes);
            if (!slice) {
                m_next = Phase::Trim;
                return journal.completeSnapshot(m_id, m_slices, m_begunAt);
            }
            m_bytes += static_cast<std::int64_t>(slice->size());
            return journal.appendSlice(m_id, ++m_slices, *slice);
        }
        case Phase::Trim: return trim(journal, Phase::Idle);
    }
    return {};
}

void JournalCompactor::committed(std::int64_t recordBytes, bool recordWritten) {
    if ((m_phase == Phase::Begin || m_phase == Phase::Slices) && m_next == Phase::Trim) {
        EVENHAND_INVARIANT(m_id >= m_complete, "what came after the newest snapshot would be deleted for an older one");
        m_complete = m_id;
        m_completeBytes = m_bytes;
    }
    if (m_phase == Phase::Begin) {  // counted from the snapshot's start
        m_recordsSince = m_bytesSince = 0;
    }
    count(recordBytes, recordWritten);
    m_phase = m_next;
    if (m_phase == Phase::Idle &&
        (m_bytesSince > std::max(m_limits.journalBytes, m_completeBytes) || m_recordsSince > m_limits.journalRecords)) {
        m_phase = m_next = Phase::Clean;
    }
}

void JournalCompactor::finish() noexcept {
    if (m_phase == Phase::Idle && m_bytesSince > std::max(m_limits.restBytes, m_completeBytes)) {
        m_phase = m_next = Phase::Clean;
    }
}

void JournalCompactor::rolledBack() {
    if (m_phase == Phase::Begin || m_phase == Phase::Slices) {
        m_phase = Phase::Clean;
    }
    m_next = m_phase;
}

}  // namespace evenhand::runtime
