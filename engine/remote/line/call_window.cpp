// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/call_window.h"

namespace evenhand::remote {

bool CallWindow::enter(std::int64_t id, bool bulk) {
    auto& waiting = bulk ? m_waitingBulk : m_waiting;
    if (!waiting.empty() || !hasPlace(bulk)) {
        waiting.push_back(id);
        return false;
    }
    put(id, bulk);
    return true;
}

void CallWindow::put(std::int64_t id, bool bulk) {
    m_there.emplace(id, bulk);
    m_bulk += bulk ? 1 : 0;
}

void CallWindow::leave(std::int64_t id) {
    if (const auto left = m_there.extract(id); !left.empty()) {
        m_bulk -= left.mapped() ? 1 : 0;
    }
}

std::optional<std::int64_t> CallWindow::next() {
    for (const bool bulk : {false, true}) {
        auto& waiting = bulk ? m_waitingBulk : m_waiting;
        if (!waiting.empty() && hasPlace(bulk)) {
            const auto id = waiting.front();
            waiting.pop_front();
            put(id, bulk);
            return id;
        }
    }
    return std::nullopt;
}

void CallWindow::clear() {
    m_there.clear();
    m_bulk = 0;
    m_waiting.clear();
    m_waitingBulk.clear();
}

}  // namespace evenhand::remote
