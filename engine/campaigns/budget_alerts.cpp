// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/campaigns/budget_alerts.h"

#include <algorithm>
#include <string>

#include "engine/alerts/limits.h"
#include "engine/alerts/raise.h"
#include "engine/store/records/alert_limit_store.h"
#include "engine/task_making/announce.h"

namespace evenhand::campaigns {
namespace {

using runtime::UnitOfWork;

alerts::Condition ofCampaign(const api::CampaignRow& campaign, api::AlertKind kind) {
    alerts::Condition condition;
    condition.kind = kind;
    condition.subject = {api::AlertSubjectType::Campaign, campaign.id.str()};
    return condition;
}

/// How much of its time has gone, in percent.
std::int64_t gonePercent(const api::CampaignSettings& settings, Instant now) {
    const auto whole = settings.end.ms - settings.begin.ms;
    const auto gone = std::clamp<std::int64_t>(now.ms - settings.begin.ms, 0, whole);
    return whole > 0 ? gone * 100 / whole : 100;
}

Result<void> announceBudget(UnitOfWork& work, const api::CampaignRow& campaign, std::int64_t spent,
                            std::int64_t percent) {
    return tasks::announce(work, api::WebhookEvent::CampaignBudget, [&]() -> Result<tasks::EventPayload> {
        return tasks::EventPayload{campaign.id.str(),
                                   {{"budget", campaign.settings.shape.budget.minor},
                                    {"campaign", campaign.id.str()},
                                    {"percent", percent},
                                    {"spent", spent}}};
    });
}

}  // namespace

Result<void> settleBudget(UnitOfWork& work, const api::CampaignRow& campaign, std::int64_t left) {
    EVENHAND_ASSIGN(const auto limits, store::alertLimits::known(work.database()));
    const auto budget = campaign.settings.shape.budget.minor;
    const auto spent = budget - left;
    const auto percent = budget > 0 ? spent * 100 / budget : 0;

    auto reached = ofCampaign(campaign, api::AlertKind::Budget);
    reached.level = alerts::budgetLevel(limits, percent);
    reached.figure = percent;
    if (reached.level == 0) {
        EVENHAND_TRY(alerts::settle(work, false, reached));
    } else {
        EVENHAND_ASSIGN(const auto raised, alerts::raise(work, reached));
        if (raised.fired) {
            EVENHAND_TRY(announceBudget(work, campaign, spent, percent));
        }
    }

    auto ahead = ofCampaign(campaign, api::AlertKind::BudgetPace);
    ahead.figure = percent - gonePercent(campaign.settings, work.now());
    return alerts::settle(work, limits.pacePercent > 0 && *ahead.figure >= limits.pacePercent, ahead);
}

Result<void> endAlerts(UnitOfWork& work, const std::vector<store::campaigns::Shared>& active) {
    for (const auto kind : {api::AlertKind::Budget, api::AlertKind::BudgetPace}) {
        EVENHAND_ASSIGN(const auto all, store::alerts::liveOfKind(work.database(), kind));
        for (const auto& alert : all) {
            const bool goesOn = std::any_of(active.begin(), active.end(), [&](const auto& campaign) {
                return campaign->row.id.str() == alert.subject.id && !campaign->row.endedAt;
            });
            if (!goesOn) {
                EVENHAND_TRY(alerts::resolve(work, alert, alerts::kOver));
            }
        }
    }
    return {};
}

}  // namespace evenhand::campaigns
