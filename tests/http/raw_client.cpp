// SPDX-License-Identifier: GPL-3.0-or-later
#include "raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "engine/ingest/http/message.h"

namespace evenhand::test {
namespace {

constexpr int kWaitSeconds = 30;

}  // namespace

std::string RawResponse::header(std::string_view name) const {
    for (const auto& [field, value] : headers) {
        if (ingest::equalIgnoringCase(field, name)) {
            return value;
        }
    }
    return {};
}

RawClient::RawClient(std::uint16_t port, int receiveBuffer, const char* from) {
    m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval wait{kWaitSeconds, 0};
    ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    ::setsockopt(m_socket, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    if (receiveBuffer > 0) {
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    }
    const int on = 1;
    ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (from != nullptr) {
        sockaddr_in source{};
        source.sin_family = AF_INET;
        source.sin_addr.s_addr = ::inet_addr(from);
        if (::bind(m_socket, reinterpret_cast<const sockaddr*>(&source), sizeof source) != 0) {
            ::close(std::exchange(m_socket, -1));
            return;
        }
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(std::exchange(m_socket, -1));
    }
}

RawClient::~RawClient() {
    if (m_socket >= 0) {
        ::close(m_socket);
    }
}

bool RawClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto n = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

void RawClient::endSending() { ::shutdown(m_socket, SHUT_WR); }

bool RawClient::more() {
    std::array<char, 65536> chunk{};
    const auto n = ::recv(m_socket, chunk.data(), chunk.size(), 0);
    if (n <= 0) {
        return false;
    }
    m_input.append(chunk.data(), static_cast<std::size_t>(n));
    return true;
}

std::string RawClient::until(std::string_view mark) {
    std::size_t at = m_input.find(mark);
    while (at == std::string::npos && more()) {
        at = m_input.find(mark);
    }
    const std::size_t size = at == std::string::npos ? m_input.size() : at + mark.size();
    std::string taken = m_input.substr(0, size);
    m_input.erase(0, size);
    return taken;
}

std::optional<RawResponse> RawClient::response(bool head) {
    const std::string top = until("\r\n\r\n");
    if (!top.ends_with("\r\n\r\n") || !top.starts_with("HTTP/1.1 ")) {
        return std::nullopt;
    }
    RawResponse response;
    response.status = std::atoi(top.c_str() + 9);
    std::size_t at = top.find("\r\n") + 2;
    while (at + 2 < top.size()) {
        const auto end = top.find("\r\n", at);
        const auto colon = top.find(": ", at);
        response.headers.emplace_back(top.substr(at, colon - at), top.substr(colon + 2, end - colon - 2));
        at = end + 2;
    }
    const std::size_t length = head ? 0 : std::strtoull(response.header("content-length").c_str(), nullptr, 10);
    while (m_input.size() < length && more()) {
    }
    if (m_input.size() < length) {
        return std::nullopt;
    }
    response.body = m_input.substr(0, length);
    m_input.erase(0, length);
    return response;
}

std::optional<std::string> RawClient::rest() {
    std::array<char, 65536> chunk{};
    ssize_t n = 0;
    while ((n = ::recv(m_socket, chunk.data(), chunk.size(), 0)) > 0) {
        m_input.append(chunk.data(), static_cast<std::size_t>(n));
    }
    // A reset ends a connection too.
    const bool closed = n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
    return closed ? std::optional(std::exchange(m_input, {})) : std::nullopt;
}

std::string get(std::string_view target, std::string_view more) {
    return "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) + "\r\n";
}

std::string post(std::string_view target, std::string_view body, std::string_view more) {
    return "POST " + std::string(target) +
           " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + std::string(more) + "\r\n" + std::string(body);
}

}  // namespace evenhand::test
