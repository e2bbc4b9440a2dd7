// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/known_state.h"

#include <utility>

namespace evenhand::remote {

KnownState::KnownState(const Clock& clock) : m_clock(clock) { m_status.state = api::EngineState::Disconnected; }

Result<void> KnownState::waitForFirst() const {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_everUp || m_failure; });
    return m_everUp ? Result<void>() : fail(*m_failure);
}

std::optional<api::Actor> KnownState::owner() const {
    const std::scoped_lock lock(m_mutex);
    return m_owner;
}

std::size_t KnownState::reached() const {
    const std::scoped_lock lock(m_mutex);
    return m_reached;
}

api::EngineStatus KnownState::status() const {
    const std::scoped_lock lock(m_mutex);
    auto status = m_status;
    // Time goes on while nobody tells it: without a line, and where nobody has signed in.
    constexpr std::int64_t kQuietMs = 1'000;
    const auto quietMs = nowMs() - m_toldMs;
    if (m_toldMs != 0 && (status.state == api::EngineState::Disconnected || quietMs > kQuietMs)) {
        status.now = status.now.plusMs(quietMs);
    }
    return status;
}

api::WorkspaceInfo KnownState::workspace() const {
    const std::scoped_lock lock(m_mutex);
    return m_workspace;
}

void KnownState::told(api::EngineStatus status) {
    const std::scoped_lock lock(m_mutex);
    m_status = std::move(status);
    m_toldMs = nowMs();
}

void KnownState::told(api::WorkspaceInfo workspace) {
    const std::scoped_lock lock(m_mutex);
    m_workspace = std::move(workspace);
}

void KnownState::toldTime(Instant now) {
    const std::scoped_lock lock(m_mutex);
    m_status.now = now;
    m_toldMs = nowMs();
}

void KnownState::setOwner(api::Actor owner) {
    const std::scoped_lock lock(m_mutex);
    m_owner = std::move(owner);
}

bool KnownState::removeOwner() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_owner, std::nullopt).has_value();
}

void KnownState::up(std::size_t reached) {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_status.state == api::EngineState::Disconnected) {
            m_status.state = api::EngineState::Live;  // until the service says how it is, which it does at once
            m_status.reason.clear();
        }
        m_everUp = true;
        m_reached = reached;
    }
    m_changed.notify_all();
}

void KnownState::down(const Error& why) {
    const std::scoped_lock lock(m_mutex);
    if (m_status.state != api::EngineState::Disconnected) {
        m_status.since = m_status.now;
    }
    m_status.state = api::EngineState::Disconnected;
    m_status.cause = why.code;
    m_status.reason = why.message;
    m_status.standing.clear();
    m_status.parts.clear();  // what the service said of them is over
}

void KnownState::firstTryFailed(Error why) {
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_everUp) {
            m_failure = std::move(why);
        }
    }
    m_changed.notify_all();
}

void KnownState::ended(Error why) {
    {
        const std::scoped_lock lock(m_mutex);
        m_failure = std::move(why);
    }
    m_changed.notify_all();
}

}  // namespace evenhand::remote
