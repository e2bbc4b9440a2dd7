// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a relay until told to stop: pass after pass while there is something to do, else as soon as somebody has
// committed messages and says so, and without that every 200 ms.
// Thread: that of the relay.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "engine/outbox/relay.h"

namespace evenhand::outbox {

/// Waits until somebody says that there may be messages (kNudges), at most `timeoutMs`. Over Redis:
/// redis::Subscription::wait().
using NudgeWait = std::function<void(std::int64_t timeoutMs)>;

class RelayLoop {
public:
    static constexpr std::int64_t kPatienceMs = 200;

    /// The relay outlives it. `relayed` is called after a pass that has put messages into streams: those who handle
    /// them may look.
    RelayLoop(Relay& relay, NudgeWait wait, std::function<void()> relayed = {})
        : m_relay(relay), m_wait(std::move(wait)), m_relayed(std::move(relayed)) {}

    /// One pass, and a wait unless there is more to do. What goes wrong is logged once, until it goes well again.
    void turn();
    /// Turns until `ended` answers true, then gives the relay's row back.
    void run(const std::function<bool()>& ended);

private:
    Relay& m_relay;
    NudgeWait m_wait;
    std::function<void()> m_relayed;
    std::string m_trouble;  ///< the last error; empty: all goes well
};

}  // namespace evenhand::outbox
