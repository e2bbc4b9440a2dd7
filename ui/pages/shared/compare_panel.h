// SPDX-License-Identifier: GPL-3.0-or-later
// Two stores that should agree, compared when somebody asks for it: buttons and the verdict at the top, below them what
// was found, and a question before it is put right. Thread: GUI. Compares only when asked to.
#pragma once

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/shell/jobs.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class ComparePanel : public Translated<QWidget> {
    Q_OBJECT

public:
    [[nodiscard]] const QList<QAction*>& commands() const noexcept { return m_commands; }
    [[nodiscard]] QString verdict() const { return m_verdict->text(); }
    /// About putting it right.
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] bool isReady() const noexcept { return m_busy == 0; }

Q_SIGNALS:
    void readyChanged();

protected:
    struct Command {
        const char* name;  ///< of the action: "queue.compare"
        const char* icon;
        std::function<void()> run;
    };
    /// `name` and `verdict` are object names, of the panel and of its verdict.
    ComparePanel(UiContext& context, const QString& name, const QString& verdict, const std::vector<Command>& commands,
                 QWidget* parent);

    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    /// What was found stands here.
    [[nodiscard]] QHBoxLayout* across() const { return m_across; }
    void setVerdict(const QString& verdict) { m_verdict->setText(verdict); }
    /// Shows what is known.
    virtual void refresh() = 0;
    virtual void refreshActions() = 0;

    /// `then` gets the reason.
    void ask(const ActionDialog::Texts& texts, std::function<void(const QString& reason)> then);
    /// As a job called `title`; `done` may run another one.
    template <typename T, typename Done>
    void run(const QString& title, const api::Answer<T>& answer, Done done) {
        ++m_busy;
        refreshActions();
        const int job = m_context.jobs.start(title, std::make_shared<JobProgress>(), {});
        whenReady(answer, this, [this, job, done](const Result<T>& result) {
            m_context.jobs.finish(job);
            --m_busy;
            done(result);
            refresh();
            refreshActions();
            Q_EMIT readyChanged();
        });
    }

private:
    UiContext& m_context;
    QList<QAction*> m_commands;
    QLabel* m_verdict = nullptr;
    QHBoxLayout* m_across = nullptr;
    QPointer<ActionDialog> m_question;
    int m_busy = 0;
};

}  // namespace evenhand::ui
