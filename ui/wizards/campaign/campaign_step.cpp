// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/campaign_step.h"

#include <QLineEdit>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {
namespace {

constexpr int kFieldWidth = 260;

}  // namespace

CampaignStep::CampaignStep(const char* name, UiContext& context, const std::optional<api::CampaignRow>& editing,
                           QWidget* parent)
    : WizardStep(name, parent), m_context(context), m_editing(editing) {}

QString CampaignStep::labelOf(const std::string& field) const { return campaignFieldLabel(field); }

QString CampaignStep::whyFixed(const std::string& field) const {
    return whyCampaignFixed(field, m_editing, m_context.bridge.now());
}

void CampaignStep::addField(const char* field, QWidget* widget) {
    widget->setObjectName(QStringLiteral("campaign.") + QLatin1String(field));
    WizardStep::addField(field, widget);
}

QLineEdit* CampaignStep::addEdit(const char* field, const QString& text) {
    auto* edit = new QLineEdit(text, this);
    edit->setFixedWidth(byText(kFieldWidth));
    addField(field, edit);
    connect(edit, &QLineEdit::textChanged, this, &CampaignStep::check);
    return edit;
}

}  // namespace evenhand::ui
