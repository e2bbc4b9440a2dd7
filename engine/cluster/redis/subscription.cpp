// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/subscription.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace evenhand::redis {
namespace {

constexpr std::int64_t kTryEveryMs = 1'000;
constexpr std::int64_t kSilenceMs = 30'000;

void sleepFor(std::int64_t ms) {
    (void)::poll(nullptr, 0, static_cast<int>(std::clamp<std::int64_t>(ms, 0, std::numeric_limits<int>::max())));
}

}  // namespace

Subscription::Subscription(RedisAddress address, std::string channel, const RedisOptions& options, const Clock& clock,
                           Heard heard)
    : m_address(std::move(address)),
      m_login{m_address.user, m_address.password},
      m_channel(std::move(channel)),
      m_options(options),
      m_clock(clock),
      m_heard(std::move(heard)),
      m_tryNs(clock.monotonicNs()) {}

bool Subscription::wait(std::int64_t timeoutMs) {
    const auto nowNs = m_clock.monotonicNs();
    if (m_connection && nowNs - m_heardNs >= kSilenceMs * base::kNsPerMs) {
        m_connection.reset();
        m_tryNs = nowNs;
    }
    if (!m_connection) {
        if (nowNs < m_tryNs) {
            sleepFor(timeoutMs);
            return false;
        }
        if (listen(timeoutMs)) {
            return true;
        }
        m_tryNs = m_clock.monotonicNs() + kTryEveryMs * base::kNsPerMs;
        sleepFor(timeoutMs - (m_clock.monotonicNs() - nowNs) / base::kNsPerMs);
        return false;
    }
    auto pushed = m_connection->pushed(timeoutMs);
    if (!pushed) {
        m_connection.reset();
        m_tryNs = m_clock.monotonicNs();
        return true;  // what was published meanwhile is lost
    }
    if (!*pushed) {
        return false;
    }
    // One look serves all that came together.
    while (pushed && *pushed) {
        hear(**pushed);
        pushed = m_connection->pushed(0);
    }
    m_heardNs = m_clock.monotonicNs();
    return true;
}

/// [message, channel, what was published]
void Subscription::hear(const keyspace::Reply& pushed) const {
    constexpr std::size_t kParts = 3;
    if (m_heard && pushed.elements.size() == kParts && pushed.elements[0].text == "message") {
        m_heard(pushed.elements[2].text);
    }
}

bool Subscription::listen(std::int64_t timeoutMs) {
    const auto& node = m_address.nodes[m_next % m_address.nodes.size()];
    ++m_next;
    auto connection = std::make_unique<Connection>(node, m_login, m_clock);
    // The caller has something else to do after its time.
    const auto withinMs = std::min(m_options.connectTimeoutMs, std::max<std::int64_t>(timeoutMs, 1));
    if (!connection->open(withinMs)) {
        return false;
    }
    connection->queue(std::array<std::string_view, 2>{"SUBSCRIBE", m_channel});
    const std::array<Connection*, 1> self{connection.get()};
    Connection::exchange(self, withinMs, m_clock);
    const auto replies = connection->takeReplies();
    if (connection->fault() || replies.empty() || replies.front().isError()) {
        return false;
    }
    m_connection = std::move(connection);
    m_heardNs = m_clock.monotonicNs();
    return true;
}

}  // namespace evenhand::redis
