// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/shared/wizard_frame.h"

#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

WizardFrame::WizardFrame(UiContext& context, const QString& name, const QString& finish, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_finish(finish) {
    setObjectName(name + QStringLiteral("Wizard"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = columnIn(this, kGapLarge, kGapLarge);
    m_headRow = new QHBoxLayout;
    m_headRow->setSpacing(kGapLarge);
    m_headRow->addStretch(1);
    layout->addLayout(m_headRow);
    m_pages = named(new QStackedWidget(this), name + QStringLiteral("Pages"));
    layout->addWidget(m_pages, 1);
    setupButtons(name);
}

void WizardFrame::setupButtons(const QString& name) {
    m_problem = muted(wrapped(plainLabel(this, name + QStringLiteral("Problem"))));
    m_back = named(new QPushButton(tr("Back"), this), name + QStringLiteral("Back"));
    m_back->setAutoDefault(false);
    m_next = named(new QPushButton(this), name + QStringLiteral("Next"));
    m_next->setProperty("role", QStringLiteral("primary"));
    m_next->setDefault(true);
    m_leave = new QPushButton(tr("Cancel"), this);
    m_leave->setObjectName(name + QStringLiteral("Close"));
    setLeaves(*m_leave);
    m_leave->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    row->addWidget(m_problem, 1);
    row->addWidget(m_leave);
    row->addWidget(m_back);
    row->addWidget(m_next);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_back, &QPushButton::clicked, this, [this] { showStep(step() - 1); });
    connect(m_next, &QPushButton::clicked, this, &WizardFrame::goOn);
    connect(m_leave, &QPushButton::clicked, this, &DraftDialog::leave);
}

void WizardFrame::addHead(const QString& head) {
    auto* label = plainLabel(this, {}, tr("%1  %2", "number, step").arg(m_heads.size() + 1).arg(head));
    m_headRow->insertWidget(static_cast<int>(m_heads.size()), label);
    m_heads.push_back(label);
}

void WizardFrame::addStep(const QString& head, WizardStep* page) {
    addHead(head);
    m_steps.push_back(page);
    m_pages->addWidget(page);
    connect(page, &WizardStep::changed, this, &WizardFrame::edited);
}

void WizardFrame::addReview(const QString& head, QWidget* page) {
    addHead(head);
    m_pages->addWidget(page);
}

void WizardFrame::addOutcome(const QString& head, QWidget* page) { addReview(head, page); }

void WizardFrame::begin() { showStep(0); }

bool WizardFrame::isReview() const { return step() == std::ssize(m_steps); }

bool WizardFrame::isOutcome() const { return step() > std::ssize(m_steps); }

void WizardFrame::showOutcome() {
    m_saving = false;
    startAgain();
    m_pages->setCurrentIndex(m_pages->count() - 1);
    refresh();
    m_leave->setFocus();
}

void WizardFrame::edited() {
    m_refusal.clear();
    refresh();
}

void WizardFrame::showStep(int step) {
    if (step < 0 || step >= m_pages->count()) {
        return;
    }
    m_pages->setCurrentIndex(step);
    if (isReview()) {
        showReview();
    }
    refresh();
    auto* first = isReview() || isOutcome() ? nullptr : m_steps.at(static_cast<std::size_t>(step))->first();
    (first != nullptr ? first : m_next)->setFocus();
}

QString WizardFrame::whyNotFurther() const {
    if (isOutcome()) {
        return {};
    }
    const auto upTo = std::min<std::ptrdiff_t>(step() + 1, std::ssize(m_steps));
    for (std::ptrdiff_t i = 0; i < upTo; ++i) {
        if (QString why = m_steps[static_cast<std::size_t>(i)]->problem(); !why.isEmpty()) {
            return why;
        }
    }
    return isReview() ? whyNotFinish() : QString();
}

void WizardFrame::markHeads() {
    for (int i = 0; i < std::ssize(m_heads); ++i) {
        auto* head = m_heads[static_cast<std::size_t>(i)];
        head->setProperty("muted", i != step());
        head->style()->unpolish(head);
        head->style()->polish(head);
        head->setFont(scaledFont(font(), 0, i == step() ? QFont::DemiBold : QFont::Normal));
    }
}

void WizardFrame::refresh() {
    markHeads();
    QString why = m_saving ? tr("Saving…") : m_refusal;
    const bool again = !m_saving && !why.isEmpty() && !m_refusalOfField;
    if (why.isEmpty()) {
        why = whyNotFurther();
    }
    m_problem->setText(why);
    m_next->setEnabled(why.isEmpty() || again);
    m_next->setToolTip(plainToolTip(why));
    refreshButtons();
}

void WizardFrame::refreshButtons() {
    m_next->setText(isReview() ? m_finish : tr("Next"));
    m_next->setVisible(!isOutcome());
    m_back->setVisible(!isOutcome());
    m_back->setEnabled(step() > 0 && !m_saving);
    m_back->setToolTip(step() > 0 ? QString() : tr("This is the first step."));
    m_leave->setText(isOutcome() ? tr("Close") : tr("Cancel"));
}

void WizardFrame::goOn() {
    if (!isReview()) {
        showStep(step() + 1);
        return;
    }
    m_saving = true;
    refresh();
    finish();
}

void WizardFrame::refused(const Error& error) {
    m_saving = false;
    const QString field = labelOf(error.field);
    const QString why = refusalText(error, m_context.formats, m_context.bridge.now());
    m_refusalOfField = false;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        if (m_steps[i]->owns(error.field)) {
            m_refusalOfField = true;
            showStep(static_cast<int>(i));
            m_steps[i]->refused(error.field, why);
        }
    }
    m_refusal = field.isEmpty() ? why : tr("%1: %2", "field, why").arg(field, why);
    refresh();
    Q_EMIT ready();
}

}  // namespace evenhand::ui
