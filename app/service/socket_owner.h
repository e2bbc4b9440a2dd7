// SPDX-License-Identifier: GPL-3.0-or-later
// Whose a connection is that comes from this machine, as the system knows it. Thread: any.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace evenhand::app {

/// One end of a connection.
struct SocketEnd {
    std::string address;  ///< a number
    std::uint16_t port = 0;
};
/// The account that has opened the end `from` of the connection to `to`; nullopt: none of this machine has, or the
/// system does not say. Only of a connection that stands: of one that is over the system says that it was root's. Reads
/// /proc/net/tcp and tcp6.
[[nodiscard]] std::optional<uid_t> socketOwner(const SocketEnd& from, const SocketEnd& to);

}  // namespace evenhand::app
