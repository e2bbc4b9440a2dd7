// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the form pages of the campaign wizard: a step that knows the campaign that is changed.
// Thread: GUI.
#pragma once

#include <optional>

#include "engine/api/campaign_types.h"
#include "ui/shell/ui_context.h"
#include "ui/wizards/shared/wizard_step.h"

namespace evenhand::ui {

class CampaignStep : public WizardStep {
    Q_OBJECT

public:
    /// `editing`: the campaign that is changed; nullopt: a new one.
    CampaignStep(const char* name, UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent);

    /// Puts in what was entered; what will not do is left as it is.
    virtual void fill(api::CampaignSettings& settings) const = 0;

protected:
    [[nodiscard]] QString labelOf(const std::string& field) const override;
    [[nodiscard]] QString whyFixed(const std::string& field) const override;
    /// `field` as the engine names it; the object name of the widget is "campaign." and that.
    void addField(const char* field, QWidget* widget);
    QLineEdit* addEdit(const char* field, const QString& text);
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    [[nodiscard]] const std::optional<api::CampaignRow>& editing() const noexcept { return m_editing; }

private:
    UiContext& m_context;
    std::optional<api::CampaignRow> m_editing;
};

}  // namespace evenhand::ui
