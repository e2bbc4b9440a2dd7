// SPDX-License-Identifier: GPL-3.0-or-later
// Third step of a campaign: what one user may get, and how long a draw waits for its order.
// Thread: GUI.
#pragma once

#include <QCheckBox>

#include "ui/wizards/campaign/campaign_step.h"

namespace evenhand::ui {

class LimitsPage : public CampaignStep {
    Q_OBJECT

public:
    LimitsPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);
    void fill(api::CampaignSettings& settings) const override;
    /// Of the step before: says what a user gets at most.
    void setShape(const std::optional<api::CampaignShape>& shape);

protected:
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;

private:
    [[nodiscard]] bool onlyRaised() const;

    std::optional<api::CampaignShape> m_shape;
    QLineEdit* m_count = nullptr;
    QLineEdit* m_amount = nullptr;
    QCheckBox* m_cap = nullptr;
    QLineEdit* m_validity = nullptr;
    QLineEdit* m_recovery = nullptr;
};

}  // namespace evenhand::ui
