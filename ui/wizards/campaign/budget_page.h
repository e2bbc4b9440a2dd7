// SPDX-License-Identifier: GPL-3.0-or-later
// Second step of a campaign: budget, places and the largest discount; whether that can be, and if not the nearest
// values that can, each taken over with a click. Thread: GUI.
#pragma once

#include <QLabel>
#include <QPushButton>

#include "ui/wizards/campaign/campaign_step.h"
#include "ui/wizards/campaign/preview_feed.h"

class QHBoxLayout;

namespace evenhand::ui {

class BudgetPage : public CampaignStep {
    Q_OBJECT

public:
    BudgetPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);
    void fill(api::CampaignSettings& settings) const override;
    /// Every single value is within its limits; whether they go together is another question.
    [[nodiscard]] std::optional<api::CampaignShape> shape() const;
    /// What the engine says; nullptr: nothing yet.
    void setPreview(const Result<api::CampaignPreview>* preview);
    [[nodiscard]] QString feasibility() const { return m_feasible->text(); }
    /// "Places: 20", …; empty while all is feasible.
    [[nodiscard]] std::vector<QPushButton*> nearest() const { return m_nearest; }
    void fillExample(const QString& budget, const QString& places);

protected:
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;

private:
    void take(const std::string& field, std::int64_t value);
    void offer(const std::vector<api::Infeasible::Nearest>& nearest);
    [[nodiscard]] QString singleProblem(const std::string& field) const;

    QLineEdit* m_budget = nullptr;
    QLineEdit* m_places = nullptr;
    QLineEdit* m_max = nullptr;
    QLabel* m_feasible = nullptr;
    QHBoxLayout* m_offers = nullptr;
    std::vector<QPushButton*> m_nearest;
    std::vector<api::Infeasible::Nearest> m_offered;
    QString m_refusal;  ///< of the engine, for this shape
};

}  // namespace evenhand::ui
