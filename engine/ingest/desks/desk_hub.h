// SPDX-License-Identifier: GPL-3.0-or-later
// All consoles of a service. What was committed is gathered here and sent to each console once per tenth of a second.
// Sessions are kept here too: a console whose line was cut takes its session up again by a token.
//
// Thread: the server's, but for committed(): any.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/ingest/desks/desk_session.h"

namespace evenhand::ingest {

/// Returns this many bytes that nobody can guess.
using RandomBytes = std::function<std::string(std::size_t)>;

class DeskHub {
public:
    /// Engine and clock must outlive the hub. `filesFolder`: where files are written before they are sent to a console.
    DeskHub(api::EngineApi& engine, const Clock& clock, RandomBytes random, std::string filesFolder);
    ~DeskHub();
    DeskHub(const DeskHub&) = delete;
    DeskHub& operator=(const DeskHub&) = delete;

    [[nodiscard]] std::shared_ptr<DeskSession> accept(std::string peer, std::optional<api::Actor> owner);
    /// Call with every batch of committed events.
    void committed(const std::vector<api::Event>& events);
    /// Call several times a second: sends what has been gathered.
    void tick();

    [[nodiscard]] api::EngineApi& engine() noexcept { return m_engine; }
    [[nodiscard]] const std::string& filesFolder() const noexcept { return m_filesFolder; }
    [[nodiscard]] std::vector<std::shared_ptr<DeskSession>> sessions() const;

    // For the sessions of single consoles.
    void lineOpened() noexcept { ++m_lines; }
    void lineClosed() noexcept { --m_lines; }
    /// The owner with the grant that all lines of the owner share. It ends as soon as somebody can sign in, and with it
    /// the owner's access on every line.
    [[nodiscard]] api::Actor ownerNow(const api::Actor& owner);

    // Makes and keeps a token, by which the session goes on over another line. It is good until the grant ends, or for
    // an hour after the line has ended. The engine stores its hash, so that another service accepts it too.
    [[nodiscard]] std::string keep(const api::Actor& actor);
    /// The same for a session that was begun at another service and now goes on at this one.
    void keep(const std::string& token, const api::Actor& actor);
    /// nullopt: there is none, its grant has ended, or its console is locked.
    [[nodiscard]] std::optional<api::Actor> actorOf(const std::string& token);
    void forget(const std::string& token);
    /// The session of this token has ended here, even if its row in the database is removed a little later.
    [[nodiscard]] bool isOver(const std::string& token) const { return m_over.contains(hashOf(token)); }
    /// The hash by which AccountDesk stores a session.
    [[nodiscard]] static std::string hashOf(const std::string& token);

private:
    struct Kept {
        api::Actor actor;
        std::int64_t usedMs = 0;  ///< by the monotonic clock
    };
    [[nodiscard]] static bool isLocked(const Kept& kept);
    [[nodiscard]] std::int64_t nowMs() const noexcept { return m_clock.monotonicNs() / 1'000'000; }
    void tellEvents();
    void tellStatus();
    void forgetOld();
    void renew();
    void lookForPeople();

    api::EngineApi& m_engine;
    const Clock& m_clock;
    const RandomBytes m_random;
    const std::string m_filesFolder;
    std::vector<std::weak_ptr<DeskSession>> m_sessions;
    std::map<std::string, Kept> m_kept;          ///< by a hash of the token, which itself is kept nowhere
    std::map<std::string, std::int64_t> m_over;  ///< by the same hash: sessions that have ended here, and when
    std::int64_t m_eventsMs = 0;                 ///< when events were last sent
    std::int64_t m_statusMs = 0;
    std::int64_t m_lookedMs = 0;
    std::int64_t m_renewedMs = 0;
    std::int64_t m_measuredMs = 0;

    std::shared_ptr<api::Grant> m_ownerGrant;  ///< nullptr: no owner has come in
    std::shared_ptr<std::atomic<bool>> m_somebodyCanSignIn = std::make_shared<std::atomic<bool>>(false);
    std::atomic<bool> m_peopleChanged{false};
    std::atomic<int> m_lines{0};

    std::mutex m_mutex;
    std::vector<std::string> m_events;  ///< to be sent, none twice; guarded by m_mutex
    std::set<std::string> m_waiting;    ///< the same events, to find doubles; guarded by m_mutex
};

}  // namespace evenhand::ingest
