// SPDX-License-Identifier: GPL-3.0-or-later
// The two plots of a campaign: its burn-down with ideal line and projection, and how the granted discounts are spread;
// beside each what it says in figures. What is not known is a dash.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include <QWidget>

#include "engine/base/result.h"
#include "ui/plots/burn_plot.h"
#include "ui/plots/discount_histogram.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/card.h"

namespace evenhand::ui {

class CampaignPlots : public QWidget {
    Q_OBJECT

public:
    CampaignPlots(UiContext& context, QWidget* parent);

    /// Cancelled: not read yet.
    void setBoard(const Result<api::CampaignBoard>& board);
    [[nodiscard]] BurnPlot* burn() const { return m_burn; }
    [[nodiscard]] Card* burnCard() const { return m_burnCard; }
    [[nodiscard]] DiscountHistogram* drawn() const { return m_drawn; }
    void retranslate();

private:
    void refreshBurn();
    void refreshDrawn();

    const Formats& m_formats;
    Result<api::CampaignBoard> m_board = fail(ErrorCode::Cancelled, "not read yet");
    Card* m_burnCard;
    Card* m_drawnCard;
    BurnPlot* m_burn;
    DiscountHistogram* m_drawn;
};

}  // namespace evenhand::ui
