// SPDX-License-Identifier: GPL-3.0-or-later
// A wizard: form pages one after another, then everything at a glance, then the engine is asked. Going on is possible
// once everything up to the page shown will do; the line at the bottom says what will not. A refusal of the engine
// leads to the page that has the field. What takes long may be watched on a page behind the review, from which nothing
// leads back. Thread: GUI. Invariant: it closes by its last button only after the engine said so.
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <vector>

#include "engine/base/result.h"
#include "ui/dialogs/draft_dialog.h"
#include "ui/shell/ui_context.h"
#include "ui/wizards/shared/wizard_step.h"

namespace evenhand::ui {

class WizardFrame : public DraftDialog {
    Q_OBJECT

public:
    /// From 0; the review comes last.
    [[nodiscard]] int step() const { return m_pages->currentIndex(); }
    void showStep(int step);
    [[nodiscard]] QPushButton* nextButton() const { return m_next; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    /// Why it cannot go on; empty if it can.
    [[nodiscard]] QString problem() const { return m_problem->text(); }

Q_SIGNALS:
    /// Nothing that was asked for is still missing.
    void ready();

protected:
    /// `name` begins the names of pages and buttons; `finish`: on the last button.
    WizardFrame(UiContext& context, const QString& name, const QString& finish, QWidget* parent);

    /// In order, with their heads; the review last; then begin().
    void addStep(const QString& head, WizardStep* page);
    void addReview(const QString& head, QWidget* page);
    /// Behind the review, if at all.
    void addOutcome(const QString& head, QWidget* page);
    /// What was asked for is under way: there is nothing more to be entered, and nothing to lose by closing.
    void showOutcome();
    [[nodiscard]] bool isOutcome() const;
    void begin();
    [[nodiscard]] QStackedWidget* pages() const { return m_pages; }
    [[nodiscard]] UiContext& context() const { return m_context; }

    /// Everything as it was entered, at a glance.
    virtual void showReview() = 0;
    /// Why the last button cannot be pressed although every field will do; empty if it can.
    [[nodiscard]] virtual QString whyNotFinish() const = 0;
    /// Asks the engine; refused() or accept() follows.
    virtual void finish() = 0;
    [[nodiscard]] virtual QString labelOf(const std::string& field) const = 0;

    /// Something was changed: what was refused counts no longer.
    virtual void edited();
    void refresh();
    void refused(const Error& error);
    [[nodiscard]] bool isSaving() const noexcept { return m_saving; }
    [[nodiscard]] bool isHeld() const override { return m_saving; }

private:
    void addHead(const QString& head);
    void setupButtons(const QString& name);
    void markHeads();
    [[nodiscard]] bool isReview() const;
    void refreshButtons();
    [[nodiscard]] QString whyNotFurther() const;
    void goOn();

    UiContext& m_context;
    QString m_finish;
    std::vector<QLabel*> m_heads;
    std::vector<WizardStep*> m_steps;
    QHBoxLayout* m_headRow = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
    QPushButton* m_leave = nullptr;
    QString m_refusal;              ///< of the engine, until something is changed
    bool m_refusalOfField = false;  ///< then it cannot be repeated as it is
    bool m_saving = false;
};

}  // namespace evenhand::ui
