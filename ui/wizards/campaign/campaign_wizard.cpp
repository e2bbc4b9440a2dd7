// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/campaign_wizard.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

CampaignWizard::CampaignWizard(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_editing(editing) {
    setObjectName(QStringLiteral("campaignWizard"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(editing ? tr("Change %1").arg(text(editing->settings.name)) : tr("Set up a campaign"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    m_preview = new PreviewFeed(context.bridge, this);
    setupHead();
    setupPages();
    setupButtons();
    connect(m_preview, &PreviewFeed::answered, this, &CampaignWizard::previewed);
    for (auto* form : m_forms) {
        connect(form, &CampaignStep::changed, this, &CampaignWizard::edited);
    }
    edited();
    resize(920, 700);
    fitToScreen(*this);
    m_dates->first()->setFocus();
}

void CampaignWizard::setupHead() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGapLarge);
    const QString names[] = {tr("1  Name and dates"), tr("2  Budget and places"), tr("3  Limits"),
                             tr("4  Queues and preview"), tr("5  Review")};
    for (const auto& name : names) {
        auto* label = new QLabel(name, this);
        label->setTextFormat(Qt::PlainText);
        row->addWidget(label);
        m_heads.push_back(label);
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void CampaignWizard::setupPages() {
    m_pages = new QStackedWidget(this);
    m_pages->setObjectName(QStringLiteral("campaignPages"));
    m_dates = new DatesPage(m_context, m_editing, m_pages);
    m_budget = new BudgetPage(m_context, m_editing, m_pages);
    m_limits = new LimitsPage(m_context, m_editing, m_pages);
    m_queues = new QueuesPage(m_context, m_editing, m_pages);
    m_glance = new GlancePage(m_context, m_editing.has_value(), m_pages);
    m_forms = {m_dates, m_budget, m_limits, m_queues};
    for (auto* form : m_forms) {
        m_pages->addWidget(form);
    }
    m_pages->addWidget(m_glance);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_pages, 1);
}

void CampaignWizard::setupButtons() {
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("campaignProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setProperty("muted", true);
    m_back = new QPushButton(tr("Back"), this);
    m_back->setObjectName(QStringLiteral("campaignBack"));
    m_back->setAutoDefault(false);
    m_next = new QPushButton(this);
    m_next->setObjectName(QStringLiteral("campaignNext"));
    m_next->setProperty("role", QStringLiteral("primary"));
    m_next->setDefault(true);
    auto* leave = new QPushButton(tr("Cancel"), this);
    leave->setObjectName(QStringLiteral("campaignClose"));
    leave->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    row->addWidget(m_problem, 1);
    row->addWidget(leave);
    row->addWidget(m_back);
    row->addWidget(m_next);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_back, &QPushButton::clicked, this, [this] { showStep(step() - 1); });
    connect(m_next, &QPushButton::clicked, this, &CampaignWizard::goOn);
    connect(leave, &QPushButton::clicked, this, &DraftDialog::leave);
}

api::CampaignSettings CampaignWizard::settings() const {
    api::CampaignSettings settings = m_editing ? m_editing->settings : api::CampaignSettings{};
    for (const auto* form : m_forms) {
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
    m_refusal.clear();
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

void CampaignWizard::showStep(int step) {
    if (step < DatesStep || step > GlanceStep) {
        return;
    }
    if (step == GlanceStep) {
        m_glance->show(settings(), m_editing ? m_editing->id : m_dates->id());
    }
    m_pages->setCurrentIndex(step);
    refresh();
    auto* first = step == GlanceStep ? m_next : m_forms.at(static_cast<std::size_t>(step))->first();
    (first != nullptr ? first : m_next)->setFocus();
}

void CampaignWizard::showExample(int step, bool feasible) {
    const auto& formats = m_context.formats;
    m_dates->fillExample(tr("Lunch discounts"));
    m_budget->fillExample(formats.money(Money{feasible ? 2'000'000 : 6'000'000}), Formats::number(5'000));
    showStep(step);
}

QString CampaignWizard::whyNotFurther() const {
    for (int i = 0; i <= std::min(step(), static_cast<int>(QueuesStep)); ++i) {
        if (QString why = m_forms.at(static_cast<std::size_t>(i))->problem(); !why.isEmpty()) {
            return why;
        }
    }
    if (step() != GlanceStep) {
        return {};
    }
    const auto operation = m_editing ? api::Operation::CampaignsEdit : api::Operation::CampaignsCreate;
    if (QString why = m_context.bridge.whyNotAllowed(operation); !why.isEmpty()) {
        return why;
    }
    return m_editing && settings() == m_editing->settings ? tr("Nothing has been changed.") : QString();
}

void CampaignWizard::refresh() {
    for (int i = 0; i < kSteps; ++i) {
        auto* head = m_heads.at(static_cast<std::size_t>(i));
        head->setProperty("muted", i != step());
        head->style()->unpolish(head);
        head->style()->polish(head);
        head->setFont(scaledFont(font(), 0, i == step() ? QFont::DemiBold : QFont::Normal));
    }
    QString why = m_saving ? tr("Saving…") : m_refusal;
    const bool again = !m_saving && !why.isEmpty() && !m_refusalOfField;
    if (why.isEmpty()) {
        why = whyNotFurther();
    }
    m_problem->setText(why);
    m_next->setEnabled(why.isEmpty() || again);
    m_next->setToolTip(plainToolTip(why));
    m_next->setText(step() < GlanceStep ? tr("Next") : (m_editing ? tr("Save the changes") : tr("Set up")));
    m_back->setEnabled(step() > DatesStep && !m_saving);
    m_back->setToolTip(step() > DatesStep ? QString() : tr("This is the first step."));
}

void CampaignWizard::goOn() {
    if (step() < GlanceStep) {
        showStep(step() + 1);
    } else {
        save();
    }
}

void CampaignWizard::save() {
    m_saving = true;
    refresh();
    auto& bridge = m_context.bridge;
    const auto answer = m_editing
                            ? bridge.campaigns().edit(bridge.call(), m_editing->id, settings(), m_editing->version)
                            : bridge.campaigns().create(bridge.call(), m_dates->id(), settings());
    whenReady(answer, this, [this](const Result<api::CampaignRow>& result) { answered(result); });
}

void CampaignWizard::answered(const Result<api::CampaignRow>& result) {
    m_saving = false;
    if (result) {
        Q_EMIT saved(*result, !m_editing, m_glance->next());
        accept();
        return;
    }
    const auto& error = result.error();
    const QString field = campaignFieldLabel(error.field);
    const QString why = errorText(error);
    m_refusalOfField = false;
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        if (m_forms[i]->owns(error.field)) {
            m_refusalOfField = true;
            showStep(static_cast<int>(i));
            m_forms[i]->refused(error.field, why);
        }
    }
    m_refusal = field.isEmpty() ? why : tr("%1: %2", "field, why").arg(field, why);
    refresh();
    Q_EMIT ready();
}

}  // namespace evenhand::ui
