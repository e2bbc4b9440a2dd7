// SPDX-License-Identifier: GPL-3.0-or-later
// Where a service listens. Thread: values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::remote {

struct ServiceAddress {
    std::string host;  ///< a name, or an address as a number, IPv6 without brackets
    std::uint16_t port = 8480;
    bool isEncrypted = true;  ///< false: only at this machine
    bool operator==(const ServiceAddress&) const = default;
};

/// "shop.example", "shop.example:8480", "[::1]:8480", or several of them with commas, of which the first that answers
/// is used. A line to this machine is not encrypted unless the address begins with "https://"; "http://", as the
/// service prints it, is accepted too. Error: InvalidArgument (service).
[[nodiscard]] Result<std::vector<ServiceAddress>> serviceAddresses(std::string_view text);
/// "shop.example:8480", "[::1]:8480".
[[nodiscard]] std::string textOf(const ServiceAddress& address);
/// True if the address is this machine, where nobody can listen in between. Of names only "localhost" counts.
[[nodiscard]] bool isLoopback(const ServiceAddress& address);

}  // namespace evenhand::remote
