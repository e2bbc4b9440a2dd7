// SPDX-License-Identifier: GPL-3.0-or-later
// What is due, read from the index (kind, due_at, task_id) in windows and kept in memory: a claim takes from it
// what lies in its ranges, so that nobody scans again and again what others own. It lives in the connection's memo,
// which is emptied whenever something is undone; whatever makes a task due before the point it has read up to empties
// it too. It may hold what is not due any more (cancelled, taken): taking is a compare-and-set. Thread: that of the
// Database, for the engine's connection alone.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/api/ring_range.h"
#include "engine/store/records/task_store.h"

namespace evenhand::store::tasks {

class DueWindow {
public:
    using Ranges = std::vector<api::RingRange>;

    /// At most `limit` that are due at `now`, of these kinds, with positions that `wanted` accepts, in order of
    /// (due, id) within a kind. They leave the window. `ranges` name the one who asks: the same ranges always want the
    /// same, so what was passed over for them once is not looked at again.
    [[nodiscard]] Result<std::vector<Due>> pick(Database& database, Instant now, std::span<const api::TaskKind> kinds,
                                                std::int64_t limit, const Ranges& ranges,
                                                const std::function<bool(std::uint32_t)>& wanted);
    /// True if a task that is due then is beyond what was read, so that it will be found. `made`: its id is higher than
    /// all others.
    [[nodiscard]] bool willFind(api::TaskKind kind, Instant due, bool made) const noexcept {
        const auto& upTo = m_kinds[static_cast<std::size_t>(kind)].upTo;
        return !upTo || due > upTo->due || (made && due == upTo->due);
    }

private:
    static constexpr std::int64_t kRead = 4'096;
    static constexpr std::size_t kMaxCursors = 256;  // rings that were are forgotten
    struct Entry {
        Due due;
        std::uint64_t number = 0;  ///< counted up
        bool gone = false;
    };
    struct Kind {
        std::vector<Entry> entries;                                  ///< in order
        std::size_t gone = 0;                                        ///< of them
        std::optional<Due> upTo;                                     ///< the last that was read
        std::uint64_t next = 0;                                      ///< number
        std::map<std::vector<std::uint64_t>, std::uint64_t> passed;  ///< per ranges: all entries below this number
    };
    [[nodiscard]] static Result<bool> readOn(Database& database, api::TaskKind kind, Kind& window, Instant now);
    static void tidy(Kind& window);

    std::array<Kind, 7> m_kinds;
};

[[nodiscard]] std::shared_ptr<DueWindow> dueWindow(Database& database);
/// A task is due then from now on.
void noteDue(Database& database, api::TaskKind kind, const std::optional<Instant>& due, bool made);

}  // namespace evenhand::store::tasks
