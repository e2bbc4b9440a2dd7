// SPDX-License-Identifier: GPL-3.0-or-later
// The running import, or the last one. It goes on whatever page is shown, as a job in the bottom line, and reports its
// result. One at a time.
// Thread: GUI. Invariant: destroying it (with the window) asks a running import to stop.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <deque>
#include <memory>
#include <utility>

#include "ui/shell/import_backend.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

struct JobProgress;

class ImportRun : public QObject {
    Q_OBJECT

public:
    enum class State : std::uint8_t { None, Running, Done };

    explicit ImportRun(UiContext& context, QObject* parent = nullptr);
    ~ImportRun() override;

    /// Starts an import; does nothing while one is running. The program must be able to import.
    void begin(const QString& path, const ImportPlan& plan);
    void setPaused(bool paused);
    void cancel();
    /// Stops showing the last result.
    void forget();

    [[nodiscard]] State state() const noexcept { return m_state; }
    [[nodiscard]] bool isRunning() const noexcept { return m_state == State::Running; }
    [[nodiscard]] bool isPaused() const { return isRunning() && m_control->isPaused(); }
    [[nodiscard]] bool isCancelling() const { return isRunning() && m_control->isCancelled(); }
    /// The name of the file without its folder.
    [[nodiscard]] QString fileName() const;
    [[nodiscard]] const ImportPlan& plan() const noexcept { return m_plan; }
    /// The result, once it is done.
    [[nodiscard]] const ImportResult& result() const noexcept { return m_result; }

    /// "Importing: 1,203 of 25,900 orders · 8,900 a second"
    [[nodiscard]] QString progressText() const;
    /// Progress from 0 to 1,000; -1: not known.
    [[nodiscard]] int progress() const;
    /// The result in a sentence.
    [[nodiscard]] QString resultText() const;

Q_SIGNALS:
    void changed();     ///< the state has changed, or it was paused or cancelled
    void progressed();  ///< at most at each beat of the window

private:
    void tick();
    void measure();
    void finish(const ImportResult& result);
    void tell();

    UiContext& m_context;
    State m_state = State::None;
    QString m_path;
    ImportPlan m_plan;
    std::shared_ptr<ImportControl> m_control;
    std::shared_ptr<JobProgress> m_progress;
    int m_job = 0;
    ImportResult m_result;
    QElapsedTimer m_clock;
    ImportControl::Phase m_phase = ImportControl::Phase::Reading;
    std::deque<std::pair<qint64, std::int64_t>> m_seen;  ///< time and number done by then, for the last seconds
};

}  // namespace evenhand::ui
