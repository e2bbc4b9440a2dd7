// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/engine_seat.h"

#include <algorithm>
#include <chrono>
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

bool EngineSeat::owns(std::string_view name, std::string_view subject) const {
    if (m_clock.monotonicNs() >= m_untilNs) {
        return false;
    }
    const auto position = tasks::ringPositionOf(name, subject);
    const std::lock_guard lock(m_ringMutex);
    return m_place && m_ring.ownerOf(position) == m_place;
}

void EngineSeat::keep() {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        renew();
        lock.lock();
        m_wake.wait_for(lock, std::chrono::milliseconds(kRenewMs), [this] { return m_stopping; });
    }
    lock.unlock();
    m_untilNs = 0;
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
        const auto others = m_membership.members();
        const auto positions = tasks::drawPositions(m_id, m_clock.now(), tasks::kVirtualNodes, others.members, m_rng);
        const auto joined = m_membership.join({m_id, m_name, positions, {}, {}}, kLeaseMs);
        m_isMember = joined || joined.error().code == ErrorCode::AlreadyExists;
        if (joined) {
            m_untilNs = untilNs;
        } else {
            base::log(base::LogLevel::Warning, "engines", "cannot join: " + joined.error().text());
        }
    }
    const auto list = m_membership.members();
    const auto self = std::find_if(list.members.begin(), list.members.end(),
                                   [this](const auto& member) { return member.id == m_id; });
    const std::lock_guard lock(m_ringMutex);
    m_ring = tasks::Ring(list.members);
    m_place = self == list.members.end() ? std::nullopt
                                         : std::optional(static_cast<std::size_t>(self - list.members.begin()));
}

}  // namespace evenhand::app
