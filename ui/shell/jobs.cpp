// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/jobs.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {

int JobList::start(const QString& title, std::shared_ptr<JobProgress> progress, std::function<void()> cancel) {
    m_jobs.push_back({++m_lastId, title, std::move(progress), std::move(cancel), false});
    Q_EMIT changed();
    return m_lastId;
}

void JobList::finish(int id) {
    std::erase_if(m_jobs, [id](const Job& job) { return job.id == id; });
    Q_EMIT changed();
}

void JobList::cancel(int id) {
    const auto job = std::find_if(m_jobs.begin(), m_jobs.end(), [id](const Job& each) { return each.id == id; });
    if (job == m_jobs.end() || job->cancelling || !job->cancel) {
        return;
    }
    job->cancelling = true;
    const auto cancelIt = job->cancel;
    cancelIt();  // may finish the job at once
    Q_EMIT changed();
}

}  // namespace evenhand::ui
