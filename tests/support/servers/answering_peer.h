// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody at a port who takes Redis' commands and answers what the test wants: a server that reads its files for ever,
// sends everybody to somebody else, repeats what it was sent, or talks nonsense.
// Thread: made and destroyed on one; its own threads answer, and call what answers, one at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/cluster/redis/redis_address.h"
#include "tests/support/servers/redis_link.h"

namespace evenhand::testing {

class AnsweringPeer {
public:
    /// The bytes to answer a command with; none: nothing is said. nullopt ends the connection.
    using Answer = std::function<std::optional<std::string>(const Arguments& command)>;

    explicit AnsweringPeer(Answer answer);
    ~AnsweringPeer();
    AnsweringPeer(const AnsweringPeer&) = delete;
    AnsweringPeer& operator=(const AnsweringPeer&) = delete;

    [[nodiscard]] redis::NodeAddress address() const;
    [[nodiscard]] redis::RedisAddress seeds() const;
    /// What it was asked, the greeting of a connection (AUTH, PING) left out.
    [[nodiscard]] std::vector<Arguments> asked() const;
    [[nodiscard]] int connections() const { return m_connections; }

private:
    void accept();
    void serve(int client);
    [[nodiscard]] bool answerAll(int client, std::string& received);

    const Answer m_answer;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::atomic<bool> m_stop{false};
    std::atomic<int> m_connections{0};
    mutable std::mutex m_mutex;  ///< of what follows, and of answering
    std::vector<Arguments> m_asked;
    std::vector<std::thread> m_threads;  ///< the acceptor's, until it has ended
    std::thread m_acceptor;
};

}  // namespace evenhand::testing
