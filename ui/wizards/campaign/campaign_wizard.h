// SPDX-License-Identifier: GPL-3.0-or-later
// Sets a random-discount campaign up in five steps, or changes one: name and dates; budget and places; limits; queues
// with a preview of the discounts; everything at a glance. A value that will not do is refused at its field, also when
// only the engine knows.
// Thread: GUI. Invariant: closed by set up or changed only after the engine said so.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <optional>
#include <vector>

#include "ui/dialogs/draft_dialog.h"
#include "ui/wizards/campaign/budget_page.h"
#include "ui/wizards/campaign/dates_page.h"
#include "ui/wizards/campaign/glance_page.h"
#include "ui/wizards/campaign/limits_page.h"
#include "ui/wizards/campaign/preview_feed.h"
#include "ui/wizards/campaign/queues_page.h"

namespace evenhand::ui {

class CampaignWizard : public DraftDialog {
    Q_OBJECT

public:
    enum Step { DatesStep, BudgetStep, LimitsStep, QueuesStep, GlanceStep, kSteps };

    /// `editing`: the campaign to change, as it is shown at this moment; nullopt: a new one.
    CampaignWizard(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);

    [[nodiscard]] int step() const { return m_pages->currentIndex(); }
    void showStep(int step);
    /// For pictures: filled in as far as this step, then this step. `feasible` false: with values that cannot be.
    void showExample(int step, bool feasible = true);
    [[nodiscard]] BudgetPage* budget() const { return m_budget; }
    [[nodiscard]] QueuesPage* queues() const { return m_queues; }
    [[nodiscard]] GlancePage* glance() const { return m_glance; }
    [[nodiscard]] QPushButton* nextButton() const { return m_next; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    /// Why it cannot go on; empty if it can.
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    [[nodiscard]] bool isReady() const { return m_preview->isSettled() && !m_saving; }

Q_SIGNALS:
    /// The engine has it. `fresh`: set up just now; `next` is wanted then.
    void saved(const evenhand::api::CampaignRow& row, bool fresh, evenhand::ui::GlancePage::Next next);
    void ready();

private:
    void setupHead();
    void setupPages();
    void setupButtons();
    void edited();
    void previewed();
    void refresh();
    void goOn();
    void save();
    void answered(const Result<api::CampaignRow>& result);
    [[nodiscard]] api::CampaignSettings settings() const;
    [[nodiscard]] std::optional<api::CampaignShape> shape() const;
    [[nodiscard]] QString whyNotFurther() const;

    UiContext& m_context;
    std::optional<api::CampaignRow> m_editing;
    std::vector<QLabel*> m_heads;
    QStackedWidget* m_pages = nullptr;
    std::vector<CampaignStep*> m_forms;
    DatesPage* m_dates = nullptr;
    BudgetPage* m_budget = nullptr;
    LimitsPage* m_limits = nullptr;
    QueuesPage* m_queues = nullptr;
    GlancePage* m_glance = nullptr;
    PreviewFeed* m_preview = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
    QString m_refusal;              ///< of the engine, until something is changed
    bool m_refusalOfField = false;  ///< then it cannot be repeated as it is
    bool m_saving = false;
    bool m_showing = false;  ///< what the engine said is being shown
};

}  // namespace evenhand::ui
