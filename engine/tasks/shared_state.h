// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of tasks tell the board about workers: how much each has done, those of this process as they do it,
// those of other processes that share the workspace as these say it now and then. For display only: a batch that was
// rolled back is counted all the same. And whom they tell of the walk of every night.
// Thread: any.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/clock.h"

namespace evenhand::tasks {

class SharedState {
public:
    struct Figures {
        std::int64_t done = 0;
        double perSecond = 0;  ///< over the last whole seconds
        std::optional<Instant> lastSeen;
    };
    using FiguresByName = std::map<std::string, Figures>;
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
    /// Where other processes work on the ring too (tellOthers()), nullopt: none has said anything of it yet.
    [[nodiscard]] std::optional<Figures> of(const std::string& worker, Instant now) const {
        const std::scoped_lock lock(m_mutex);
        if (const auto own = m_workers.find(worker); own != m_workers.end()) {
            return figuresOf(own->second, now);
        }
        if (!m_others) {
            return Figures{};
        }
        const auto other = m_others->find(worker);
        return other == m_others->end() ? std::nullopt : std::optional(other->second);
    }
    /// Of all workers of this process.
    [[nodiscard]] FiguresByName all(Instant now) const {
        const std::scoped_lock lock(m_mutex);
        FiguresByName figures;
        for (const auto& [name, entry] : m_workers) {
            figures.emplace(name, figuresOf(entry, now));
        }
        return figures;
    }
    /// What other processes say of theirs, in place of all that they said before.
    void tellOthers(FiguresByName figures) {
        const std::scoped_lock lock(m_mutex);
        m_others = std::move(figures);
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
    [[nodiscard]] static Figures figuresOf(const Entry& entry, Instant now) {
        std::int64_t tasks = 0;
        for (const auto& slot : entry.seconds) {
            if (slot.second < now.ms / 1000 && slot.second >= now.ms / 1000 - kRateSeconds) {
                tasks += slot.tasks;
            }
        }
        return {entry.done, static_cast<double>(tasks) / kRateSeconds, entry.lastSeen};
    }

    mutable std::mutex m_mutex;
    std::map<std::string, Entry> m_workers;
    std::optional<FiguresByName> m_others;  ///< nullopt: there are no other processes
};

}  // namespace evenhand::tasks
