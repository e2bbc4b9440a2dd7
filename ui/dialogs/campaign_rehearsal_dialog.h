// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearses a campaign with a generated crowd on a scratch copy: the plan, progress that can be cancelled, then how the
// budget went, how the discounts were spread, and every invariant that was checked. The campaign is not touched.
// Thread: GUI; progress is told on the rehearsal's thread and read at the beat. Closing the dialog cancels.
#pragma once

#include <optional>

#include "engine/api/campaign_board.h"
#include "ui/dialogs/rehearsal_frame.h"
#include "ui/plots/discount_histogram.h"
#include "ui/plots/sale_plot.h"
#include "ui/widgets/card.h"

namespace evenhand::ui {

class CampaignRehearsalDialog : public RehearsalFrame {
    Q_OBJECT

public:
    /// `row`: the campaign that is copied. `mayStart`: the dialog offers to start it afterwards.
    CampaignRehearsalDialog(UiContext& context, const api::CampaignRow& row, bool mayStart, QWidget* parent);

    [[nodiscard]] const std::optional<Result<api::CampaignRehearsalResult>>& outcome() const noexcept {
        return m_result;
    }
    /// What the fields say; nullopt while one of them will not do.
    [[nodiscard]] std::optional<api::CampaignRehearsal> plan() const;
    [[nodiscard]] SalePlot* curve() const { return m_curve; }
    [[nodiscard]] DiscountHistogram* drawn() const { return m_drawn; }

Q_SIGNALS:
    void startRequested(const evenhand::CampaignId& campaign);

protected:
    void submit(const std::shared_ptr<JobProgress>& job) override;
    [[nodiscard]] QString progressNow(std::int64_t attempts) const override;
    void startRequestedNow() override { Q_EMIT startRequested(m_row.id); }

private:
    void setupPlan();
    [[nodiscard]] QLayout* setupPlots();
    void showResult(const api::CampaignRehearsalResult& result);
    void showCurve(const api::CampaignRehearsalResult& result);

    api::CampaignRow m_row;
    Card* m_curveCard = nullptr;
    Card* m_drawnCard = nullptr;
    SalePlot* m_curve = nullptr;
    DiscountHistogram* m_drawn = nullptr;
    std::optional<Result<api::CampaignRehearsalResult>> m_result;
};

}  // namespace evenhand::ui
