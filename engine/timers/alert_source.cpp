// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/alert_source.h"

#include "engine/store/records/alert_store.h"
#include "engine/timers/alerts.h"

namespace evenhand::timers {

Result<void> AlertSource::runDue(runtime::UnitOfWork& work) {
    constexpr std::int64_t kAtOnce = 64;
    if (m_shared.alertsStale) {
        EVENHAND_ASSIGN(m_next, store::alerts::earliest(work.database()));
        m_shared.alertsStale = false;
        return {};
    }
    m_shared.alertsStale = true;  // what is written below may be undone with its batch: look again
    EVENHAND_ASSIGN(const auto due, store::alerts::due(work.database(), work.now(), kAtOnce));
    for (const auto& alert : due) {
        EVENHAND_TRY(repeatAlert(work, alert));
    }
    return {};
}

}  // namespace evenhand::timers
