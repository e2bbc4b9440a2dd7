// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearses a flash sale with a generated crowd: the plan, progress that can be cancelled, then the curve and every
// invariant that was checked. Nothing of it touches the sale.
// Thread: GUI; progress is told on the rehearsal's thread and read at the beat. Closing the dialog cancels.
#pragma once

#include <atomic>
#include <optional>

#include "engine/api/seckill_desk.h"
#include "ui/dialogs/rehearsal_frame.h"
#include "ui/plots/attempts_plot.h"
#include "ui/plots/sale_plot.h"
#include "ui/widgets/card.h"

namespace evenhand::ui {

class RehearsalDialog : public RehearsalFrame {
    Q_OBJECT

public:
    /// `row`: the activity that is copied. `mayStart`: the dialog offers to start it afterwards.
    RehearsalDialog(UiContext& context, const api::ActivityRow& row, bool mayStart, QWidget* parent);

    [[nodiscard]] const std::optional<Result<api::RehearsalResult>>& outcome() const noexcept { return m_result; }
    /// What the fields say; nullopt while one of them will not do.
    [[nodiscard]] std::optional<api::RehearsalPlan> plan() const;
    [[nodiscard]] SalePlot* curve() const { return m_curve; }

Q_SIGNALS:
    void startRequested(const evenhand::ActivityId& activity);

protected:
    [[nodiscard]] QString problemOfPlan() const override;
    void submit(const std::shared_ptr<JobProgress>& job) override;
    [[nodiscard]] QString progressNow(std::int64_t attempts) const override;
    void startRequestedNow() override { Q_EMIT startRequested(m_row.set.id); }

private:
    struct Progress {
        std::atomic<int> stage{0};
        std::atomic<std::int64_t> orders{0};
    };
    void setupPlan();
    [[nodiscard]] QLayout* setupPlots();
    void showResult(const api::RehearsalResult& result);

    api::ActivityRow m_row;
    Card* m_curveCard = nullptr;
    Card* m_attemptsCard = nullptr;
    SalePlot* m_curve = nullptr;
    AttemptsPlot* m_attempts = nullptr;
    std::shared_ptr<Progress> m_progress;
    std::optional<Result<api::RehearsalResult>> m_result;
};

}  // namespace evenhand::ui
