// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/campaign_wizard.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

CampaignWizard::CampaignWizard(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent)
    : WizardFrame(context, QStringLiteral("campaign"), editing ? tr("Save the changes") : tr("Set up"), parent),
      m_editing(editing) {
    setWindowTitle(editing ? tr("Change %1").arg(text(editing->settings.name)) : tr("Set up a campaign"));
    m_preview = new PreviewFeed(context.bridge, this);
    m_dates = new DatesPage(context, m_editing, pages());
    m_budget = new BudgetPage(context, m_editing, pages());
    m_limits = new LimitsPage(context, m_editing, pages());
    m_queues = new QueuesPage(context, m_editing, pages());
    m_glance = new GlancePage(context, m_editing.has_value(), pages());
    addStep(tr("Name and dates"), m_dates);
    addStep(tr("Budget and places"), m_budget);
    addStep(tr("Limits"), m_limits);
    addStep(tr("Queues and preview"), m_queues);
    addReview(tr("Review"), m_glance);
    connect(m_preview, &PreviewFeed::answered, this, &CampaignWizard::previewed);
    CampaignWizard::edited();
    resize(920, 700);
    fitToScreen(*this);
    begin();
}

api::CampaignSettings CampaignWizard::settings() const {
    api::CampaignSettings settings = m_editing ? m_editing->settings : api::CampaignSettings{};
    for (const auto* form : forms()) {
        form->fill(settings);
    }
    return settings;
}

std::optional<api::CampaignShape> CampaignWizard::shape() const {
    auto shape = m_budget->shape();
    if (shape) {
        // Whether it can be is asked also while the queues are not typed yet.
        shape->queues = m_queues->queues().value_or(1);
    }
    return shape;
}

void CampaignWizard::edited() {
    if (m_showing) {
        return;
    }
    WizardFrame::edited();
    m_preview->want(shape(), m_queues->seed());
    previewed();
}

void CampaignWizard::previewed() {
    m_showing = true;
    const auto whole = shape();
    m_budget->setPreview(m_preview->answer());
    m_limits->setShape(whole);
    m_queues->setPreview(m_preview->answer(), whole ? whole->maxDiscount : Money{});
    m_showing = false;
    refresh();
    if (isReady()) {
        Q_EMIT ready();
    }
}

void CampaignWizard::showReview() { m_glance->show(settings(), m_editing ? m_editing->id : m_dates->id()); }

void CampaignWizard::showExample(int step, bool feasible) {
    const auto& formats = context().formats;
    m_dates->fillExample(tr("Lunch discounts"));
    m_budget->fillExample(formats.money(Money{feasible ? 2'000'000 : 6'000'000}), Formats::number(5'000));
    showStep(step);
}

QString CampaignWizard::whyNotFinish() const {
    const auto operation = m_editing ? api::Operation::CampaignsEdit : api::Operation::CampaignsCreate;
    if (QString why = context().bridge.whyNotAllowed(operation); !why.isEmpty()) {
        return why;
    }
    return m_editing && settings() == m_editing->settings ? tr("Nothing has been changed.") : QString();
}

QString CampaignWizard::labelOf(const std::string& field) const { return campaignFieldLabel(field); }

void CampaignWizard::finish() {
    auto& bridge = context().bridge;
    const auto answer = m_editing
                            ? bridge.campaigns().edit(bridge.call(), m_editing->id, settings(), m_editing->version)
                            : bridge.campaigns().create(bridge.call(), m_dates->id(), settings());
    whenReady(answer, this, [this](const Result<api::CampaignRow>& result) {
        if (!result) {
            refused(result.error());
            return;
        }
        Q_EMIT saved(*result, !m_editing, m_glance->next());
        accept();
    });
}

}  // namespace evenhand::ui
