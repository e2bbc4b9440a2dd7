// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the account that owns a connection from this machine, by asking the operating system. Thread: any.
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
/// The account that has opened the end `from` of the connection to `to`; nullopt: it is not from this machine, or the
/// system does not say. Ask only while the connection is open: for a closed one the system names root. Reads
/// /proc/net/tcp and tcp6.
[[nodiscard]] std::optional<uid_t> socketOwner(const SocketEnd& from, const SocketEnd& to);

}  // namespace evenhand::app
