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

/// "shop.example", "shop.example:8480", "[::1]:8480", several of them with commas: the first that answers is taken.
/// This machine is spoken to without encryption, unless "https://" stands before it; "http://" may, as the service
/// prints it. InvalidArgument (service).
[[nodiscard]] Result<std::vector<ServiceAddress>> serviceAddresses(std::string_view text);
/// "shop.example:8480", "[::1]:8480".
[[nodiscard]] std::string textOf(const ServiceAddress& address);
/// True: it is this machine, so that nobody can listen in between. A name is, if it is "localhost".
[[nodiscard]] bool isLoopback(const ServiceAddress& address);

}  // namespace evenhand::remote
