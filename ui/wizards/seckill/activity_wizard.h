// SPDX-License-Identifier: GPL-3.0-or-later
// Sets a flash sale up in three steps, or changes one: what is sold; units, price and times; everything at a glance,
// with what can still be changed later. A value that will not do is refused at its field, also when only the engine
// knows.
// Thread: GUI. Invariant: closed by set up or changed only after the engine said so.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <optional>
#include <vector>

#include "ui/dialogs/draft_dialog.h"
#include "ui/wizards/seckill/summary_page.h"
#include "ui/wizards/seckill/terms_page.h"
#include "ui/wizards/seckill/what_page.h"

namespace evenhand::ui {

class ActivityWizard : public DraftDialog {
    Q_OBJECT

public:
    enum Step { WhatStep, TermsStep, SummaryStep, kSteps };

    /// `editing`: the activity to change, as it is shown at this moment; nullopt: a new one.
    ActivityWizard(UiContext& context, const std::optional<api::ActivityRow>& editing, QWidget* parent);

    [[nodiscard]] int step() const { return m_pages->currentIndex(); }
    void showStep(int step);
    /// For pictures: filled in as far as this step, then this step.
    void showExample(int step);
    [[nodiscard]] WhatPage* what() const { return m_what; }
    [[nodiscard]] TermsPage* terms() const { return m_terms; }
    [[nodiscard]] SummaryPage* summary() const { return m_summary; }
    [[nodiscard]] QPushButton* nextButton() const { return m_next; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    /// Why it cannot go on; empty if it can.
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    [[nodiscard]] bool isReady() const { return m_what->isReady() && !m_saving; }

Q_SIGNALS:
    /// The engine has it. `fresh`: set up just now, `next` is what was asked for.
    void saved(const evenhand::api::ActivityRow& row, bool fresh, evenhand::ui::SummaryPage::Next next);
    void ready();

private:
    void setupHead();
    void setupButtons();
    void refresh();
    void goOn();
    void save();
    void answered(const Result<api::ActivityRow>& result);
    [[nodiscard]] api::ActivityInput input() const;
    [[nodiscard]] QString voucherName() const;

    UiContext& m_context;
    std::optional<api::ActivityRow> m_editing;
    std::vector<QLabel*> m_heads;
    QStackedWidget* m_pages = nullptr;
    WhatPage* m_what = nullptr;
    TermsPage* m_terms = nullptr;
    SummaryPage* m_summary = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
    QString m_refusal;              ///< of the engine, until something is changed
    bool m_refusalOfField = false;  ///< then it cannot be repeated as it is
    bool m_saving = false;
};

}  // namespace evenhand::ui
