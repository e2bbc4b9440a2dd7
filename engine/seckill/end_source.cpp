// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/end_source.h"

#include <algorithm>

#include "engine/seckill/activities.h"
#include "engine/store/records/activity_store.h"

namespace evenhand::seckill {
namespace {

constexpr std::int64_t kLookAgainMs = 200;  ///< while reservations are on their way

}  // namespace

std::optional<Instant> EndSource::nextDue() {
    if (m_shared->endingsStale) {
        return Instant{0};
    }
    const auto first = std::min_element(m_endings.begin(), m_endings.end(),
                                        [](const Ending& a, const Ending& b) { return a.at < b.at; });
    return first == m_endings.end() ? std::nullopt : std::optional(first->at);
}

Result<void> EndSource::runDue(runtime::UnitOfWork& work) {
    if (m_shared->endingsStale) {
        EVENHAND_ASSIGN(const auto found, store::activities::endings(work.database()));
        m_endings.clear();
        for (const auto& ending : found) {
            m_endings.push_back({ending.id, ending.end});
        }
        m_shared->endingsStale = false;
        return {};
    }
    const auto first = std::min_element(m_endings.begin(), m_endings.end(),
                                        [](const Ending& a, const Ending& b) { return a.at < b.at; });
    if (first == m_endings.end() || first->at > work.now()) {
        return {};
    }
    first->at = work.now().plusMs(kLookAgainMs);
    const auto activity = first->activity;
    EVENHAND_TRY(close(work, *m_shared, activity));
    return {};
}

}  // namespace evenhand::seckill
