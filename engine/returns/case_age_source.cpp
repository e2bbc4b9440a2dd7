// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/case_age_source.h"

#include <algorithm>

#include "engine/alerts/raise.h"
#include "engine/store/records/case_store.h"

namespace evenhand::returns {
namespace {

using runtime::UnitOfWork;

constexpr std::int64_t kPauseMs = 1'000;  ///< an import changes many returns in a second: one look is enough

alerts::Condition ofCampus(const CampusId& campus, std::int64_t cases) {
    alerts::Condition condition;
    condition.kind = api::AlertKind::CaseOld;
    condition.subject = {api::AlertSubjectType::Campus, campus.str()};
    condition.campus = campus;
    condition.level = cases;
    condition.figure = cases;
    return condition;
}

/// Ends or lowers what lives: after some were decided the next one that becomes old is news again.
Result<void> lower(UnitOfWork& work, const std::map<CampusId, store::cases::Waiting>& old) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto live, store::alerts::liveOfKind(database, api::AlertKind::CaseOld));
    for (const auto& alert : live) {
        const auto left = old.find(alert.campus);
        if (left == old.end()) {
            EVENHAND_TRY(alerts::resolve(work, alert, alerts::kOver));
        } else if (left->second.count < alert.level) {
            EVENHAND_TRY(store::alerts::setFound(database, alert.id, ofCampus(alert.campus, left->second.count)));
            alerts::tell(work, api::Event::Kind::AlertsChanged, alert);
        }
    }
    return {};
}

}  // namespace

void CaseAgeSource::heard(const std::vector<api::Event>& events) noexcept {
    using Kind = api::Event::Kind;
    if (std::any_of(events.begin(), events.end(), [](const api::Event& event) {
            return event.kind == Kind::ReturnChanged || (event.kind == Kind::AlertsChanged && !event.alert);
        })) {
        m_stale = true;
    }
}

void CaseAgeSource::undone() noexcept {
    m_looked = {};
    m_old.clear();
    m_stale = true;
}

std::optional<Instant> CaseAgeSource::nextDue() {
    if (!m_stale) {
        return m_next;
    }
    const auto soon = m_looked.ms == 0 ? Instant{} : m_looked.plusMs(kPauseMs);
    return m_next ? std::min(*m_next, soon) : soon;
}

Result<void> CaseAgeSource::runDue(UnitOfWork& work) {
    m_stale = false;
    auto done = look(work);
    if (!done) {
        undone();
    }
    return done;
}

Result<void> CaseAgeSource::look(UnitOfWork& work) {
    auto& database = work.database();
    m_looked = work.now();
    m_next.reset();
    EVENHAND_ASSIGN(const auto settings, store::cases::settings(database));
    std::map<CampusId, store::cases::Waiting> old;
    if (settings.ageLimitMs) {
        EVENHAND_ASSIGN(old, casesOlderThan(database, work.now(), *settings.ageLimitMs));
        EVENHAND_ASSIGN(m_next, nextCaseOlderThan(database, work.now(), *settings.ageLimitMs));
    }
    EVENHAND_TRY(lower(work, old));
    std::map<CampusId, std::int64_t> counts;
    for (const auto& [campus, waiting] : old) {
        const auto before = m_old.find(campus);
        if (before == m_old.end() || waiting.count > before->second) {
            auto condition = ofCampus(campus, waiting.count);
            condition.since = waiting.since.plusMs(*settings.ageLimitMs);
            EVENHAND_TRY(alerts::raise(work, std::move(condition)));
        }
        counts[campus] = waiting.count;
    }
    m_old = std::move(counts);
    return {};
}

}  // namespace evenhand::returns
