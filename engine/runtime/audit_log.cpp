// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/audit_log.h"

#include <utility>

#include "engine/store/records/audit_store.h"

namespace evenhand::runtime {

Result<void> AuditLog::append(store::Database& database, Instant now, api::AuditRecord record) {
    if (!m_head) {
        EVENHAND_ASSIGN(m_head, store::audit::lockedHead(database));
    }
    record.at = instantAt(now);
    const auto entry = appendAudit(*m_head, std::move(record), m_key);
    EVENHAND_TRY(store::audit::add(database, entry));
    m_head = api::AuditHead{entry.record.seq, entry.hash};
    m_grown = true;
    return {};
}

Result<void> AuditLog::restart(store::Database& database) {
    m_grown = false;
    EVENHAND_ASSIGN(m_head, store::audit::head(database));
    const std::lock_guard lock(m_mutex);
    m_committed = *m_head;
    return {};
}

bool AuditLog::committed() {
    if (!std::exchange(m_grown, false) || !m_head) {
        return false;
    }
    const std::lock_guard lock(m_mutex);
    m_committed = *m_head;
    return true;
}

api::AuditHead AuditLog::committedHead() const {
    const std::lock_guard lock(m_mutex);
    return m_committed;
}

std::optional<std::int64_t> RefusalLimit::admit(const std::string& actor, Instant now) {
    const std::lock_guard lock(m_mutex);
    if (m_windows.size() >= kMaxActors && !m_windows.contains(actor)) {
        m_windows.clear();
    }
    auto& window = m_windows[actor];
    if (window.written == 0 || now.ms - window.since.ms >= kWindowMs || now < window.since) {
        window.since = now;
        window.written = 0;
    }
    if (window.written >= kPerWindow) {
        ++window.leftOut;
        return std::nullopt;
    }
    ++window.written;
    return std::exchange(window.leftOut, 0);
}

void RefusalLimit::failed(const std::string& actor) {
    const std::lock_guard lock(m_mutex);
    ++m_windows[actor].leftOut;
}

}  // namespace evenhand::runtime
