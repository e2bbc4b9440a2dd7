// SPDX-License-Identifier: GPL-3.0-or-later
// Sets a flash sale up in three steps, or changes one: what is sold; units, price and times; everything at a glance,
// with what can still be changed later.
// Thread: GUI.
#pragma once

#include <optional>

#include "ui/wizards/seckill/summary_page.h"
#include "ui/wizards/seckill/terms_page.h"
#include "ui/wizards/seckill/what_page.h"
#include "ui/wizards/shared/wizard_frame.h"

namespace evenhand::ui {

class ActivityWizard : public WizardFrame {
    Q_OBJECT

public:
    enum Step { WhatStep, TermsStep, SummaryStep };

    /// `editing`: the activity to change, as it is shown at this moment; nullopt: a new one.
    ActivityWizard(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent);

    /// For pictures: filled in as far as this step, then this step.
    void showExample(int step);
    [[nodiscard]] WhatPage* what() const { return m_what; }
    [[nodiscard]] TermsPage* terms() const { return m_terms; }
    [[nodiscard]] SummaryPage* summary() const { return m_summary; }
    [[nodiscard]] bool isReady() const { return m_what->isReady() && !isSaving(); }

Q_SIGNALS:
    /// The engine has it. `fresh`: set up just now, `next` is what was asked for.
    void saved(const evenhand::api::ActivityRow& row, bool fresh, evenhand::ui::SummaryPage::Next next);

protected:
    void showReview() override;
    [[nodiscard]] QString whyNotFinish() const override;
    void finish() override;
    [[nodiscard]] QString labelOf(const std::string& field) const override;

private:
    [[nodiscard]] api::ActivityInput input() const;
    [[nodiscard]] QString voucherName() const;

    std::optional<api::ActivityRow> m_editing;
    WhatPage* m_what = nullptr;
    TermsPage* m_terms = nullptr;
    SummaryPage* m_summary = nullptr;
};

}  // namespace evenhand::ui
