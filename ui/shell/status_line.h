// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom line: the last result with its undo, and the running jobs with progress and cancel.
// Thread: GUI.
#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <map>

#include "ui/shell/jobs.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/elided_label.h"

namespace evenhand::ui {

/// One running job.
class JobView : public QWidget {
    Q_OBJECT

public:
    JobView(const Job& job, QWidget* parent);
    void refresh(const Job& job);

Q_SIGNALS:
    void cancelRequested();

private:
    QLabel* m_title = nullptr;
    QProgressBar* m_bar = nullptr;
    QToolButton* m_cancel = nullptr;
};

class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString resultText() const { return m_result->fullText(); }
    [[nodiscard]] QPushButton* undoButton() const { return m_undo; }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showNotice();
    void showUndo();
    void syncJobs();
    void refreshJobs();
    void paintMark();

    UiContext& m_context;
    QLabel* m_mark = nullptr;
    ElidedLabel* m_result = nullptr;
    QPushButton* m_undo = nullptr;
    QHBoxLayout* m_jobsLayout = nullptr;
    std::map<int, JobView*> m_jobs;
};

}  // namespace evenhand::ui
