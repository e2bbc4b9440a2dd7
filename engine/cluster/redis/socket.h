// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP connection that never blocks, is not inherited by programs that this one starts, and ends with the object.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/cluster/redis/redis_address.h"

namespace evenhand::redis {

class Socket {
public:
    Socket() = default;
    explicit Socket(int fd) noexcept : m_fd(fd) {}
    ~Socket() { close(); }
    Socket(Socket&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    /// Tries the addresses of the host one after the other, `timeoutMs` for all of them (a name server takes as long as
    /// it takes). Storage (node) if none takes the connection.
    [[nodiscard]] static Result<Socket> connect(const NodeAddress& node, std::int64_t timeoutMs, const Clock& clock);

    [[nodiscard]] bool isOpen() const noexcept { return m_fd >= 0; }
    [[nodiscard]] int fd() const noexcept { return m_fd; }
    void close() noexcept;

    struct Moved {
        std::size_t bytes = 0;  ///< 0: none at the moment
        bool isOver = false;    ///< the connection is gone
        std::string why{};      ///< of that
    };
    [[nodiscard]] Moved send(std::string_view bytes);
    [[nodiscard]] Moved receive(char* into, std::size_t size);
    /// Something waits to be read, which may be the end.
    [[nodiscard]] bool isReadable() const noexcept;

private:
    int m_fd = -1;
};

}  // namespace evenhand::redis
