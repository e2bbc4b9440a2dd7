// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom line: the last result with its undo, and the running jobs with progress and cancel. What can be undone of
// an earlier action stands apart, with what it was, and can be dismissed. A button opens all results of this session.
// Thread: GUI.
#pragma once

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <map>

#include "ui/shell/jobs.h"
#include "ui/shell/result_history.h"
#include "ui/shell/results_popover.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/elided_label.h"

class QMenu;

namespace evenhand::ui {

/// One running job.
class JobView : public QWidget {
    Q_OBJECT

public:
    JobView(const Job& job, QWidget* parent);
    void refresh(const Job& job);

Q_SIGNALS:
    void cancelRequested();
    void pauseRequested(bool paused);

private:
    [[nodiscard]] QToolButton* button(const QString& name, const QString& words);
    void refreshPause(const Job& job);

    QLabel* m_title = nullptr;
    QProgressBar* m_bar = nullptr;
    QToolButton* m_pause = nullptr;
    QToolButton* m_cancel = nullptr;
};

class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString resultText() const { return m_result->fullText(); }
    [[nodiscard]] QPushButton* undoButton() const { return m_undo; }
    /// What can be done about the result that stands; hidden if it says nothing of that.
    [[nodiscard]] QPushButton* stepsButton() const { return m_steps; }
    /// What was told in this session, in a popup above its button.
    void openResults();
    [[nodiscard]] ResultsPopover* results() const { return m_results; }
    /// "Earlier: …": what undoButton() undoes, while another result stands or none.
    [[nodiscard]] QString earlierText() const { return m_earlier->isHidden() ? QString() : m_earlier->fullText(); }

protected:
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showNotice();
    void showUndo();
    void attend();
    void setupUndo();
    void setupSteps();
    void showSteps();
    [[nodiscard]] QToolButton* dismissButton(const QString& name);
    void sayDismiss();
    void syncJobs();
    void refreshJobs();
    void paintMark();

    UiContext& m_context;
    QLabel* m_mark = nullptr;
    ElidedLabel* m_result = nullptr;
    QPushButton* m_steps = nullptr;
    QMenu* m_stepsMenu = nullptr;
    QToolButton* m_dismiss = nullptr;
    QFrame* m_apart = nullptr;
    ElidedLabel* m_earlier = nullptr;
    QPushButton* m_undo = nullptr;
    QToolButton* m_dismissEarlier = nullptr;
    bool m_hovered = false;
    ResultHistory m_history;
    QToolButton* m_resultsButton = nullptr;
    QPointer<ResultsPopover> m_results;
    QHBoxLayout* m_jobsLayout = nullptr;
    std::map<int, JobView*> m_jobs;
};

}  // namespace evenhand::ui
