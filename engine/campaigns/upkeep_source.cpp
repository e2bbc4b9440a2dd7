// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/campaigns/upkeep_source.h"

#include <algorithm>

#include "engine/campaigns/budget_alerts.h"
#include "engine/draws/balance.h"
#include "engine/draws/draw.h"

namespace evenhand::campaigns {
namespace {

using runtime::UnitOfWork;

constexpr std::int64_t kExpireAtOnce = 64;
constexpr std::int64_t kRefundsEveryMs = 5'000;
constexpr std::int64_t kSettledMs = base::kDayMs;  ///< after its end nothing of a campaign is under way any more
constexpr std::int64_t kPoints = 1'000;            ///< of a burn-down
constexpr std::int64_t kMinSpacingMs = 1'000;
constexpr std::int64_t kMaxSpacingMs = base::kHourMs;
constexpr std::int64_t kBudgetEveryMs = base::kMinuteMs;  ///< so late at most a limit of the budget is noticed

std::int64_t spacingMs(const api::CampaignSettings& settings) {
    return std::clamp((settings.end.ms - settings.begin.ms) / kPoints, kMinSpacingMs, kMaxSpacingMs);
}

bool isOpen(const api::CampaignRow& row) {
    return row.state == api::CampaignState::Running || row.state == api::CampaignState::Paused;
}

bool isDue(const std::optional<Instant>& at, Instant now) { return at && *at <= now; }

void earlier(std::optional<Instant>& first, const std::optional<Instant>& other) {
    if (other && (!first || *other < *first)) {
        first = other;
    }
}

}  // namespace

/// When the oldest draw under way is to be recovered.
std::optional<Instant> UpkeepSource::oldestDraw() {
    std::optional<Instant> first;
    for (const auto& campaign : m_active) {
        const auto& settings = campaign->row.settings;
        for (std::int64_t i = 0; i < shardCount(settings.shape.queues); ++i) {
            const auto oldest = oldestUnderWay(m_keyspace, ShardKeys(campaign->no, i));
            if (oldest && *oldest) {
                earlier(first, (*oldest)->plusMs(settings.recoveryMs));
            }
        }
    }
    return first;
}

std::optional<Instant> UpkeepSource::nextDue() {
    if (m_shared.upkeepStale) {
        return Instant{0};
    }
    std::optional<Instant> next = m_nextExpiry;
    earlier(next, m_nextRefunds);
    for (const auto& campaign : m_active) {
        const auto& row = campaign->row;
        if (isOpen(row)) {
            earlier(next, row.settings.end);
        }
        if (const auto point = m_points.find(campaign->no); point != m_points.end()) {
            earlier(next, point->second.next);
            earlier(next, point->second.budget);
        }
    }
    if (!m_pace || m_pace->isTime()) {
        m_oldest = oldestDraw();
    }
    earlier(next, m_oldest);
    return next;
}

Result<void> UpkeepSource::runDue(UnitOfWork& work) {
    if (m_pace) {
        m_pace->again();
    }
    if (m_shared.upkeepStale) {
        EVENHAND_TRY(load(work));
        m_shared.upkeepStale = false;
        return {};
    }
    if (m_nextRefunds && *m_nextRefunds <= work.now()) {
        EVENHAND_ASSIGN(const auto due, store::draws::refundsDue(work.database(), kExpireAtOnce));
        for (const auto& draw : due) {
            EVENHAND_TRY(finishRefund(work, draw));
        }
        if (due.empty()) {
            m_nextRefunds = work.atomic() ? std::nullopt : std::optional(work.now().plusMs(kRefundsEveryMs));
        }
        return {};
    }
    EVENHAND_ASSIGN(const bool ended, endOne(work));
    if (ended) {
        return {};
    }
    EVENHAND_ASSIGN(const bool recovered, recoverOne(work));
    if (recovered) {
        return {};
    }
    EVENHAND_ASSIGN(const bool expired, expireSome(work));
    return expired ? Result<void>{} : drawPoints(work);
}

Result<void> UpkeepSource::load(UnitOfWork& work) {
    EVENHAND_ASSIGN(m_active, store::campaigns::active(work.database()));
    if (!work.atomic()) {  // those that ended lately may have draws under way, or queues that were not told
        EVENHAND_ASSIGN(const auto ended,
                        store::campaigns::endedSince(work.database(), work.now().plusMs(-kSettledMs)));
        for (const auto& campaign : ended) {
            for (std::int64_t queue = 0; queue < campaign->row.settings.shape.queues; ++queue) {
                EVENHAND_TRY(endQueue(work.keyspace(), QueueKeys(campaign->no, queue)));
            }
            m_active.push_back(campaign);
        }
    }
    EVENHAND_TRY(lookForExpiry(work));
    std::map<std::int64_t, Point> points;
    for (const auto& campaign : m_active) {
        if (campaign->row.state == api::CampaignState::Running) {
            auto& point = points[campaign->no];
            if (const auto known = m_points.find(campaign->no); known != m_points.end()) {
                point = known->second;
            } else {
                point.next = std::max(work.now(), campaign->row.settings.begin);
                point.budget = point.next;
            }
        }
    }
    m_points = std::move(points);
    return endAlerts(work, m_active);
}

/// What is granted from now on runs out after the shortest validity at the earliest.
Result<void> UpkeepSource::lookForExpiry(UnitOfWork& work) {
    EVENHAND_ASSIGN(m_nextExpiry, store::draws::nextExpiry(work.database()));
    for (const auto& campaign : m_active) {
        if (isOpen(campaign->row)) {
            earlier(m_nextExpiry, work.now().plusMs(campaign->row.settings.validityMs));
        }
    }
    return {};
}

Result<bool> UpkeepSource::endOne(UnitOfWork& work) {
    for (const auto& campaign : m_active) {
        if (isOpen(campaign->row) && campaign->row.settings.end <= work.now()) {
            m_shared.upkeepStale = true;
            EVENHAND_TRY(endCampaign(work, *campaign, api::CampaignEnd::Time));
            return true;
        }
    }
    return false;
}

Result<bool> UpkeepSource::expireSome(UnitOfWork& work) {
    if (!m_nextExpiry || *m_nextExpiry > work.now()) {
        return false;
    }
    EVENHAND_ASSIGN(const auto due, store::draws::expired(work.database(), work.now(), kExpireAtOnce));
    if (due.empty()) {  // only now: what this unit writes may be undone
        EVENHAND_TRY(lookForExpiry(work));
        return true;
    }
    for (const auto& draw : due) {
        EVENHAND_TRY(giveBack(work, draw));
    }
    return true;
}

Result<bool> UpkeepSource::recoverOne(UnitOfWork& work) {
    for (const auto& campaign : m_active) {
        const auto& settings = campaign->row.settings;
        for (std::int64_t i = 0; i < shardCount(settings.shape.queues); ++i) {
            EVENHAND_ASSIGN(const auto stale, underWay(work.keyspace(), ShardKeys(campaign->no, i),
                                                       work.now().plusMs(-settings.recoveryMs), 1));
            if (!stale.empty()) {
                EVENHAND_TRY(recover(work, *campaign, i, stale.front()));
                return true;
            }
        }
    }
    return false;
}

Result<void> UpkeepSource::drawPoints(UnitOfWork& work) {
    for (const auto& campaign : m_active) {
        const auto found = m_points.find(campaign->no);
        if (found == m_points.end()) {
            continue;
        }
        auto& point = found->second;
        const bool noted = isDue(point.next, work.now());
        const bool lookedAt = isDue(point.budget, work.now());
        if (!noted && !lookedAt) {
            continue;
        }
        EVENHAND_ASSIGN(const auto balance, queueBalance(work.keyspace(), *campaign));
        if (lookedAt) {
            EVENHAND_TRY(settleBudget(work, campaign->row, balance.queued + balance.compensation + balance.unspent));
            point.budget = work.now().plusMs(std::min(spacingMs(campaign->row.settings), kBudgetEveryMs));
        }
        if (!noted) {
            continue;
        }
        const api::BurnPoint now{work.now(), balance.queued + balance.compensation, balance.placesLeft};
        if (now.left != point.last.left || now.places != point.last.places || point.last.at.ms == 0) {
            EVENHAND_TRY(work.lock([&](auto& roots) { roots.addCampaign(campaign->no, store::Hold::Read); }));
            EVENHAND_TRY(store::campaigns::addPoint(work.database(), campaign->no, now));
            point.last = now;
        }
        point.next = work.now().plusMs(spacingMs(campaign->row.settings));
    }
    return {};
}

}  // namespace evenhand::campaigns
