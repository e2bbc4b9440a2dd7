// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/repeat_source.h"

#include "engine/alerts/raise.h"

namespace evenhand::alerts {

Result<void> RepeatSource::runDue(runtime::UnitOfWork& work) {
    constexpr std::int64_t kAtOnce = 64;
    if (m_signals->repeatsStale) {
        EVENHAND_ASSIGN(m_next, store::alerts::earliest(work.database()));
        m_signals->repeatsStale = false;
        return {};
    }
    m_signals->repeatsStale = true;  // what is written below may be undone with its batch: look again
    EVENHAND_ASSIGN(const auto due, store::alerts::due(work.database(), work.now(), kAtOnce));
    for (const auto& alert : due) {
        EVENHAND_TRY(repeat(work, alert));
    }
    return {};
}

}  // namespace evenhand::alerts
