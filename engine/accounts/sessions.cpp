// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/sessions.h"

#include "engine/base/invariant.h"

namespace evenhand::accounts {

std::shared_ptr<const api::Grant> Sessions::open(PersonId person, api::Permissions permissions) {
    EVENHAND_INVARIANT(person.value > 0,
                       "a session would belong to nobody, and no new role or password would reach it");
    auto grant = std::make_shared<api::Grant>(permissions);
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_sessions, [](const Session& session) {
        const auto living = session.grant.lock();
        return !living || living->ended();
    });
    m_sessions.push_back({person, grant, {}});
    return grant;
}

std::optional<PersonId> Sessions::personOf(const api::Actor& actor) const {
    if (!actor.grant || actor.grant->ended()) {
        return std::nullopt;
    }
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (session.grant.lock() == actor.grant) {
            return session.person;
        }
    }
    return std::nullopt;
}

void Sessions::change(PersonId person, api::Permissions permissions) {
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (const auto grant = session.grant.lock(); grant && session.person == person) {
            grant->change(permissions);
        }
    }
}

void Sessions::endAll(PersonId person, const api::Grant* except) {
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (const auto grant = session.grant.lock(); grant && session.person == person && grant.get() != except) {
            grant->end();
        }
    }
}

void Sessions::end(const api::Grant* grant) {
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (const auto living = session.grant.lock(); living && living.get() == grant) {
            living->end();
        }
    }
}

void Sessions::keep(const api::Grant* grant, std::string hash) {
    const std::lock_guard lock(m_mutex);
    for (auto& session : m_sessions) {
        if (const auto living = session.grant.lock(); living && living.get() == grant) {
            session.hash = hash;
        }
    }
}

std::string Sessions::keptAs(const api::Grant* grant) const {
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (const auto living = session.grant.lock(); living && living.get() == grant) {
            return session.hash;
        }
    }
    return {};
}

std::optional<std::string> Sessions::setLocked(const api::Grant* grant, bool locked) {
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (const auto living = session.grant.lock(); living && living.get() == grant && living->locked() != locked) {
            living->setLocked(locked);
            return session.hash;
        }
    }
    return std::nullopt;
}

bool Sessions::isLocked(const std::string& hash) const {
    const std::lock_guard lock(m_mutex);
    for (const auto& session : m_sessions) {
        if (const auto living = session.grant.lock(); living && session.hash == hash && living->locked()) {
            return true;
        }
    }
    return false;
}

}  // namespace evenhand::accounts
