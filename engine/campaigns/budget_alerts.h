// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts about the budget of a campaign: a limit of it was reached, or it goes faster than planned.
// Thread: the engine's; stateless.
#pragma once

#include <vector>

#include "engine/api/campaign_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/campaign_store.h"

namespace evenhand::campaigns {

/// `left`: of the budget, minor units. Endpoints of webhooks are told of each limit that is reached.
[[nodiscard]] Result<void> settleBudget(runtime::UnitOfWork& work, const api::CampaignRow& campaign, std::int64_t left);
/// Ends those of campaigns that are over: `active` are not.
[[nodiscard]] Result<void> endAlerts(runtime::UnitOfWork& work, const std::vector<store::campaigns::Shared>& active);

}  // namespace evenhand::campaigns
