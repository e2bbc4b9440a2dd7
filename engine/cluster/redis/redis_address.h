// SPDX-License-Identifier: GPL-3.0-or-later
// Where a Redis is: redis://[[user]:password@]host[:port][,host[:port]…]. Several nodes are some of one cluster, or one
// master with its replicas: whichever answers tells the rest. There is no TLS and no database but 0.
// The password leaves through `password` alone: it stands in no error and not in text().
// Thread: value types, any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/secret.h"

namespace evenhand::redis {

struct NodeAddress {
    std::string host;           ///< a name, or an address as a number; IPv6 without brackets
    std::uint16_t port = 6379;  ///< 1 … 65535
    /// "host:6379", "[::1]:6379".
    [[nodiscard]] std::string text() const;
    auto operator<=>(const NodeAddress&) const = default;
};

struct RedisAddress {
    std::vector<NodeAddress> nodes;  ///< at least one, none twice
    std::string user;                ///< of the server's ACL; empty: the default user
    Secret password;                 ///< empty: none, or the caller fills it in

    /// User and password are percent-encoded where they hold one of ":/?#[]@%". InvalidArgument names the field
    /// (keyspace: the whole; user, password, host, port) and, but for the password and the whole, its value.
    [[nodiscard]] static Result<RedisAddress> parse(std::string_view text);
    /// The address without the password.
    [[nodiscard]] std::string text() const;
};

}  // namespace evenhand::redis
