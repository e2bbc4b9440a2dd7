// SPDX-License-Identifier: GPL-3.0-or-later
// Where etcd listens: etcd://[user@]host[:port][,host[:port]…], the servers of one cluster. The password is never part
// of the address. Not encrypted: between machines that somebody else can listen to, both ends go through stunnel.
// Thread: values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::etcd {

struct Endpoint {
    std::string host;  ///< a name, or an address as a number, IPv6 without brackets
    std::uint16_t port = 2379;
    bool operator==(const Endpoint&) const = default;
};

struct Address {
    std::string user;                 ///< empty: etcd asks for none
    std::vector<Endpoint> endpoints;  ///< at least one; the first that answers is taken

    /// InvalidArgument (membership) says what is wrong with it.
    [[nodiscard]] static Result<Address> fromUrl(std::string_view url);
    [[nodiscard]] std::string url() const;
    bool operator==(const Address&) const = default;
};

/// "etcd.example:2379", "[::1]:2379".
[[nodiscard]] std::string textOf(const Endpoint& endpoint);

}  // namespace evenhand::etcd
