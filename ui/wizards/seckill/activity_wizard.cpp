// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/activity_wizard.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {

ActivityWizard::ActivityWizard(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_editing(editing) {
    setObjectName(QStringLiteral("activityWizard"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(editing ? tr("Change %1").arg(text(editing->set.name)) : tr("Set up a flash sale"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    setupHead();
    m_pages = new QStackedWidget(this);
    m_pages->setObjectName(QStringLiteral("activityPages"));
    m_what = new WhatPage(context, editing, m_pages);
    m_terms = new TermsPage(context, editing, m_pages);
    m_summary = new SummaryPage(context, editing.has_value(), m_pages);
    m_pages->addWidget(m_what);
    m_pages->addWidget(m_terms);
    m_pages->addWidget(m_summary);
    layout->addWidget(m_pages, 1);
    setupButtons();
    const auto edited = [this] {
        m_refusal.clear();
        m_terms->setVoucher(m_what->voucher());
        refresh();
    };
    connect(m_what, &WhatPage::changed, this, edited);
    connect(m_terms, &TermsPage::changed, this, [this] {
        m_refusal.clear();
        refresh();
    });
    connect(m_what, &WhatPage::ready, this, &ActivityWizard::ready);
    edited();
    resize(660, 560);
    fitToScreen(*this);
}

void ActivityWizard::setupHead() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGapLarge);
    const QString names[] = {tr("1  Product"), tr("2  Units, price and times"), tr("3  Review")};
    for (const auto& name : names) {
        auto* label = new QLabel(name, this);
        label->setTextFormat(Qt::PlainText);
        row->addWidget(label);
        m_heads.push_back(label);
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void ActivityWizard::setupButtons() {
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("activityProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setProperty("muted", true);
    m_back = new QPushButton(tr("Back"), this);
    m_back->setObjectName(QStringLiteral("activityBack"));
    m_back->setAutoDefault(false);
    m_next = new QPushButton(this);
    m_next->setObjectName(QStringLiteral("activityNext"));
    m_next->setProperty("role", QStringLiteral("primary"));
    m_next->setDefault(true);
    auto* leave = new QPushButton(tr("Cancel"), this);
    leave->setObjectName(QStringLiteral("activityClose"));
    leave->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    row->addWidget(m_problem, 1);
    row->addWidget(leave);
    row->addWidget(m_back);
    row->addWidget(m_next);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_back, &QPushButton::clicked, this, [this] { showStep(step() - 1); });
    connect(m_next, &QPushButton::clicked, this, &ActivityWizard::goOn);
    connect(leave, &QPushButton::clicked, this, &DraftDialog::leave);
}

api::ActivityInput ActivityWizard::input() const {
    api::ActivityInput input = m_editing ? m_editing->set : api::ActivityInput{};
    m_what->fill(input);
    m_terms->fill(input);
    return input;
}

QString ActivityWizard::voucherName() const {
    if (m_what->voucher()) {
        return text(m_what->voucher()->name);
    }
    return m_editing ? text(m_editing->voucherName) : QString();
}

void ActivityWizard::showStep(int step) {
    if (step < WhatStep || step > SummaryStep) {
        return;
    }
    if (step == SummaryStep) {
        m_summary->show(input(), voucherName(), m_what->voucher());
    }
    m_pages->setCurrentIndex(step);
    refresh();
    auto* first = step == SummaryStep ? m_next : m_pages->currentWidget()->nextInFocusChain();
    first->setFocus();
}

void ActivityWizard::showExample(int step) {
    m_what->fillExample(tr("Milk tea at noon"));
    m_terms->fillExample(m_context.formats.money(Money{990}));
    const auto go = [this, step] {
        m_terms->setVoucher(m_what->voucher());
        showStep(step);
    };
    connect(m_what, &WhatPage::ready, this, [this, go] {
        m_what->fillExample(tr("Milk tea at noon"));
        go();
    });
    go();
}

void ActivityWizard::refresh() {
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
        why = m_what->problem();
    }
    if (why.isEmpty() && step() >= TermsStep) {
        why = m_terms->problem();
    }
    if (why.isEmpty() && step() == SummaryStep) {
        why = m_context.bridge.whyNotAllowed(m_editing ? api::Operation::SeckillEdit : api::Operation::SeckillSetUp);
        if (why.isEmpty() && m_editing && input() == m_editing->set) {
            why = tr("Nothing has been changed.");
        }
    }
    m_problem->setText(why);
    m_next->setEnabled(why.isEmpty() || again);
    m_next->setToolTip(plainToolTip(why));
    m_next->setText(step() < SummaryStep ? tr("Next") : (m_editing ? tr("Save the changes") : tr("Set up")));
    m_back->setEnabled(step() > WhatStep && !m_saving);
    m_back->setToolTip(step() > WhatStep ? QString() : tr("This is the first step."));
}

void ActivityWizard::goOn() {
    if (step() < SummaryStep) {
        showStep(step() + 1);
    } else {
        save();
    }
}

void ActivityWizard::save() {
    m_saving = true;
    refresh();
    auto& bridge = m_context.bridge;
    const auto answer = m_editing ? bridge.seckill().edit(bridge.call(), input(), m_editing->version)
                                  : bridge.seckill().setUp(bridge.call(), input());
    whenReady(answer, this, [this](const Result<api::ActivityRow>& result) { answered(result); });
}

void ActivityWizard::answered(const Result<api::ActivityRow>& result) {
    m_saving = false;
    if (result) {
        Q_EMIT saved(*result, !m_editing, m_summary->next());
        accept();
        return;
    }
    const auto& error = result.error();
    const QString field = activityFieldLabel(error.field);
    const QString why = errorText(error);
    m_refusalOfField = WhatPage::owns(error.field) || TermsPage::owns(error.field);
    if (WhatPage::owns(error.field)) {
        showStep(WhatStep);
        m_what->refused(error.field, why);
    } else if (TermsPage::owns(error.field)) {
        showStep(TermsStep);
        m_terms->refused(error.field, why);
    }
    m_refusal = field.isEmpty() ? why : tr("%1: %2", "field, why").arg(field, why);
    refresh();
    Q_EMIT ready();
}

}  // namespace evenhand::ui
