// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

namespace evenhand::redis {
namespace {

struct FreeAddresses {
    void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

std::string textOfErrno(int number) { return std::generic_category().message(number); }

tl::unexpected<Error> unreachable(const NodeAddress& node, const std::string& why) {
    return fail(ErrorCode::Storage, "the Redis node " + node.text() + " cannot be reached: " + why, "node",
                node.text());
}

Result<Addresses> resolve(const NodeAddress& node) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const int failed = ::getaddrinfo(node.host.c_str(), std::to_string(node.port).c_str(), &wanted, &found);
    if (failed != 0) {
        return unreachable(node, failed == EAI_SYSTEM ? textOfErrno(errno) : ::gai_strerror(failed));
    }
    return Addresses(found);
}

/// 0, or why the connection that was begun does not stand within the time.
int awaitConnected(int fd, std::int64_t& leftNs, const Clock& clock) {
    while (leftNs > 0) {
        pollfd end{fd, POLLOUT, 0};
        const auto waitsMs = static_cast<int>((leftNs + base::kNsPerMs - 1) / base::kNsPerMs);
        const auto from = clock.monotonicNs();
        const int ready = ::poll(&end, 1, waitsMs);
        leftNs -= clock.monotonicNs() - from;
        if (ready > 0) {
            int failed = 0;
            socklen_t size = sizeof failed;
            return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size) == 0 ? failed : errno;
        }
        if (ready == 0) {
            leftNs = 0;  // whatever the clock says of it
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return ETIMEDOUT;
}

/// 0, or why not.
int connectTo(const addrinfo& address, Socket& socket, std::int64_t& leftNs, const Clock& clock) {
    Socket made(::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!made.isOpen()) {
        return errno;
    }
    const int on = 1;
    (void)::setsockopt(made.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)::setsockopt(made.fd(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    if (::connect(made.fd(), address.ai_addr, address.ai_addrlen) != 0) {
        if (errno != EINPROGRESS) {
            return errno;
        }
        if (const int failed = awaitConnected(made.fd(), leftNs, clock); failed != 0) {
            return failed;
        }
    }
    socket = std::move(made);
    return 0;
}

}  // namespace

Result<Socket> Socket::connect(const NodeAddress& node, std::int64_t timeoutMs, const Clock& clock) {
    EVENHAND_ASSIGN(const auto addresses, resolve(node));
    auto leftNs = timeoutMs * base::kNsPerMs;
    int failed = EADDRNOTAVAIL;
    for (const auto* address = addresses.get(); address != nullptr; address = address->ai_next) {
        Socket socket;
        failed = connectTo(*address, socket, leftNs, clock);
        if (failed == 0) {
            return socket;
        }
    }
    return unreachable(node, textOfErrno(failed));
}

void Socket::close() noexcept {
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

Socket::Moved Socket::send(std::string_view bytes) {
    const auto sent = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
        return {static_cast<std::size_t>(sent)};
    }
    const bool later = errno == EAGAIN || errno == EINTR;
    return {0, !later, later ? std::string() : textOfErrno(errno)};
}

Socket::Moved Socket::receive(char* into, std::size_t size) {
    const auto got = ::recv(m_fd, into, size, 0);
    if (got > 0) {
        return {static_cast<std::size_t>(got)};
    }
    if (got == 0) {
        return {0, true, "it was closed at the other end"};
    }
    const bool later = errno == EAGAIN || errno == EINTR;
    return {0, !later, later ? std::string() : textOfErrno(errno)};
}

bool Socket::isReadable() const noexcept {
    pollfd end{m_fd, POLLIN, 0};
    return ::poll(&end, 1, 0) > 0;
}

}  // namespace evenhand::redis
