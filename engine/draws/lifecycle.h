// SPDX-License-Identifier: GPL-3.0-or-later
// Making, editing, starting, pausing and ending campaigns.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include "engine/api/campaign_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/campaign_store.h"

namespace evenhand::campaigns {

/// InvalidArgument names the field, the value and what would be valid.
[[nodiscard]] Result<void> validateSettings(const api::CampaignSettings& settings);
/// WrongStatus names the field that can no longer be changed, or not this way.
[[nodiscard]] Result<void> checkEdit(const api::CampaignRow& before, const api::CampaignSettings& after, Instant now);

[[nodiscard]] Result<api::CampaignRow> createCampaign(runtime::UnitOfWork& work, const CampaignId& id,
                                                      const api::CampaignSettings& settings);
/// `version` 0: whatever it is now; else Conflict.
[[nodiscard]] Result<api::CampaignRow> editCampaign(runtime::UnitOfWork& work, const CampaignId& id,
                                                    const api::CampaignSettings& settings, std::int64_t version);
[[nodiscard]] Result<api::CampaignRow> copyCampaign(runtime::UnitOfWork& work, const CampaignId& from,
                                                    const CampaignId& id);
[[nodiscard]] Result<void> removeCampaign(runtime::UnitOfWork& work, const CampaignId& id, std::int64_t version = 0);
[[nodiscard]] Result<api::CampaignRow> startCampaign(runtime::UnitOfWork& work, const CampaignId& id,
                                                     std::int64_t version = 0);
[[nodiscard]] Result<api::CampaignRow> pauseCampaign(runtime::UnitOfWork& work, const CampaignId& id,
                                                     std::int64_t version = 0);
[[nodiscard]] Result<api::CampaignRow> resumeCampaign(runtime::UnitOfWork& work, const CampaignId& id,
                                                      std::int64_t version = 0);
[[nodiscard]] Result<api::CampaignRow> stopCampaign(runtime::UnitOfWork& work, const CampaignId& id,
                                                    std::int64_t version = 0);
/// Its queues are whole.
[[nodiscard]] Result<void> campaignBuilt(runtime::UnitOfWork& work, const store::campaigns::Record& campaign);

}  // namespace evenhand::campaigns
