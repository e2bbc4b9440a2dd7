// SPDX-License-Identifier: GPL-3.0-or-later
// What every rehearsal with a generated crowd has: the plan as counted fields, progress that can be cancelled, whether
// the invariants held and which did not, and starting the rehearsed thing afterwards. The rehearsals of a sale and of
// a campaign say what is planned, ask the engine and show what came of it.
// Thread: GUI; progress is told on the rehearsal's thread and read at the beat. Closing the dialog cancels.
#pragma once

#include <QDialog>
#include <QFuture>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "ui/bridge/continuation.h"
#include "ui/shell/jobs.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class RehearsalFrame : public QDialog {
    Q_OBJECT

public:
    ~RehearsalFrame() override;

    void run();
    void cancel();
    [[nodiscard]] bool isRunning() const noexcept { return m_running; }
    /// Why it cannot be run as the fields stand; empty if it can.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QPushButton* runButton() const { return m_run; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QTableView* verdicts() const { return m_verdicts; }
    [[nodiscard]] QString verdict() const { return (m_held->isHidden() ? m_broken : m_held)->text(); }
    [[nodiscard]] QString progressText() const { return m_stage->text(); }

Q_SIGNALS:
    void ended();

protected:
    struct Texts {
        QString title;
        QString what;   ///< what a rehearsal is and leaves alone
        QString start;  ///< label of the button; empty: nothing can be started
    };
    struct Verdict {
        QString invariant;
        std::int64_t checked = 0;
        std::int64_t violations = 0;
        QString offenders;
    };
    enum class State : std::uint8_t { Planned, Passed, Broken, Failed };

    RehearsalFrame(UiContext& context, Texts texts, QWidget* parent);

    void addField(const char* name, const QString& caption, std::int64_t value, std::int64_t least, std::int64_t most,
                  const QString& tip);
    /// After the last field: everything below the plan. `plots` goes above the facts.
    void setupRest(QLayout* plots);
    [[nodiscard]] std::int64_t valueOf(const char* name) const;
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    /// What is wrong with the fields together.
    [[nodiscard]] virtual QString problemOfPlan() const { return {}; }
    /// Sends the plan; counts attempts into `job`, whose total it knows, if there is one. Calls follow().
    virtual void submit(const std::shared_ptr<JobProgress>& job) = 0;
    [[nodiscard]] virtual QString progressNow(std::int64_t attempts) const = 0;
    virtual void startRequestedNow() = 0;
    /// `take` keeps what came of it; if it went well it tells the verdicts with showVerdicts().
    template <typename T, typename Take>
    void follow(QFuture<Result<T>> future, Take&& take) {
        m_cancelIt = [future]() mutable { future.cancel(); };
        whenReady(future, this, [this, take = std::forward<Take>(take)](const Result<T>& result) {
            take(result);
            answered(result ? nullptr : &result.error());
        });
    }
    /// Those that are `first` (by the begin of their name) come before the others, broken ones before all.
    void showVerdicts(const std::vector<Verdict>& verdicts, QLatin1Char first, std::int64_t tookMs);
    void done(int result) override;

private:
    struct Field {
        const char* name;  ///< of the plan, as the engine names it
        QString caption;
        QLineEdit* edit = nullptr;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    void setupProgress();
    void setupOutcome(QLayout* plots);
    void setupButtons();
    void answered(const Error* error);
    void beat();
    void refresh();

    UiContext& m_context;
    Texts m_texts;
    State m_state = State::Planned;
    std::vector<Field> m_fields;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_planBox = nullptr;
    QProgressBar* m_bar = nullptr;
    QLabel* m_stage = nullptr;
    QLabel* m_held = nullptr;
    QLabel* m_broken = nullptr;
    QLabel* m_problem = nullptr;
    FactGrid* m_facts = nullptr;
    QTableView* m_verdicts = nullptr;
    QWidget* m_outcome = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_start = nullptr;
    std::function<void()> m_cancelIt;
    std::shared_ptr<JobProgress> m_progress;
    int m_job = 0;
    bool m_running = false;
};

}  // namespace evenhand::ui
