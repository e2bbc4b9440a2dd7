// SPDX-License-Identifier: GPL-3.0-or-later
// How many calls of a line are with the service. It refuses what is beyond wire::kMaxOpenCalls, so that waits at this
// end, in its order. What is asked in bulk (api::Call::bulk) has three quarters of the places at most: the person who
// has an import under way is answered at once all the same.
// Thread: the line's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "engine/wire/protocol.h"

namespace evenhand::remote {

class CallWindow {
public:
    static constexpr std::size_t kAll = wire::kMaxOpenCalls;
    static constexpr std::size_t kBulk = kAll / 4 * 3;

    /// True: it is with the service from now on. False: it waits until next() names it.
    [[nodiscard]] bool enter(std::int64_t id, bool bulk);
    /// It has its answer.
    void leave(std::int64_t id);
    /// One that has waited, and is with the service from now on; nullopt: none waits, or there is no place.
    [[nodiscard]] std::optional<std::int64_t> next();
    /// The line is gone: nothing is with the service, and nothing waits for it.
    void clear();

private:
    [[nodiscard]] bool hasPlace(bool bulk) const noexcept { return m_there.size() < kAll && (!bulk || m_bulk < kBulk); }
    void put(std::int64_t id, bool bulk);

    std::map<std::int64_t, bool> m_there;  ///< with the service; whether it is one in bulk
    std::size_t m_bulk = 0;                ///< of them
    std::deque<std::int64_t> m_waiting, m_waitingBulk;
};

}  // namespace evenhand::remote
