// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/seckill/activity_wizard.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {

ActivityWizard::ActivityWizard(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent)
    : WizardFrame(context, QStringLiteral("activity"), editing ? tr("Save the changes") : tr("Set up"), parent),
      m_editing(editing) {
    setWindowTitle(editing ? tr("Change %1").arg(text(editing->set.name)) : tr("Set up a flash sale"));
    m_what = new WhatPage(context, editing, pages());
    m_terms = new TermsPage(context, editing, pages());
    m_summary = new SummaryPage(context, editing.has_value(), pages());
    addStep(tr("Product"), m_what);
    addStep(tr("Units, price and times"), m_terms);
    addReview(tr("Review"), m_summary);
    connect(m_what, &WhatPage::changed, this, [this] { m_terms->setVoucher(m_what->voucher()); });
    connect(m_what, &WhatPage::ready, this, &ActivityWizard::ready);
    m_terms->setVoucher(m_what->voucher());
    resize(660, 560);
    fitToScreen(*this);
    begin();
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

void ActivityWizard::showReview() { m_summary->show(input(), voucherName(), m_what->voucher()); }

void ActivityWizard::showExample(int step) {
    m_what->fillExample(tr("Milk tea at noon"));
    m_terms->fillExample(context().formats.money(Money{990}));
    connect(m_what, &WhatPage::ready, this, [this, step] {
        m_what->fillExample(tr("Milk tea at noon"));
        showStep(step);
    });
    showStep(step);
}

QString ActivityWizard::whyNotFinish() const {
    const auto operation = m_editing ? api::Operation::SeckillEdit : api::Operation::SeckillSetUp;
    if (QString why = context().bridge.whyNotAllowed(operation); !why.isEmpty()) {
        return why;
    }
    return m_editing && input() == m_editing->set ? tr("Nothing has been changed.") : QString();
}

QString ActivityWizard::labelOf(const std::string& field) const { return activityFieldLabel(field); }

void ActivityWizard::finish() {
    auto& bridge = context().bridge;
    const auto answer = m_editing ? bridge.seckill().edit(bridge.call(), input(), m_editing->version)
                                  : bridge.seckill().setUp(bridge.call(), input());
    whenReady(answer, this, [this](const Result<api::ActivityRow>& result) {
        if (!result) {
            refused(result.error());
            return;
        }
        Q_EMIT saved(*result, !m_editing, m_summary->next());
        accept();
    });
}

}  // namespace evenhand::ui
