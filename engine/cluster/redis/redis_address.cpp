// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/redis_address.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/base/ip_address.h"
#include "engine/base/number_text.h"

namespace evenhand::redis {
namespace {

constexpr std::string_view kScheme = "redis://";
constexpr std::size_t kMaxHost = 253;  // of a name in the DNS
constexpr std::int64_t kMaxPort = 65'535;

/// nullopt: a percent sign without two hexadecimal digits behind it.
std::optional<std::string> percentDecoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned byte = 0;
        const auto* const end = text.data() + std::min(i + 3, text.size());
        if (i + 2 >= text.size() || std::from_chars(text.data() + i + 1, end, byte, 16).ptr != end) {
            return std::nullopt;
        }
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

std::string percentEncoded(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '_' || c == '.' || c == '~';
        if (plain) {
            out += c;
        } else {
            out.append(1, '%').append(1, kHex[byte >> 4U]).append(1, kHex[byte & 15U]);
        }
    }
    return out;
}

Result<void> readLogin(std::string_view login, RedisAddress& address) {
    const auto colon = login.find(':');
    const auto user = percentDecoded(login.substr(0, colon));
    if (!user || (user->empty() && colon == std::string_view::npos)) {
        return fail(ErrorCode::InvalidArgument, "there is no user before the @, or a percent sign that encodes nothing",
                    "user");
    }
    address.user = *user;
    if (colon == std::string_view::npos) {
        return {};
    }
    auto password = percentDecoded(login.substr(colon + 1));
    if (!password || password->empty()) {
        return fail(ErrorCode::InvalidArgument, "the password is empty, or has a percent sign that encodes nothing",
                    "password");
    }
    address.password = Secret(std::move(*password));
    return {};
}

bool isHost(std::string_view host) {
    return !host.empty() && host.size() <= kMaxHost && std::all_of(host.begin(), host.end(), [](char c) {
        return static_cast<unsigned char>(c) > ' ' && c != 0x7f &&
               std::string_view("[]%\\\"<>").find(c) == std::string_view::npos;
    });
}

Result<std::uint16_t> portFrom(std::string_view text, const std::string& host) {
    const bool digits =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) {
        // Whoever left out the @ has a password here, so what stands here is not repeated.
        return fail(ErrorCode::InvalidArgument, "what follows the host " + host + " is not a port", "port");
    }
    const auto number = base::numberFrom(text);
    if (!number || *number < 1 || *number > kMaxPort) {
        return fail(ErrorCode::InvalidArgument, "a port is a number from 1 to 65535", "port", std::string(text));
    }
    return static_cast<std::uint16_t>(*number);
}

Result<NodeAddress> nodeFrom(std::string_view text) {
    NodeAddress node;
    std::string_view port;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        const auto host = text.substr(1, end == std::string_view::npos ? end : end - 1);
        if (end == std::string_view::npos || host.find(':') == std::string_view::npos || !IpAddress::fromText(host)) {
            return fail(ErrorCode::InvalidArgument, "there is no IPv6 address in the brackets", "host",
                        std::string(host));
        }
        node.host = host;
        port = text.substr(end + 1);
        if (!port.empty() && port.front() != ':') {
            return fail(ErrorCode::InvalidArgument, "a colon and the port follow the brackets", "host", node.host);
        }
    } else {
        const auto colon = text.find(':');
        node.host = text.substr(0, colon);
        port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
        if (!isHost(node.host)) {
            return fail(ErrorCode::InvalidArgument, "a host is a name or an address; IPv6 stands in brackets", "host",
                        node.host);
        }
    }
    if (!port.empty()) {
        EVENHAND_ASSIGN(node.port, portFrom(port.substr(1), node.host));
    }
    return node;
}

}  // namespace

std::string NodeAddress::text() const {
    const bool isV6 = host.find(':') != std::string::npos;
    return (isV6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<RedisAddress> RedisAddress::parse(std::string_view text) {
    if (text.starts_with("rediss://")) {
        return fail(ErrorCode::InvalidArgument,
                    "TLS to Redis goes through a tunnel (stunnel): give redis:// and the tunnel's end here",
                    "keyspace");
    }
    if (!text.starts_with(kScheme)) {
        return fail(ErrorCode::InvalidArgument, "a Redis address begins with redis://", "keyspace");
    }
    text.remove_prefix(kScheme.size());
    RedisAddress address;
    // The last one: neither a host nor a port can have it, a password that was not encoded may.
    if (const auto at = text.rfind('@'); at != std::string_view::npos) {
        EVENHAND_TRY(readLogin(text.substr(0, at), address));
        text.remove_prefix(at + 1);
    }
    if (text.find_first_of("/?#") != std::string_view::npos) {
        return fail(ErrorCode::InvalidArgument, "nothing follows the port: database 0 is used, without options",
                    "keyspace");
    }
    for (;;) {
        const auto comma = text.find(',');
        EVENHAND_ASSIGN(auto node, nodeFrom(text.substr(0, comma)));
        if (std::find(address.nodes.begin(), address.nodes.end(), node) != address.nodes.end()) {
            return fail(ErrorCode::InvalidArgument, "a node is named twice", "host", node.text());
        }
        address.nodes.push_back(std::move(node));
        if (comma == std::string_view::npos) {
            return address;
        }
        text.remove_prefix(comma + 1);
    }
}

std::string RedisAddress::text() const {
    std::string out(kScheme);
    if (!user.empty()) {
        out += percentEncoded(user) + "@";
    }
    for (const auto& node : nodes) {
        out += (&node == &nodes.front() ? "" : ",") + node.text();
    }
    return out;
}

}  // namespace evenhand::redis
