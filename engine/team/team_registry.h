// SPDX-License-Identifier: GPL-3.0-or-later
// The consoles that are connected now, in memory only. The service enters the consoles on its lines. A console of this
// process is entered by its first call.
// Thread: any. Invariant: after each change an event tells everybody what to read again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/runtime/engine.h"

namespace evenhand::team {

/// Publishes events to all subscribers; called on any thread.
using Tell = std::function<void(const std::vector<api::Event>&)>;

class TeamRegistry final : public api::TeamDesk {
public:
    /// Engine and clock must outlive it.
    TeamRegistry(runtime::Engine& engine, const Clock& clock, Tell tell);

    api::Answer<std::vector<api::ConnectedConsole>> connected(const api::Call& call) override;
    api::Answer<void> end(const api::Call& call, ConsoleId console) override;
    api::Answer<void> look(const api::Call& call, api::Looking looking) override;
    api::Answer<std::vector<api::Onlooker>> others(const api::Call& call, api::Subject subject) override;
    api::Answer<api::EnteredConsole> enter(api::NewConsole console) override;
    api::Answer<void> leave(ConsoleId console) override;
    api::Answer<void> measured(ConsoleId console, std::int64_t roundTripMs) override;

    /// How many are connected over a line.
    [[nodiscard]] std::int64_t connectedNow();

private:
    struct Console {
        api::ConnectedConsole row;
        std::string called{};  ///< the person; empty: as the row has it
        api::Looking looking{};
        std::shared_ptr<std::atomic<bool>> ended = std::make_shared<std::atomic<bool>>(false);
        /// Only of the console of this process, which is gone when its grant ends; the others leave by leave().
        std::shared_ptr<const api::Grant> grant{};
        [[nodiscard]] bool isThere() const { return !*ended && !(grant && grant->ended()); }
    };
    void enterOwn(const api::Call& call);
    void markEnded(ConsoleId console);

    runtime::Engine& m_engine;
    const Clock& m_clock;
    const Tell m_tell;
    std::mutex m_mutex;  ///< guards the following
    std::map<ConsoleId, Console> m_consoles;
    std::int64_t m_next = 0;
};

}  // namespace evenhand::team
