// SPDX-License-Identifier: GPL-3.0-or-later
// The words and tones of random-discount campaigns, in one place, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>

#include "engine/api/campaign_board.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

/// Where a campaign stands, its times included.
enum class CampaignPhase : std::uint8_t { Draft, Building, Scheduled, Running, Paused, Ended };

[[nodiscard]] CampaignPhase phaseOf(const api::CampaignRow& row, Instant now) noexcept;
[[nodiscard]] QString label(CampaignPhase phase);
[[nodiscard]] Tone tone(CampaignPhase phase);
[[nodiscard]] QString label(api::CampaignEnd end);
/// "Ended: exhausted", "Running".
[[nodiscard]] QString phaseLabel(const api::CampaignRow& row, Instant now);
[[nodiscard]] QString label(api::DrawState state);
[[nodiscard]] Tone tone(api::DrawState state);
[[nodiscard]] QString label(api::DrawRefusal reason);
/// Of a field that the engine names: "Places" for "places"; empty for one that is no field of a campaign.
[[nodiscard]] QString campaignFieldLabel(const std::string& field);
/// Of a preview's warning; what is not known is shown as it was told.
[[nodiscard]] QString campaignWarning(const std::string& warning);
/// "1 place", "12 places".
[[nodiscard]] QString countedPlaces(std::int64_t count);
[[nodiscard]] QString countedDraws(std::int64_t count);

}  // namespace evenhand::ui
