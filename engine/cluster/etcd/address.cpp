// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/address.h"

#include <charconv>

namespace evenhand::etcd {
namespace {

constexpr std::string_view kScheme = "etcd://";

Result<Endpoint> endpointFrom(std::string_view text, std::string_view url) {
    const auto wrong = [&url] {
        return fail(ErrorCode::InvalidArgument, "this is no address of the form etcd://host:port,host:port",
                    "membership", std::string(url));
    };
    Endpoint endpoint;
    std::string_view port;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) {
            return wrong();
        }
        endpoint.host = text.substr(1, end - 1);
        port = text.substr(end + 1);
    } else {
        const auto colon = text.find(':');
        endpoint.host = text.substr(0, colon);
        port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
    }
    if (endpoint.host.empty() || endpoint.host.find_first_of(" \t\r\n/@?#[]") != std::string::npos) {
        return wrong();
    }
    if (!port.empty()) {
        const auto* const last = port.data() + port.size();
        const auto [end, failed] = std::from_chars(port.data() + 1, last, endpoint.port);
        if (port.front() != ':' || failed != std::errc() || end != last || endpoint.port == 0) {
            return wrong();
        }
    }
    return endpoint;
}

}  // namespace

Result<Address> Address::fromUrl(std::string_view url) {
    if (!url.starts_with(kScheme)) {
        return fail(ErrorCode::InvalidArgument, "the address of the membership begins with etcd://", "membership",
                    std::string(url));
    }
    Address address;
    auto rest = url.substr(kScheme.size());
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        const auto user = rest.substr(0, at);
        if (user.find(':') != std::string_view::npos) {
            // Without the value: what stands behind the colon is not to be printed.
            return fail(ErrorCode::InvalidArgument, "a password does not belong in the address", "membership");
        }
        if (user.empty() || user.find_first_of(" \t\r\n/@?#,") != std::string_view::npos) {
            return fail(ErrorCode::InvalidArgument, "the name in front of @ is not that of a user", "membership",
                        std::string(url));
        }
        address.user = user;
        rest.remove_prefix(at + 1);
    }
    for (;;) {
        const auto comma = rest.find(',');
        EVENHAND_ASSIGN(auto endpoint, endpointFrom(rest.substr(0, comma), url));
        address.endpoints.push_back(std::move(endpoint));
        if (comma == std::string_view::npos) {
            return address;
        }
        rest.remove_prefix(comma + 1);
    }
}

std::string Address::url() const {
    std::string text(kScheme);
    text += user.empty() ? std::string() : user + '@';
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        text += (i == 0 ? "" : ",") + textOf(endpoints[i]);
    }
    return text;
}

std::string textOf(const Endpoint& endpoint) {
    const bool isV6 = endpoint.host.find(':') != std::string::npos;
    return (isV6 ? '[' + endpoint.host + ']' : endpoint.host) + ':' + std::to_string(endpoint.port);
}

}  // namespace evenhand::etcd
