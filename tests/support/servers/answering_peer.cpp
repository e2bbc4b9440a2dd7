// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/answering_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace evenhand::testing {
namespace {

constexpr int kPollMs = 20;

/// A line "*3" or "$5" at `at`, which then stands behind it; nullopt: not all of it is there yet.
std::optional<std::size_t> lengthAt(std::string_view bytes, std::size_t& at) {
    const auto end = bytes.find("\r\n", at);
    std::size_t length = 0;
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    (void)std::from_chars(bytes.data() + at + 1, bytes.data() + end, length);
    at = end + 2;
    return length;
}

/// The first whole command, taken off `bytes`.
std::optional<Arguments> takeCommand(std::string& bytes) {
    std::size_t at = 0;
    const auto count = lengthAt(bytes, at);
    Arguments command;
    for (std::size_t i = 0; count && i < *count; ++i) {
        const auto length = lengthAt(bytes, at);
        if (!length || bytes.size() < at + *length + 2) {
            return std::nullopt;
        }
        command.push_back(bytes.substr(at, *length));
        at += *length + 2;
    }
    if (!count) {
        return std::nullopt;
    }
    bytes.erase(0, at);
    return command;
}

bool sendAll(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace

AnsweringPeer::AnsweringPeer(Answer answer)
    : m_answer(std::move(answer)), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(m_listener, 64) == 0 &&
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
        m_port = ntohs(address.sin_port);
        m_acceptor = std::thread([this] { accept(); });
    }
}

AnsweringPeer::~AnsweringPeer() {
    m_stop = true;
    if (m_acceptor.joinable()) {
        m_acceptor.join();
    }
    for (auto& thread : m_threads) {
        thread.join();
    }
    ::close(m_listener);
}

redis::NodeAddress AnsweringPeer::address() const { return {"127.0.0.1", m_port}; }

redis::RedisAddress AnsweringPeer::seeds() const {
    redis::RedisAddress all;
    all.nodes.push_back(address());
    return all;
}

std::vector<Arguments> AnsweringPeer::asked() const {
    const std::scoped_lock lock(m_mutex);
    return m_asked;
}

void AnsweringPeer::accept() {
    while (!m_stop) {
        pollfd waiting{m_listener, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMs) > 0) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            ++m_connections;
            m_threads.emplace_back([this, client] { serve(client); });
        }
    }
}

void AnsweringPeer::serve(int client) {
    std::string received;
    std::array<char, 65'536> buffer;
    while (!m_stop) {
        pollfd waiting{client, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMs) <= 0) {
            continue;
        }
        const auto got = ::recv(client, buffer.data(), buffer.size(), 0);
        if (got <= 0) {
            break;
        }
        received.append(buffer.data(), static_cast<std::size_t>(got));
        if (!answerAll(client, received)) {
            break;
        }
    }
    ::close(client);
}

bool AnsweringPeer::answerAll(int client, std::string& received) {
    while (auto command = takeCommand(received)) {
        std::optional<std::string> said;
        {
            const std::scoped_lock lock(m_mutex);
            if ((*command)[0] != "AUTH" && (*command)[0] != "PING") {
                m_asked.push_back(*command);
            }
            said = m_answer(*command);
        }
        if (!said || !sendAll(client, *said)) {
            return false;
        }
    }
    return true;
}

}  // namespace evenhand::testing
