// SPDX-License-Identifier: GPL-3.0-or-later
// Sets a random-discount campaign up in five steps, or changes one: name and dates; budget and places; limits; queues
// with a preview of the discounts; everything at a glance.
// Thread: GUI.
#pragma once

#include <array>
#include <optional>

#include "ui/wizards/campaign/budget_page.h"
#include "ui/wizards/campaign/dates_page.h"
#include "ui/wizards/campaign/glance_page.h"
#include "ui/wizards/campaign/limits_page.h"
#include "ui/wizards/campaign/preview_feed.h"
#include "ui/wizards/campaign/queues_page.h"
#include "ui/wizards/shared/wizard_frame.h"

namespace evenhand::ui {

class CampaignWizard : public WizardFrame {
    Q_OBJECT

public:
    enum Step { DatesStep, BudgetStep, LimitsStep, QueuesStep, GlanceStep };

    /// `editing`: the campaign to change, as it is shown at this moment; nullopt: a new one.
    CampaignWizard(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);

    /// For pictures: filled in as far as this step, then this step. `feasible` false: with values that cannot be.
    void showExample(int step, bool feasible = true);
    [[nodiscard]] BudgetPage* budget() const { return m_budget; }
    [[nodiscard]] QueuesPage* queues() const { return m_queues; }
    [[nodiscard]] GlancePage* glance() const { return m_glance; }
    [[nodiscard]] bool isReady() const { return m_preview->isSettled() && !isSaving(); }
    /// A new one is nobody else's.
    [[nodiscard]] bool isDeciding() const override { return m_editing.has_value() && isChanged(); }

Q_SIGNALS:
    /// The engine has it. `fresh`: set up just now; `next` is wanted then.
    void saved(const evenhand::api::CampaignRow& row, bool fresh, evenhand::ui::GlancePage::Next next);

protected:
    void showReview() override;
    [[nodiscard]] QString whyNotFinish() const override;
    void finish() override;
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    void edited() override;

private:
    void previewed();
    [[nodiscard]] std::array<CampaignStep*, 4> forms() const { return {m_dates, m_budget, m_limits, m_queues}; }
    [[nodiscard]] api::CampaignSettings settings() const;
    [[nodiscard]] std::optional<api::CampaignShape> shape() const;

    std::optional<api::CampaignRow> m_editing;
    DatesPage* m_dates = nullptr;
    BudgetPage* m_budget = nullptr;
    LimitsPage* m_limits = nullptr;
    QueuesPage* m_queues = nullptr;
    GlancePage* m_glance = nullptr;
    PreviewFeed* m_preview = nullptr;
    bool m_showing = false;  ///< what the engine said is being shown
};

}  // namespace evenhand::ui
