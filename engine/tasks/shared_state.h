// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of tasks tell the board about workers, in this process: how much each has done. For display only: a
// batch that was rolled back is counted all the same. And whom they tell of the walk of every night.
// Thread: any.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "engine/base/clock.h"

namespace evenhand::tasks {

class SharedState {
public:
    struct Figures {
        std::int64_t done = 0;
        double perSecond = 0;  ///< over the last whole seconds
        std::optional<Instant> lastSeen;
    };
    /// It has claimed or reported.
    void seen(const std::string& worker, Instant now) {
        const std::scoped_lock lock(m_mutex);
        m_workers[worker].lastSeen = now;
    }
    void done(const std::string& worker, std::int64_t tasks, Instant now) {
        const std::scoped_lock lock(m_mutex);
        auto& entry = m_workers[worker];
        entry.done += tasks;
        entry.lastSeen = now;
        auto& slot = entry.seconds[static_cast<std::size_t>(now.ms / 1000) % kSeconds];
        if (slot.second != now.ms / 1000) {
            slot = {now.ms / 1000, 0};
        }
        slot.tasks += tasks;
    }
    [[nodiscard]] Figures of(const std::string& worker, Instant now) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_workers.find(worker);
        if (found == m_workers.end()) {
            return {};
        }
        std::int64_t tasks = 0;
        for (const auto& slot : found->second.seconds) {
            if (slot.second < now.ms / 1000 && slot.second >= now.ms / 1000 - kRateSeconds) {
                tasks += slot.tasks;
            }
        }
        return {found->second.done, static_cast<double>(tasks) / kRateSeconds, found->second.lastSeen};
    }
    void forget(const std::string& worker) {
        const std::scoped_lock lock(m_mutex);
        m_workers.erase(worker);
    }
    /// Told on the engine's thread when the walk of every night begins (again, where its unit is undone): what belongs
    /// to that walk in rooms that tasks do not know. Set before the engine runs.
    std::function<void()> walkBegins;

private:
    static constexpr std::size_t kSeconds = 8;
    static constexpr std::int64_t kRateSeconds = 5;
    struct Slot {
        std::int64_t second = -1, tasks = 0;
    };
    struct Entry {
        std::int64_t done = 0;
        std::optional<Instant> lastSeen;
        std::array<Slot, kSeconds> seconds{};
    };
    mutable std::mutex m_mutex;
    std::map<std::string, Entry> m_workers;
};

}  // namespace evenhand::tasks
