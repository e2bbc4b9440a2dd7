// SPDX-License-Identifier: GPL-3.0-or-later
// First step of a campaign: its name and number, from when to when (business zone).
// Thread: GUI.
#pragma once

#include "ui/widgets/moment_edit.h"
#include "ui/wizards/campaign/campaign_step.h"

namespace evenhand::ui {

class DatesPage : public CampaignStep {
    Q_OBJECT

public:
    DatesPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);
    void fill(api::CampaignSettings& settings) const override;
    /// Empty: the engine makes one.
    [[nodiscard]] CampaignId id() const;
    void fillExample(const QString& name);

protected:
    [[nodiscard]] QString problemOf(const std::string& field) const override;
    [[nodiscard]] QString hintOf(const std::string& field) const override;

private:
    [[nodiscard]] MomentEdit* momentEdit(const char* field, Instant at);
    [[nodiscard]] Instant begin() const;
    [[nodiscard]] Instant end() const;

    QLineEdit* m_name = nullptr;
    QLineEdit* m_id = nullptr;
    MomentEdit* m_begin = nullptr;
    MomentEdit* m_end = nullptr;
};

}  // namespace evenhand::ui
