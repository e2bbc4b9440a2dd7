// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/desk_hub.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/sha256.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {
namespace {

constexpr std::int64_t kLookMs = 1'000;
constexpr std::size_t kTokenBytes = 32;

std::shared_ptr<const std::string> messageOf(const char* name, boost::json::value value) {
    return std::make_shared<const std::string>(boost::json::serialize(boost::json::object{{name, std::move(value)}}));
}

}  // namespace

DeskHub::DeskHub(api::EngineApi& engine, const Clock& clock, RandomBytes random, std::string filesFolder)
    : m_engine(engine), m_clock(clock), m_random(std::move(random)), m_filesFolder(std::move(filesFolder)) {
    m_renewedMs = nowMs();
}

DeskHub::~DeskHub() {
    for (const auto& session : sessions()) {
        session->checkGrant();  // what an administrator has ended is over at the next service, too
        session->leaveTeam();   // the engine may go on without the service
    }
}

std::shared_ptr<DeskSession> DeskHub::accept(std::string peer, std::optional<api::Actor> owner) {
    auto session = std::make_shared<DeskSession>(*this, std::move(peer), std::move(owner));
    m_sessions.push_back(session);
    return session;
}

std::vector<std::shared_ptr<DeskSession>> DeskHub::sessions() const {
    std::vector<std::shared_ptr<DeskSession>> there;
    for (const auto& each : m_sessions) {
        if (auto session = each.lock()) {
            there.push_back(std::move(session));
        }
    }
    return there;
}

void DeskHub::committed(const std::vector<api::Event>& events) {
    if (std::any_of(events.begin(), events.end(),
                    [](const auto& event) { return event.kind == api::Event::Kind::PeopleChanged; })) {
        m_peopleChanged = true;
    }
    if (m_lines == 0) {
        return;  // on the engine's thread, which must not work for consoles that are not there
    }
    const std::scoped_lock lock(m_mutex);
    for (const auto& event : events) {
        auto text = boost::json::serialize(wire::writeEvent(event));
        if (m_waiting.insert(text).second) {
            m_events.push_back(std::move(text));
        }
    }
}

void DeskHub::tick() {
    std::erase_if(m_sessions, [](const auto& each) { return each.expired(); });
    const auto now = nowMs();
    if (now - m_eventsMs >= wire::kEventsMs) {
        m_eventsMs = now;
        tellEvents();
    }
    if (now - m_statusMs >= wire::kStatusMs) {
        m_statusMs = now;
        tellStatus();
    }
    if (now - m_lookedMs >= kLookMs) {
        m_lookedMs = now;
        forgetOld();
    }
    if (now - m_renewedMs >= api::kSessionRenewedMs) {
        m_renewedMs = now;
        renew();
    }
    lookForPeople();
    for (const auto& session : sessions()) {
        session->checkGrant();
    }
    if (now - m_measuredMs >= wire::kPingMs) {
        m_measuredMs = now;
        for (const auto& session : sessions()) {
            session->measure();
        }
    }
}

api::Actor DeskHub::ownerNow(const api::Actor& owner) {
    if (m_ownerGrant == nullptr) {
        m_ownerGrant = std::make_shared<api::Grant>(owner.permissions);
    }
    auto now = owner;
    now.permissions = 0;
    now.grant = m_ownerGrant;
    return now;
}

/// As soon as somebody can sign in, everybody must: also whoever was let in as the owner before.
void DeskHub::lookForPeople() {
    if (m_somebodyCanSignIn->exchange(false) && m_ownerGrant != nullptr) {
        std::exchange(m_ownerGrant, nullptr)->end();
    }
    if (m_ownerGrant != nullptr && m_peopleChanged.exchange(false)) {
        m_engine.accounts().signInState().then([flag = m_somebodyCanSignIn](const Result<api::SignInState>& state) {
            if (state && state->needed) {
                *flag = true;
            }
        });
    }
}

void DeskHub::tellEvents() {
    std::vector<std::string> events;
    {
        const std::scoped_lock lock(m_mutex);
        events.swap(m_events);
        m_waiting.clear();
    }
    if (events.empty() || m_sessions.empty()) {
        return;
    }
    std::string text = R"({"events":[)";
    for (const auto& event : events) {
        text += event;
        text += ',';
    }
    text.back() = ']';
    text += '}';
    const auto message = std::make_shared<const std::string>(std::move(text));
    for (const auto& session : sessions()) {
        session->tell(message);
    }
}

void DeskHub::tellStatus() {
    if (m_sessions.empty()) {
        return;
    }
    wire::Writing out;
    const auto message = messageOf("status", wire::write(m_engine.status(), out));
    for (const auto& session : sessions()) {
        session->tell(message);
    }
}

std::string DeskHub::keep(const api::Actor& actor) {
    auto token = base::hexOf(m_random(kTokenBytes));
    keep(token, actor);
    return token;
}

void DeskHub::keep(const std::string& token, const api::Actor& actor) {
    EVENHAND_INVARIANT(actor.grant != nullptr, "a session would be kept that neither signing out nor a new role ends");
    m_kept[hashOf(token)] = {actor, nowMs()};
}

std::string DeskHub::hashOf(const std::string& token) { return base::hexOf(base::bytesOf(base::sha256(token))); }

/// Stores that these sessions are in use, in one command. If this service is then killed, another one still accepts
/// them.
void DeskHub::renew() {
    const auto now = nowMs();
    std::vector<std::string> used;
    for (const auto& [hash, kept] : m_kept) {
        if (now - kept.usedMs <= kLookMs) {
            used.push_back(hash);
        }
    }
    if (!used.empty()) {
        (void)m_engine.accounts().renewSessions(std::move(used));
    }
}

std::optional<api::Actor> DeskHub::actorOf(const std::string& token) {
    const auto kept = m_kept.find(hashOf(token));
    if (kept == m_kept.end() || kept->second.actor.ended() || isLocked(kept->second)) {
        return std::nullopt;
    }
    kept->second.usedMs = nowMs();
    return kept->second.actor;
}

void DeskHub::forget(const std::string& token) {
    if (token.empty()) {
        return;
    }
    const auto hash = hashOf(token);
    m_kept.erase(hash);
    m_over[hash] = nowMs();
}

bool DeskHub::isLocked(const Kept& kept) { return kept.actor.grant != nullptr && kept.actor.grant->locked(); }

/// Sessions whose line is there are used as they are. One that is locked ends with its line.
void DeskHub::forgetOld() {
    const auto now = nowMs();
    std::set<const api::Grant*> there;
    for (const auto& session : sessions()) {
        there.insert(session->actor().grant.get());
    }
    for (auto& [hash, kept] : m_kept) {
        if (there.contains(kept.actor.grant.get())) {
            kept.usedMs = now;
        } else if (isLocked(kept) && !kept.actor.ended()) {
            m_over[hash] = now;
            (void)m_engine.accounts().signOut({kept.actor, {}, {}});
        }
    }
    std::erase_if(m_kept, [&](const auto& entry) {
        return entry.second.actor.ended() || now - entry.second.usedMs > api::kSessionMs;
    });
    // After this time a session that was not renewed is refused anyway, so it need not be remembered.
    std::erase_if(m_over, [&](const auto& entry) { return now - entry.second > api::kSessionMs; });
}

}  // namespace evenhand::ingest
