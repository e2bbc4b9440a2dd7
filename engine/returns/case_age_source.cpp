// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/case_age_source.h"

#include <algorithm>
#include <iterator>

#include "engine/alerts/raise.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/records/case_store.h"

namespace evenhand::returns {
namespace {

using runtime::UnitOfWork;
using store::cases::CaseId;

constexpr std::int64_t kPauseMs = 1'000;  ///< an import changes many returns in a second: one look is enough

alerts::Condition ofCampus(const CampusId& campus, std::int64_t cases) {
    alerts::Condition condition;
    condition.kind = api::AlertKind::CaseOld;
    if (!campus.empty()) {
        condition.subject = {api::AlertSubjectType::Campus, campus.str()};
    }
    condition.campus = campus;
    condition.level = cases;
    condition.figure = cases;
    return condition;
}

/// When the oldest of them became old.
Instant sinceOf(const OldCases& old, std::int64_t limitMs) { return old.all.begin()->first.plusMs(limitMs); }

/// How many of a campus's old cases somebody was told of, as its alerts have it.
Result<std::int64_t> toldOf(UnitOfWork& work, const CampusId& campus, const OldCases& old, std::int64_t limitMs) {
    auto& database = work.database();
    const auto subject = ofCampus(campus, 0).subject;
    EVENHAND_ASSIGN(const auto level, store::alerts::liveLevel(database, api::AlertKind::CaseOld, subject));
    if (level) {
        return std::min(*level, std::ssize(old.all));
    }
    EVENHAND_ASSIGN(const auto last, store::alerts::lastResolved(database, api::AlertKind::CaseOld, subject));
    if (!last || !last->actedAt || last->actor == work.call().actor.name) {
        return std::int64_t{0};  // it was over by itself: none was left
    }
    // Whoever is done with it knows of those that were old by then.
    const auto untold = old.all.lower_bound({last->actedAt->plusMs(1 - limitMs), CaseId{}});
    return std::distance(old.all.begin(), untold);
}

/// Ends what lives, or has it say how many are left of those it told of, and since when: after some were decided the
/// next one that becomes old is news again.
Result<void> lower(UnitOfWork& work, const std::map<CampusId, OldCases>& old, std::int64_t limitMs) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto live, store::alerts::liveOfKind(database, api::AlertKind::CaseOld));
    for (const auto& alert : live) {
        const auto left = old.find(alert.campus);
        if (left == old.end()) {
            EVENHAND_TRY(alerts::resolve(work, alert, alerts::kOver));
            continue;
        }
        const auto told = std::ssize(left->second.all) - left->second.news;
        const auto since = sinceOf(left->second, limitMs);
        if (told < alert.level) {
            EVENHAND_TRY(store::alerts::setFound(database, alert.id, ofCampus(alert.campus, told)));
        }
        if (since != alert.since) {
            EVENHAND_TRY(store::alerts::setSince(database, alert.id, since));
        }
        if (told < alert.level || since != alert.since) {
            alerts::tell(work, api::Event::Kind::AlertsChanged, alert);
        }
    }
    return {};
}

}  // namespace

void CaseAgeSource::heard(const std::vector<api::Event>& events) {
    using Kind = api::Event::Kind;
    const std::scoped_lock lock(m_mutex);
    for (const auto& event : events) {
        if (event.kind == Kind::ReturnChanged || event.kind == Kind::RefundChanged) {
            const CaseId one = event.kind == Kind::ReturnChanged ? CaseId(event.returnId) : CaseId(event.refund);
            if (m_changed.empty() || m_changed.back() != one) {
                m_changed.push_back(one);
            }
            m_stale = true;
        } else if (event.kind == Kind::AlertsChanged && !event.alert) {
            m_stale = true;
        }
    }
}

void CaseAgeSource::undone() noexcept {
    m_looked = {};
    m_limitMs.reset();
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
    const auto before = std::exchange(m_looked, work.now());
    const auto known = std::exchange(m_limitMs, std::nullopt);
    m_next.reset();
    std::vector<CaseId> changed;
    {
        const std::scoped_lock lock(m_mutex);
        changed.swap(m_changed);
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    EVENHAND_ASSIGN(const auto settings, store::cases::settings(database));
    const auto limitMs = settings.ageLimitMs.value_or(0);
    if (!settings.ageLimitMs) {
        m_old.clear();
    } else {
        if (known == settings.ageLimitMs) {
            EVENHAND_TRY(readOn(work, limitMs, before, changed));
        } else {
            EVENHAND_TRY(readAll(work, limitMs, known));
        }
        EVENHAND_ASSIGN(m_next, nextCaseOlderThan(database, work.now(), limitMs));
    }
    EVENHAND_TRY(lower(work, m_old, limitMs));
    for (auto& [campus, old] : m_old) {
        if (old.news > 0) {
            auto condition = ofCampus(campus, std::ssize(old.all));
            condition.since = sinceOf(old, limitMs);
            EVENHAND_TRY(alerts::raise(work, std::move(condition)));
            old.news = 0;
        }
    }
    m_limitMs = settings.ageLimitMs;
    return {};
}

Result<void> CaseAgeSource::readAll(UnitOfWork& work, std::int64_t limitMs, std::optional<std::int64_t> known) {
    m_old.clear();
    EVENHAND_ASSIGN(const auto found, casesOlderThan(work.database(), work.now(), limitMs));
    for (const auto& one : found) {
        m_old[one.campus].all.emplace(one.requestedAt, one.id);
    }
    for (auto& [campus, old] : m_old) {
        // By the limit of that time: one that is lower by now makes cases old of which nobody knows.
        EVENHAND_ASSIGN(const auto told, toldOf(work, campus, old, known.value_or(limitMs)));
        old.news = std::ssize(old.all) - told;
    }
    return {};
}

Result<void> CaseAgeSource::readOn(UnitOfWork& work, std::int64_t limitMs, Instant before,
                                   const std::vector<CaseId>& changed) {
    auto& database = work.database();
    std::vector<ReturnId> returns;
    std::vector<RefundId> refunds;
    for (const auto& one : changed) {
        if (const auto* id = std::get_if<ReturnId>(&one)) {
            returns.push_back(*id);
        } else {
            refunds.push_back(std::get<RefundId>(one));
        }
    }
    const auto isOld = [&](Instant requestedAt) { return requestedAt.plusMs(limitMs) <= work.now(); };
    EVENHAND_ASSIGN(const auto returnRows, store::returnPages::rows(database, returns));
    for (const auto& row : returnRows) {
        note({row.id, row.campus, row.requestedAt}, waits(row.stage) && isOld(row.requestedAt));
    }
    EVENHAND_ASSIGN(const auto refundRows, store::refundPages::rows(database, refunds));
    for (const auto& row : refundRows) {
        note({row.id, row.campus, row.requestedAt}, !row.returnId && waits(row.status) && isOld(row.requestedAt));
    }
    EVENHAND_ASSIGN(const auto aged, casesOlderThan(database, work.now(), limitMs, before));
    for (const auto& one : aged) {
        auto& old = m_old[one.campus];
        old.news += old.all.emplace(one.requestedAt, one.id).second ? 1 : 0;
    }
    std::erase_if(m_old, [](const auto& campus) { return campus.second.all.empty(); });
    return {};
}

void CaseAgeSource::note(const store::cases::Waiting& one, bool isOld) {
    auto& old = m_old[one.campus];
    const bool wasOld = old.all.erase({one.requestedAt, one.id}) > 0;
    if (isOld) {
        old.all.emplace(one.requestedAt, one.id);
        old.news += wasOld ? 0 : 1;
    }
}

}  // namespace evenhand::returns
