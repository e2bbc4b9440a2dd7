// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/engine_seat.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <tuple>
#include <utility>

#include "engine/base/log.h"

namespace evenhand::app {

EngineSeat::EngineSeat(api::Membership& membership, const Clock& clock, std::string id, std::string name)
    : m_membership(membership), m_clock(clock), m_id(std::move(id)), m_name(std::move(name)) {}

void EngineSeat::start() {
    m_thread = std::thread([this] { keep(); });
}

void EngineSeat::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

bool EngineSeat::leads() const noexcept { return m_first && m_clock.monotonicNs() < m_untilNs; }

void EngineSeat::keep() {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        renew();
        lock.lock();
        m_wake.wait_for(lock, std::chrono::milliseconds(kRenewMs), [this] { return m_stopping; });
    }
    lock.unlock();
    m_first = false;
    m_membership.leave(m_id);
}

void EngineSeat::renew() {
    // Counted from before the call, so that it ends here before it ends for the others.
    const auto untilNs = m_clock.monotonicNs() + kLeaseMs * base::kNsPerMs;
    if (m_isMember) {
        const auto kept = m_membership.keepAlive(m_id);
        m_isMember = kept || kept.error().code != ErrorCode::NotFound;
        if (kept) {
            m_untilNs = untilNs;
        }
    }
    if (!m_isMember) {
        // Engines have no part of a ring: a position is only what makes a member.
        const auto position = static_cast<std::uint32_t>(std::hash<std::string>{}(m_id));
        const auto joined = m_membership.join({m_id, m_name, {position}, {}, {}}, kLeaseMs);
        m_isMember = joined || joined.error().code == ErrorCode::AlreadyExists;
        if (joined) {
            m_untilNs = untilNs;
        } else {
            base::log(base::LogLevel::Warning, "engines", "cannot join: " + joined.error().text());
        }
    }
    const auto list = m_membership.members();
    const auto first =
        std::min_element(list.members.begin(), list.members.end(), [](const auto& one, const auto& other) {
            return std::tie(one.joinedAt, one.id) < std::tie(other.joinedAt, other.id);
        });
    m_first = first != list.members.end() && first->id == m_id;
}

}  // namespace evenhand::app
