// SPDX-License-Identifier: GPL-3.0-or-later
// All consoles of a service: what was committed is gathered here and told to each of them once per tenth of a second,
// and the sessions are kept by which a line can be taken up again.
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

/// So many bytes that nobody can guess.
using RandomBytes = std::function<std::string(std::size_t)>;

class DeskHub {
public:
    /// What is given outlives the hub. `filesFolder`: where files are written before they are sent.
    DeskHub(api::EngineApi& engine, const Clock& clock, RandomBytes random, std::string filesFolder);
    ~DeskHub();
    DeskHub(const DeskHub&) = delete;
    DeskHub& operator=(const DeskHub&) = delete;

    [[nodiscard]] std::shared_ptr<DeskSession> accept(std::string peer, std::optional<api::Actor> owner);
    /// These were committed.
    void committed(const std::vector<api::Event>& events);
    /// Several times a second.
    void tick();

    [[nodiscard]] api::EngineApi& engine() noexcept { return m_engine; }
    [[nodiscard]] const std::string& filesFolder() const noexcept { return m_filesFolder; }
    [[nodiscard]] std::vector<std::shared_ptr<DeskSession>> sessions() const;

    // For sessions.
    void lineOpened() noexcept { ++m_lines; }
    void lineClosed() noexcept { --m_lines; }
    /// The owner with the grant that ends for all of its lines when somebody can sign in.
    [[nodiscard]] api::Actor ownerNow(const api::Actor& owner);

    // The tokens by which a person's line is taken up again. They end with the grant, or an hour after
    // the line did. The engine keeps a hash of each besides, by which another service knows them.
    [[nodiscard]] std::string keep(const api::Actor& actor);
    /// Taken up with a grant of this service, begun at another one.
    void keep(const std::string& token, const api::Actor& actor);
    /// nullopt: there is none, its grant has ended, or its console is locked.
    [[nodiscard]] std::optional<api::Actor> actorOf(const std::string& token);
    void forget(const std::string& token);
    /// Its session has ended here. What the database keeps of it may be removed a little later.
    [[nodiscard]] bool isOver(const std::string& token) const { return m_over.contains(hashOf(token)); }
    /// As AccountDesk knows a session.
    [[nodiscard]] static std::string hashOf(const std::string& token);

private:
    struct Kept {
        api::Actor actor;
        std::int64_t usedMs = 0;  ///< of the monotonic clock
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
    std::map<std::string, std::int64_t> m_over;  ///< sessions that have ended here, likewise, and when
    std::int64_t m_eventsMs = 0;                 ///< when they were told last
    std::int64_t m_statusMs = 0;
    std::int64_t m_lookedMs = 0;
    std::int64_t m_renewedMs = 0;
    std::int64_t m_measuredMs = 0;

    std::shared_ptr<api::Grant> m_ownerGrant;  ///< nullptr: no owner has come in
    std::shared_ptr<std::atomic<bool>> m_somebodyCanSignIn = std::make_shared<std::atomic<bool>>(false);
    std::atomic<bool> m_peopleChanged{false};
    std::atomic<int> m_lines{0};

    std::mutex m_mutex;
    std::vector<std::string> m_events;  ///< not yet told, each once; by m_mutex
    std::set<std::string> m_waiting;    ///< the same; by m_mutex
};

}  // namespace evenhand::ingest
