// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/timer_tally.h"

#include <chrono>

namespace evenhand::store {

std::shared_ptr<TimerTally> timerTallyOf(Database& database) {
    auto& watcher = database.watcher();
    if (!watcher) {
        // Made late nothing is missed: whoever changes a timer asks for it.
        watcher = std::make_shared<TimerTally>();
    }
    return std::static_pointer_cast<TimerTally>(watcher);
}

void TimerTally::change(const CampusId& campus, api::TimerKind kind, int by) {
    auto known = m_campuses.find(campus.str());
    if (known == m_campuses.end()) {
        known = m_campuses.emplace(campus.str(), m_campuses.size()).first;
    }
    m_changed.push_back({known->second, static_cast<std::size_t>(kind), by});
}

void TimerTally::undone() {
    m_changed.clear();
    m_changedAll = false;
    m_scope = 0;
}

void TimerTally::began() {
    undone();
    if (!m_known) {  // read on the one thread that writes it
        anew();
    }
}

void TimerTally::scopeUndone() {
    if (m_changed.size() > m_scope) {
        m_changed.resize(m_scope);
    }
}

void TimerTally::committing() {
    if (m_changed.empty() && !m_changedAll) {
        return;  // whatever a reader's snapshot shows of it, the timers are the same
    }
    const std::lock_guard lock(m_mutex);
    m_committing = true;
}

void TimerTally::committed(bool known) {
    if (known && m_changed.empty() && !m_changedAll) {
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_committing = false;
        ++m_commits;
        m_epoch += m_changedAll ? 1 : 0;
        m_known = m_known && known;
        if (known) {
            m_told.resize(m_campuses.size());
            if (m_names.size() < m_campuses.size()) {
                m_names.resize(m_campuses.size());
                for (const auto& [name, index] : m_campuses) {
                    m_names[index] = name;
                }
            }
            for (const auto& change : m_changed) {
                m_told[change.campus].armed[change.kind] += change.by;
                ++m_told[change.campus].changes[change.kind];
            }
        }
    }
    undone();
    m_settled.notify_all();
}

void TimerTally::anew() {
    {
        const std::lock_guard lock(m_mutex);
        m_committing = false;
        ++m_commits;
        ++m_epoch;
        m_known = true;
        m_told.assign(m_told.size(), {});
    }
    m_settled.notify_all();
}

std::optional<std::int64_t> TimerTally::settled() {
    std::unique_lock lock(m_mutex);
    m_settled.wait_for(lock, std::chrono::milliseconds(100), [&] { return !m_committing; });
    return m_committing || !m_known ? std::nullopt : std::optional(m_commits);
}

std::optional<TimerTally::Cut> TimerTally::cut(std::int64_t settled) const {
    const std::lock_guard lock(m_mutex);
    if (m_committing || !m_known || m_commits != settled) {
        return std::nullopt;
    }
    Cut cut{m_epoch, {}};
    for (std::size_t i = 0; i < m_told.size(); ++i) {
        cut.since.emplace(m_names[i], m_told[i]);
    }
    return cut;
}

}  // namespace evenhand::store
