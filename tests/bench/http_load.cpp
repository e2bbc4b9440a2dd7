// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/http_load.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>

namespace evenhand::bench {
namespace {

using Steady = std::chrono::steady_clock;

struct Connection {
    int socket = -1;
    std::string input;
    Steady::time_point sent;
};

int connectTo(std::uint16_t port) {
    const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        std::perror("connect");
        ::close(made);
        return -1;
    }
    return made;
}

bool sendAll(int socket, std::string_view bytes) {
    while (!bytes.empty()) {  // small requests fit the socket's buffer
        const auto n = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

/// The status of the first whole response, which is taken away; nullopt: not whole yet.
std::optional<int> takeResponse(std::string& input) {
    constexpr std::string_view kLength = "\r\nContent-Length: ";
    constexpr std::string_view kEnd = "\r\n\r\n";
    const auto end = input.find(kEnd);
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::size_t length = 0;
    if (const auto at = input.find(kLength); at != std::string::npos && at < end) {
        const auto* begin = input.data() + at + kLength.size();
        std::from_chars(begin, input.data() + end, length);
    }
    if (input.size() < end + kEnd.size() + length) {
        return std::nullopt;
    }
    int status = 0;
    std::from_chars(input.data() + 9, input.data() + 12, status);
    input.erase(0, end + kEnd.size() + length);
    return status;
}

}  // namespace

LoadResult HttpLoad::run(const Next& next) const {
    LoadResult result;
    std::vector<Connection> connections(m_connections);
    const int poll = ::epoll_create1(EPOLL_CLOEXEC);
    std::int64_t number = 0;
    std::size_t open = 0;
    const auto start = Steady::now();
    const auto sendNext = [&](Connection& connection) {
        const auto bytes = next(number);
        if (bytes.empty()) {
            --open;
            return;
        }
        ++number;
        connection.sent = Steady::now();
        if (!sendAll(connection.socket, bytes)) {
            --open;
        }
    };
    for (std::size_t i = 0; i < connections.size(); ++i) {
        connections[i].socket = connectTo(m_port);
        if (connections[i].socket < 0) {
            continue;
        }
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = i;
        ::epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].socket, &event);
        ++open;
        sendNext(connections[i]);
    }
    std::array<epoll_event, 64> ready{};
    std::array<char, 65536> chunk{};
    while (open > 0) {
        const int count = ::epoll_wait(poll, ready.data(), static_cast<int>(ready.size()), 30'000);
        if (count <= 0) {
            std::fprintf(stderr, "no answer for half a minute\n");
            break;
        }
        for (int i = 0; i < count; ++i) {
            auto& connection = connections[ready[static_cast<std::size_t>(i)].data.u64];
            const auto n = ::recv(connection.socket, chunk.data(), chunk.size(), MSG_DONTWAIT);
            if (n <= 0) {
                ::epoll_ctl(poll, EPOLL_CTL_DEL, connection.socket, nullptr);
                --open;
                continue;
            }
            connection.input.append(chunk.data(), static_cast<std::size_t>(n));
            if (const auto status = takeResponse(connection.input)) {
                ++result.answered;
                result.others += *status == m_wanted ? 0 : 1;
                result.tookMs.push_back(
                    std::chrono::duration<double, std::milli>(Steady::now() - connection.sent).count());
                sendNext(connection);
            }
        }
    }
    result.seconds = std::chrono::duration<double>(Steady::now() - start).count();
    for (const auto& connection : connections) {
        ::close(connection.socket);
    }
    ::close(poll);
    return result;
}

std::string apiPost(std::string_view path, std::string_view token, std::string_view key, std::string_view body,
                    std::string_view more) {
    std::string request = "POST ";
    request.append(path).append(" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
    request.append("Authorization: Bearer ").append(token).append("\r\nIdempotency-Key: ").append(key);
    request.append("\r\nContent-Length: ").append(std::to_string(body.size())).append("\r\n").append(more);
    return request.append("\r\n").append(body);
}

}  // namespace evenhand::bench
