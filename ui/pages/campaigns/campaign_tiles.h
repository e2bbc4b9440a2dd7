// SPDX-License-Identifier: GPL-3.0-or-later
// The live figures of one campaign as tiles: budget and places left, granted, compensation, in flight, rolled back.
// What is not known is a dash. Thread: GUI.
#pragma once

#include <optional>

#include "engine/api/campaign_board.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/tile_row.h"

namespace evenhand::ui {

class CampaignTiles : public TileRow {
    Q_OBJECT

public:
    enum Figure { BudgetLeft, PlacesLeft, Granted, Compensation, InFlight, RolledBack, kFigures };

    explicit CampaignTiles(const Formats& formats, QWidget* parent = nullptr);
    /// nullopt: not known.
    void setBoard(const std::optional<api::CampaignBoard>& board);
    void retranslate();

private:
    const Formats& m_formats;
    std::optional<api::CampaignBoard> m_board;
};

/// What is left of the budget: in queues, in compensation and in flight.
[[nodiscard]] std::int64_t budgetLeft(const api::CampaignBoard& board) noexcept;

}  // namespace evenhand::ui
