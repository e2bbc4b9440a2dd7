// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shifts/roster_source.h"

#include "engine/shifts/rosters.h"
#include "engine/store/records/shift_store.h"

namespace evenhand::shifts {

std::optional<Instant> RosterSource::nextDue() {
    if (!m_known) {
        return Instant{0};  // at once: to look
    }
    return m_due.empty() ? std::nullopt : std::optional(m_due.begin()->first);
}

void RosterSource::put(const CourierId& courier, std::optional<Instant> nextAt) {
    if (!m_known) {
        return;  // all are read anyway
    }
    if (const auto old = m_nextAt.find(courier); old != m_nextAt.end()) {
        m_due.erase({old->second, courier});
        m_nextAt.erase(old);
    }
    if (nextAt) {
        m_nextAt.emplace(courier, *nextAt);
        m_due.emplace(*nextAt, courier);
    }
}

Result<void> RosterSource::load(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto all, store::shifts::changesAhead(work.database()));
    m_nextAt.clear();
    m_due.clear();
    m_known = true;
    for (const auto& [courier, nextAt] : all) {
        put(courier, nextAt);
    }
    return {};
}

Result<void> RosterSource::runDue(runtime::UnitOfWork& work) {
    if (!m_known) {
        return load(work);
    }
    if (m_due.empty() || m_due.begin()->first > work.now()) {
        return {};
    }
    const auto courier = m_due.begin()->second;
    EVENHAND_ASSIGN(const auto next, follow(work, m_days, courier));
    put(courier, next);
    return {};
}

}  // namespace evenhand::shifts
