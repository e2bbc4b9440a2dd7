// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearses a flash sale with a generated crowd: the plan, progress that can be cancelled, then the curve and every
// invariant that was checked. Nothing of it touches the sale.
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
#include <atomic>
#include <memory>
#include <optional>

#include "engine/api/seckill_desk.h"
#include "ui/plots/attempts_plot.h"
#include "ui/plots/sale_plot.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class RehearsalDialog : public QDialog {
    Q_OBJECT

public:
    /// `row`: the activity that is copied. `mayStart`: the dialog offers to start it afterwards.
    RehearsalDialog(UiContext& context, const api::ActivityRow& row, bool mayStart, QWidget* parent);
    ~RehearsalDialog() override;

    void run();
    void cancel();
    [[nodiscard]] bool isRunning() const noexcept { return m_running; }
    [[nodiscard]] const std::optional<Result<api::RehearsalResult>>& outcome() const noexcept { return m_result; }
    /// What the fields say; nullopt while one of them will not do.
    [[nodiscard]] std::optional<api::RehearsalPlan> plan() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QPushButton* runButton() const { return m_run; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QTableView* verdicts() const { return m_verdicts; }
    [[nodiscard]] QString verdict() const { return (m_held->isHidden() ? m_broken : m_held)->text(); }
    [[nodiscard]] QString progressText() const { return m_stage->text(); }
    [[nodiscard]] SalePlot* curve() const { return m_curve; }

Q_SIGNALS:
    void ended();
    void startRequested(const evenhand::ActivityId& activity);

protected:
    void done(int result) override;

private:
    struct Progress {
        std::atomic<int> stage{0};
        std::atomic<std::int64_t> attempts{0};
        std::atomic<std::int64_t> orders{0};
    };
    struct Field {
        const char* name;  ///< of the plan, as the engine names it
        QString caption;
        QLineEdit* edit = nullptr;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    void setupPlan();
    void setupProgress();
    void setupOutcome();
    void setupButtons();
    void addField(const char* name, const QString& caption, std::int64_t value, std::int64_t least, std::int64_t most,
                  const QString& tip);
    [[nodiscard]] std::int64_t valueOf(const char* name) const;
    void answered(const Result<api::RehearsalResult>& result);
    void showResult(const api::RehearsalResult& result);
    void showVerdicts(const api::RehearsalResult& result);
    void beat();
    void refresh();

    UiContext& m_context;
    api::ActivityRow m_row;
    bool m_mayStart;
    std::vector<Field> m_fields;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_planBox = nullptr;
    QProgressBar* m_bar = nullptr;
    QLabel* m_stage = nullptr;
    QLabel* m_held = nullptr;
    QLabel* m_broken = nullptr;
    QLabel* m_problem = nullptr;
    FactGrid* m_facts = nullptr;
    Card* m_curveCard = nullptr;
    Card* m_attemptsCard = nullptr;
    SalePlot* m_curve = nullptr;
    AttemptsPlot* m_attempts = nullptr;
    QTableView* m_verdicts = nullptr;
    QWidget* m_outcome = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_start = nullptr;
    std::shared_ptr<Progress> m_progress;
    QFuture<Result<api::RehearsalResult>> m_future;
    std::optional<Result<api::RehearsalResult>> m_result;
    int m_job = 0;
    bool m_running = false;
};

}  // namespace evenhand::ui
