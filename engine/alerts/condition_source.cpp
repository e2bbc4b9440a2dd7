// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/condition_source.h"

#include <algorithm>

#include "engine/alerts/letters.h"
#include "engine/alerts/low_stock.h"
#include "engine/alerts/raise.h"
#include "engine/store/records/alert_limit_store.h"
#include "engine/store/records/backup_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::alerts {
namespace {

using runtime::UnitOfWork;

constexpr std::int64_t kStorageQuietMs = 10 * base::kMinuteMs;  ///< so long it must work before the alert is over

bool stands(const api::EngineStatus& status, std::string_view code) {
    return std::any_of(status.standing.begin(), status.standing.end(),
                       [code](const api::StandingReason& reason) { return reason.code == code; });
}

bool storageFails(const api::EngineStatus& status) {
    return status.state == api::EngineState::ReadOnly || status.state == api::EngineState::Disconnected ||
           stands(status, api::kStorageFailed);
}

Condition ofWorkspace(api::AlertKind kind, Instant since = {}) {
    Condition condition;
    condition.kind = kind;
    condition.since = since;
    return condition;
}

/// Since when there should have been a backup; nullopt: nobody has asked for any.
Result<std::optional<Instant>> backedUpAt(UnitOfWork& work) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto last, store::backups::lastVerified(database));
    if (last) {
        return last;
    }
    EVENHAND_ASSIGN(const auto schedule, store::backups::schedule(database));
    if (schedule.folder.empty()) {
        return std::optional<Instant>();
    }
    EVENHAND_ASSIGN(const auto set, store::settingChanges::last(database, store::SettingKind::Backups, {}));
    return std::optional(set.at.value_or(work.now()));
}

}  // namespace

void ConditionSource::stateChanged() {
    const auto status = m_status();
    if (!storageFails(status)) {
        return;
    }
    const std::scoped_lock lock(m_mutex);
    if (!m_trouble) {
        m_trouble = Trouble{status.now, {}, detailOf(status.reason)};
    }
    m_trouble->worked = {};
}

std::optional<Instant> ConditionSource::nextDue() {
    const auto clock = m_clock.now();
    if (m_clockSeen.ms - clock.ms > api::kClockToleranceMs) {
        m_clockSeen = clock;
        m_signals->conditionsStale = true;
    }
    m_clockSeen = std::max(m_clockSeen, clock);
    return m_signals->conditionsStale ? std::optional(Instant{0}) : m_next;
}

void ConditionSource::earlier(Instant at) { m_next = m_next ? std::min(*m_next, at) : at; }

Result<void> ConditionSource::runDue(UnitOfWork& work) {
    m_signals->conditionsStale = false;
    m_next.reset();
    auto done = look(work);
    if (!done) {
        undone();
    }
    return done;
}

Result<void> ConditionSource::look(UnitOfWork& work) {
    const auto status = m_status();
    EVENHAND_TRY(settleClock(work, status));
    EVENHAND_TRY(settleStorage(work, status));
    if (!m_stockLookedAt) {
        EVENHAND_TRY(settleLowStock(work));
        m_stockLookedAt = true;
    }
    return settleBackup(work);
}

Result<void> ConditionSource::settleClock(UnitOfWork& work, const api::EngineStatus& status) {
    const bool behind = stands(status, api::kClockBehind);
    if (behind) {
        // Engine time stands still until the clock has caught up, so this is the moment at which it has.
        earlier(work.now().plusMs(1));
    }
    return settle(work, behind, ofWorkspace(api::AlertKind::Clock));
}

Result<void> ConditionSource::settleStorage(UnitOfWork& work, const api::EngineStatus& status) {
    std::optional<Trouble> trouble;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_trouble && m_trouble->worked.ms == 0 && !storageFails(status)) {
            m_trouble->worked = work.now();
        }
        if (m_trouble && m_trouble->worked.ms != 0 && work.now().ms - m_trouble->worked.ms >= kStorageQuietMs) {
            m_trouble.reset();
        }
        trouble = m_trouble;
    }
    auto condition = ofWorkspace(api::AlertKind::Storage);
    if (trouble) {
        condition.since = trouble->since;
        condition.detail = trouble->text;
        if (trouble->worked.ms != 0) {
            earlier(trouble->worked.plusMs(kStorageQuietMs));
        }
    }
    return settle(work, trouble.has_value(), condition);
}

Result<void> ConditionSource::settleBackup(UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto limits, store::alertLimits::known(work.database()));
    std::optional<Instant> last;
    if (limits.backupAgeMs > 0) {
        EVENHAND_ASSIGN(last, backedUpAt(work));
    }
    const bool old = last && work.now().ms - last->ms >= limits.backupAgeMs;
    auto condition = ofWorkspace(api::AlertKind::BackupOld);
    if (old) {
        condition.since = last->plusMs(limits.backupAgeMs);
        condition.figure = (work.now().ms - last->ms) / base::kHourMs;
    } else if (last) {
        earlier(last->plusMs(limits.backupAgeMs));
    }
    return settle(work, old, condition);
}

}  // namespace evenhand::alerts
