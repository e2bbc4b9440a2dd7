// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/connection.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

namespace evenhand::redis {
namespace {

constexpr std::size_t kReadBytes = 64U << 10U;

/// A node that has no right to be asked PING, or cannot answer yet, is there all the same.
bool isAlive(const keyspace::Reply& pong) {
    constexpr std::array<std::string_view, 4> kStates{"LOADING", "BUSY", "MASTERDOWN", "NOPERM"};
    return !pong.isError() || std::any_of(kStates.begin(), kStates.end(),
                                          [&pong](std::string_view state) { return pong.text.starts_with(state); });
}

int pollMs(std::int64_t leftNs) {
    const auto ms = (std::max<std::int64_t>(leftNs, 0) + base::kNsPerMs - 1) / base::kNsPerMs;
    return static_cast<int>(std::min<std::int64_t>(ms, INT_MAX));
}

}  // namespace

Connection::Connection(NodeAddress node, const Login& login, const Clock& clock)
    : m_node(std::move(node)), m_login(login), m_clock(clock) {}

bool Connection::isUsable() const noexcept {
    // Between exchanges a node says nothing, so whatever waits there is the end of the line or belongs to nobody.
    return m_socket.isOpen() && m_reader.isEmpty() && !m_socket.isReadable();
}

void Connection::close() noexcept {
    m_socket.close();
    m_out.clear();
    m_ends.clear();
    m_replies.clear();
    m_written = 0;
    scripts.clear();
}

Result<void> Connection::open(std::int64_t timeoutMs) {
    close();
    m_fault.reset();
    m_reader = ReplyReader();
    EVENHAND_ASSIGN(m_socket, Socket::connect(m_node, timeoutMs, m_clock));
    auto greeted = greet(timeoutMs);
    if (!greeted) {
        close();
    }
    return greeted;
}

Result<void> Connection::greet(std::int64_t timeoutMs) {
    const bool signsIn = !m_login.user.empty() || !m_login.password.empty();
    if (signsIn && m_login.user.empty()) {
        queue(std::array<std::string_view, 2>{"AUTH", m_login.password.reveal()});
    } else if (signsIn) {
        queue(std::array<std::string_view, 3>{"AUTH", m_login.user, m_login.password.reveal()});
    }
    queue(std::array<std::string_view, 1>{"PING"});
    const std::array<Connection*, 1> self{this};
    exchange(self, timeoutMs, m_clock);
    std::fill(m_out.begin(), m_out.end(), '\0');  // the password was in it
    const auto replies = takeReplies();
    if (signsIn && !replies.empty() && replies.front().isError()) {
        const auto& text = replies.front().text;
        if (text.starts_with("ERR max")) {  // "… number of clients reached": so it answers whoever comes
            return fail(ErrorCode::Storage, "the Redis node " + m_node.text() + " takes no more clients", "node",
                        m_node.text());
        }
        // Its own words may repeat what it was sent, the password: a server without AUTH does.
        return fail(ErrorCode::PermissionDenied,
                    "the Redis node " + m_node.text() + " refuses the user or the password", "user", m_login.user);
    }
    if (!replies.empty() && replies.back().type == keyspace::Reply::Type::Error && !isAlive(replies.back())) {
        if (replies.back().text.starts_with("NOAUTH")) {
            return fail(ErrorCode::PermissionDenied, "the Redis node " + m_node.text() + " wants a password", "user",
                        m_login.user);
        }
        return fail(ErrorCode::Storage,
                    "the Redis node " + m_node.text() + " takes no commands: " + replies.back().text, "node",
                    m_node.text());
    }
    if (m_fault) {
        return fail(*m_fault);
    }
    return {};
}

void Connection::queue(std::span<const std::string_view> command) {
    appendCommand(m_out, command);
    m_ends.push_back(m_out.size());
}

void Connection::exchange(std::span<Connection* const> connections, std::int64_t timeoutMs, const Clock& clock) {
    for (auto* const connection : connections) {
        connection->m_sent = 0;
        connection->m_timeoutNs = connection->m_leftNs = timeoutMs * base::kNsPerMs;
    }
    std::vector<Connection*> waiting;
    std::vector<pollfd> ends;
    for (;;) {
        waiting.clear();
        ends.clear();
        auto leftNs = timeoutMs * base::kNsPerMs;
        for (auto* const connection : connections) {
            if (connection->isWaiting()) {
                const bool writes = connection->m_written < connection->m_out.size();
                waiting.push_back(connection);
                ends.push_back({connection->m_socket.fd(), static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0});
                leftNs = std::min(leftNs, connection->m_leftNs);
            }
        }
        if (waiting.empty()) {
            return;
        }
        const auto from = clock.monotonicNs();
        const int ready = ::poll(ends.data(), ends.size(), pollMs(leftNs));
        // Where nothing came, the wait itself is what has passed, also by a clock that stands still.
        const auto passedNs = ready == 0 ? std::max(leftNs, clock.monotonicNs() - from) : clock.monotonicNs() - from;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            waiting[i]->m_leftNs -= passedNs;
            waiting[i]->step(ready > 0 ? ends[i].revents : short{0});
        }
    }
}

void Connection::step(short events) {
    if ((events & POLLOUT) != 0) {
        write();
    }
    if ((events & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0 && !m_fault) {
        read();
    }
    if (isWaiting() && m_leftNs <= 0) {
        lose("it has not answered for " + std::to_string(m_timeoutNs / base::kNsPerMs) + " ms");
    }
}

void Connection::write() {
    const auto moved = m_socket.send(std::string_view(m_out).substr(m_written));
    m_written += moved.bytes;
    while (m_sent < m_ends.size() && m_ends[m_sent] <= m_written) {
        ++m_sent;
    }
    if (moved.isOver) {
        // What it has said before it ended is still there, an answer or why it takes nothing.
        read();
        if (isWaiting()) {
            lose(moved.why);
        }
    }
}

void Connection::read() {
    std::array<char, kReadBytes> buffer;
    const auto moved = m_socket.receive(buffer.data(), buffer.size());
    m_reader.feed({buffer.data(), moved.bytes});
    while (m_replies.size() < m_ends.size()) {
        keyspace::Reply reply;
        const auto step = m_reader.next(reply);
        if (step == ReplyReader::Step::Broken) {
            lose("it answers what is not Redis' protocol: " + m_reader.fault());
            return;
        }
        if (step == ReplyReader::Step::NeedsMore) {
            break;
        }
        m_replies.push_back(std::move(reply));
        m_leftNs = m_timeoutNs;
    }
    if (moved.isOver && isWaiting()) {
        lose(moved.why);
    }
}

Result<std::optional<keyspace::Reply>> Connection::pushed(std::int64_t timeoutMs) {
    auto leftNs = timeoutMs * base::kNsPerMs;
    for (;;) {
        keyspace::Reply reply;
        const auto next = m_fault ? ReplyReader::Step::Broken : m_reader.next(reply);
        if (next == ReplyReader::Step::Complete) {
            return std::optional(std::move(reply));
        }
        if (next == ReplyReader::Step::Broken) {
            if (!m_fault) {
                lose("it says what is not Redis' protocol: " + m_reader.fault());
            }
            return fail(*m_fault);
        }
        pollfd end{m_socket.fd(), POLLIN, 0};
        const auto from = m_clock.monotonicNs();
        const int ready = ::poll(&end, 1, pollMs(leftNs));
        if (ready == 0) {
            return std::optional<keyspace::Reply>();
        }
        leftNs -= m_clock.monotonicNs() - from;
        std::array<char, kReadBytes> buffer;
        const auto moved = m_socket.receive(buffer.data(), buffer.size());
        m_reader.feed({buffer.data(), moved.bytes});
        if (moved.isOver) {
            lose(moved.why);
        }
    }
}

void Connection::lose(const std::string& why) {
    m_fault = Error{ErrorCode::Storage, "the connection to the Redis node " + m_node.text() + " was lost: " + why,
                    "node", m_node.text()};
    m_socket.close();
}

std::vector<keyspace::Reply> Connection::takeReplies() {
    m_out.clear();
    m_ends.clear();
    m_written = 0;
    return std::exchange(m_replies, {});
}

}  // namespace evenhand::redis
