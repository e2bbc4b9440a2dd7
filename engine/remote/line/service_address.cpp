// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/service_address.h"

#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace evenhand::remote {
namespace {

Result<ServiceAddress> addressFrom(std::string_view text) {
    const auto refused = [whole = std::string(text)](const char* why) {
        return fail(ErrorCode::InvalidArgument, why, "service", whole);
    };
    const auto wrong = [&refused] { return refused("must be ADDRESS:PORT"); };
    ServiceAddress address;
    std::string_view port;
    constexpr std::string_view kEncrypted = "https://";
    constexpr std::string_view kPlain = "http://";
    const bool asks = text.starts_with(kEncrypted);
    const bool asksPlain = text.starts_with(kPlain);
    text.remove_prefix(asks ? kEncrypted.size() : asksPlain ? kPlain.size() : 0);
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) {
            return wrong();
        }
        address.host = text.substr(1, end - 1);
        port = text.substr(end + 1);
    } else {
        const auto colon = text.find(':');
        address.host = text.substr(0, colon);
        port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
    }
    if (address.host.empty() || address.host.find_first_of(" \t/@?#") != std::string::npos) {
        return wrong();
    }
    if (!port.empty()) {
        const auto [end, failed] = std::from_chars(port.data() + 1, port.data() + port.size(), address.port);
        if (port.front() != ':' || failed != std::errc() || end != port.data() + port.size() || address.port == 0) {
            return wrong();
        }
    }
    address.isEncrypted = asks || !isLoopback(address);
    if (asksPlain && address.isEncrypted) {
        return refused("another machine is spoken to by TLS only: leave http:// out");
    }
    return address;
}

}  // namespace

Result<std::vector<ServiceAddress>> serviceAddresses(std::string_view text) {
    std::vector<ServiceAddress> addresses;
    for (;;) {
        const auto comma = text.find(',');
        EVENHAND_ASSIGN(auto one, addressFrom(text.substr(0, comma)));
        addresses.push_back(std::move(one));
        if (comma == std::string_view::npos) {
            return addresses;
        }
        text.remove_prefix(comma + 1);
    }
}

std::string textOf(const ServiceAddress& address) {
    const bool isV6 = address.host.find(':') != std::string::npos;
    return (isV6 ? '[' + address.host + ']' : address.host) + ':' + std::to_string(address.port);
}

bool isLoopback(const ServiceAddress& address) {
    boost::system::error_code failed;
    const auto number = boost::asio::ip::make_address(address.host, failed);
    return failed ? address.host == "localhost" : number.is_loopback();
}

}  // namespace evenhand::remote
