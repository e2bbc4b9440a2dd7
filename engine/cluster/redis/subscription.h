// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for what others publish on a channel, on a line of its own: so that who sleeps is woken before its time.
// Messages on channels may be lost, with the line or before it stood; whoever waits looks by itself from time to time
// as well. Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/cluster/redis/connection.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/cluster/redis/redis_options.h"

namespace evenhand::redis {

class Subscription {
public:
    /// Is given what was published, within wait().
    using Heard = std::function<void(std::string_view message)>;
    /// Connects when it first waits, to any node: what is published at one is heard at all. The clock outlives it.
    Subscription(RedisAddress address, std::string channel, const RedisOptions& options, const Clock& clock,
                 Heard heard = {});

    /// True as soon as something was published since the last call, or may have been: a new line has missed what came
    /// before. False: `timeoutMs` are over. Without a line it waits as long, and tries the next node once a second. A
    /// line that says nothing for half a minute is made anew, as it may be dead at the other end.
    [[nodiscard]] bool wait(std::int64_t timeoutMs);
    [[nodiscard]] bool isListening() const noexcept { return m_connection != nullptr; }

private:
    [[nodiscard]] bool listen(std::int64_t timeoutMs);
    void hear(const keyspace::Reply& pushed) const;

    const RedisAddress m_address;
    const Login m_login;
    const std::string m_channel;
    const RedisOptions m_options;
    const Clock& m_clock;
    const Heard m_heard;
    std::unique_ptr<Connection> m_connection;  ///< has subscribed
    std::size_t m_next = 0;                    ///< node to try
    std::int64_t m_tryNs = 0;                  ///< not before this instant
    std::int64_t m_heardNs = 0;                ///< when the line last said something
};

}  // namespace evenhand::redis
