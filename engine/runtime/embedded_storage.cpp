// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/embedded_storage.h"

#include "engine/base/invariant.h"
#include "engine/store/database/migrator.h"

namespace evenhand::runtime {
namespace {

constexpr std::size_t kExpirySlice = 1'024;

}  // namespace

void EmbeddedStorage::expire(Instant now) {
    m_parts.keyspace.setNow(now);
    m_parts.keyspace.expireDue(kExpirySlice);
}

/// The journal record, and in a `whole` batch a slice of the snapshot.
Result<void> EmbeddedStorage::write(bool changed, bool whole) {
    if (whole && m_parts.compactor.active()) {
        EVENHAND_TRY(m_parts.compactor.work(*m_parts.journal, m_parts.seq, m_parts.now));
    }
    if (changed) {
        m_record = m_parts.keyspace.takeJournal();
        EVENHAND_TRY(m_parts.journal->append(m_parts.seq + 1, m_parts.now, m_record));
    }
    if (!changed && whole && m_parts.status.ownState() == api::EngineState::Degraded) {
        // Only a commit shows that storage takes writes again.
        EVENHAND_TRY(store::probeStorage(*m_parts.database));
    }
    return m_parts.database->flush();
}

void EmbeddedStorage::committed(bool changed) {
    if (changed) {
        ++m_parts.seq;
        EVENHAND_INVARIANT(m_parts.journal->appended().seq == m_parts.seq,
                           "a commit would be remembered by the number of another one, and be lost unnoticed");
        const std::lock_guard lock(m_committedMutex);
        m_committed = m_parts.journal->appended();
    }
}

void EmbeddedStorage::kept(bool changed, bool whole) {
    m_parts.keyspace.commit();
    const auto recordBytes = changed ? static_cast<std::int64_t>(m_record.size()) : 0;
    if (whole) {
        m_parts.compactor.committed(recordBytes, changed);
    } else {
        m_parts.compactor.recordCommitted(recordBytes, changed);
    }
}

void EmbeddedStorage::rolledBack(Mark since) {
    m_parts.keyspace.undoTo(since);
    m_parts.compactor.rolledBack();
}

}  // namespace evenhand::runtime
