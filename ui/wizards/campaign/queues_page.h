// SPDX-License-Identifier: GPL-3.0-or-later
// Fourth step of a campaign: how many queues, the seed, and what the discounts will be: their spread, the three lists,
// the first ones to be drawn.
// Thread: GUI. The preview is exactly what a start with this seed deals.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include "engine/base/rng.h"
#include "ui/models/figure_table_model.h"
#include "ui/plots/discount_histogram.h"
#include "ui/wizards/campaign/campaign_step.h"
#include "ui/wizards/campaign/preview_feed.h"

namespace evenhand::ui {

class QueuesPage : public CampaignStep {
    Q_OBJECT

public:
    QueuesPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);
    void fill(api::CampaignSettings& settings) const override;
    [[nodiscard]] std::optional<std::int64_t> queues() const;
    [[nodiscard]] std::optional<std::int64_t> seed() const;
    /// `max` of the shape that was asked about; nullptr: nothing answered yet.
    void setPreview(const Result<api::CampaignPreview>* preview, Money max);
    [[nodiscard]] DiscountHistogram* bars() const { return m_bars; }
    [[nodiscard]] FigureTableModel* lists() const { return m_lists; }
    [[nodiscard]] QString told() const { return m_told->text(); }
    [[nodiscard]] QPushButton* anotherButton() const { return m_another; }

protected:
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;

private:
    void setupPreview();
    void showPreview(const api::CampaignPreview& preview, Money max);
    [[nodiscard]] std::int64_t someSeed();

    Rng m_rng;  ///< of the seeds that are offered
    QLineEdit* m_queues = nullptr;
    QLineEdit* m_seed = nullptr;
    QPushButton* m_another = nullptr;
    DiscountHistogram* m_bars = nullptr;
    FigureTableModel* m_lists = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_told = nullptr;
};

}  // namespace evenhand::ui
