// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/jobs.h"

#include <algorithm>
#include <utility>

#include "engine/base/invariant.h"

namespace evenhand::ui {

int JobList::start(const QString& title, std::shared_ptr<JobProgress> progress, std::function<void()> cancel) {
    m_jobs.push_back({++m_lastId, title, std::move(progress), std::move(cancel)});
    Q_EMIT changed();
    return m_lastId;
}

void JobList::finish(int id) {
    const auto ended = std::erase_if(m_jobs, [id](const Job& job) { return job.id == id; });
    EVENHAND_INVARIANT(ended <= 1, "the end of one job would take another one from the list");
    Q_EMIT changed();
}

Job* JobList::find(int id) {
    const auto job = std::find_if(m_jobs.begin(), m_jobs.end(), [id](const Job& each) { return each.id == id; });
    return job == m_jobs.end() ? nullptr : &*job;
}

void JobList::allowPause(int id, std::function<void(bool)> pause) {
    if (Job* const job = find(id)) {
        job->pause = std::move(pause);
        Q_EMIT changed();
    }
}

void JobList::setPaused(int id, bool paused) {
    Job* const job = find(id);
    if (job == nullptr || job->isPaused == paused || job->cancelling || !job->pause) {
        return;
    }
    job->isPaused = paused;
    const auto pauseIt = job->pause;
    pauseIt(paused);
    Q_EMIT changed();
}

void JobList::cancel(int id) {
    Job* const job = find(id);
    if (job == nullptr || job->cancelling || !job->cancel) {
        return;
    }
    job->cancelling = true;
    const auto cancelIt = job->cancel;
    cancelIt();  // may finish the job at once
    Q_EMIT changed();
}

}  // namespace evenhand::ui
