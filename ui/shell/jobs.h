// SPDX-License-Identifier: GPL-3.0-or-later
// Background jobs that the bottom bar shows: title, progress, pause, cancel.
// Thread: GUI, but for JobProgress, which any thread may set.
#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace evenhand::ui {

/// Set by the working thread, read at the next beat by the bar.
struct JobProgress {
    std::atomic<std::int64_t> done{0};
    std::atomic<std::int64_t> total{-1};      ///< -1: not known
    std::atomic<std::int64_t> perSecond{-1};  ///< -1: not known, or not worth telling
};

struct Job {
    int id = 0;
    QString title;
    std::shared_ptr<JobProgress> progress;
    std::function<void()> cancel;  ///< empty: cannot be cancelled
    bool cancelling = false;
    std::function<void(bool)> pause = {};  ///< asks it to pause or to go on; empty: it cannot pause
    bool isPaused = false;
};

class JobList : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The job runs until finish(id). Post the result to Notices.
    int start(const QString& title, std::shared_ptr<JobProgress> progress, std::function<void()> cancel);
    void finish(int id);
    /// Asks the job to stop; it is over at finish().
    void cancel(int id);
    /// From now on it can pause.
    void allowPause(int id, std::function<void(bool)> pause);
    /// Asks the job to pause or to go on.
    void setPaused(int id, bool paused);
    [[nodiscard]] const std::vector<Job>& jobs() const noexcept { return m_jobs; }

Q_SIGNALS:
    void changed();  ///< started, pausing, cancelling or finished; progress is read at the beat

private:
    [[nodiscard]] Job* find(int id);

    std::vector<Job> m_jobs;
    int m_lastId = 0;
};

}  // namespace evenhand::ui
