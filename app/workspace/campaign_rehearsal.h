// SPDX-License-Identifier: GPL-3.0-or-later
// A rehearsal of a campaign: a generated crowd on a scratch workspace with a clock of its own, through the real engine,
// with every invariant checked at the end. The same settings and seed give the same result (but for the time it took).
// Thread: the caller's, for as long as it takes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/api/campaign_board.h"
#include "engine/base/result.h"

namespace evenhand::app {

/// Calls `progress(attempts)` and asks `cancelled` now and then. Errors: Cancelled, InvalidArgument (names the field).
[[nodiscard]] Result<api::CampaignRehearsalResult> rehearseCampaign(const api::CampaignRehearsal& rehearsal,
                                                                    const std::function<void(std::int64_t)>& progress,
                                                                    const std::function<bool()>& cancelled);

/// The amounts that a shape gives with this seed. `lists`, unless nullptr, is filled with the amount of each place,
/// list by list, in minor units.
[[nodiscard]] api::CampaignPreview previewCampaign(const api::CampaignShape& shape, std::uint64_t seed,
                                                   std::vector<std::vector<std::int64_t>>* lists);

}  // namespace evenhand::app
