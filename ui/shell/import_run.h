// SPDX-License-Identifier: GPL-3.0-or-later
// The import that is under way, or the last one: it goes on whatever page is shown, as a job of the bottom line, and
// tells what came of it. One at a time.
// Thread: GUI. Invariant: an import that is dropped (the window goes) is asked to stop.
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

    /// Only while none is running; the program can import.
    void begin(const QString& path, const ImportPlan& plan);
    void setPaused(bool paused);
    void cancel();
    /// What was done last is not shown any more.
    void forget();

    [[nodiscard]] State state() const noexcept { return m_state; }
    [[nodiscard]] bool isRunning() const noexcept { return m_state == State::Running; }
    [[nodiscard]] bool isPaused() const { return isRunning() && m_control->isPaused(); }
    [[nodiscard]] bool isCancelling() const { return isRunning() && m_control->isCancelled(); }
    /// Without its folder.
    [[nodiscard]] QString fileName() const;
    [[nodiscard]] const ImportPlan& plan() const noexcept { return m_plan; }
    /// Once it is done.
    [[nodiscard]] const ImportResult& result() const noexcept { return m_result; }

    /// "Importing: 1,203 of 25,900 orders · 8,900 a second"
    [[nodiscard]] QString progressText() const;
    /// Of 1,000; -1: not known.
    [[nodiscard]] int progress() const;
    /// What came of it, in a sentence.
    [[nodiscard]] QString resultText() const;

Q_SIGNALS:
    void changed();     ///< state, paused, cancelling
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
    std::deque<std::pair<qint64, std::int64_t>> m_seen;  ///< when, and how many by then; of the last seconds
};

}  // namespace evenhand::ui
