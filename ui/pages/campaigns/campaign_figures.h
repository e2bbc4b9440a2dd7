// SPDX-License-Identifier: GPL-3.0-or-later
// The tables below a campaign, as rows written for people: its queues, refusals, top users and settings.
// Thread: GUI.
#pragma once

#include <vector>

#include "engine/api/campaign_board.h"
#include "ui/models/figure_table_model.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

[[nodiscard]] std::vector<FigureRow> queueRows(const api::CampaignBoard& board, const Formats& formats);
[[nodiscard]] std::vector<FigureRow> refusalRows(const api::CampaignBoard& board);
[[nodiscard]] std::vector<FigureRow> userRows(const api::CampaignBoard& board, const Formats& formats);
[[nodiscard]] std::vector<FigureRow> settingRows(const api::CampaignRow& row, const Formats& formats);

}  // namespace evenhand::ui
