// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/socket_owner.h"

#include <array>
#include <boost/asio/ip/address.hpp>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

namespace evenhand::app {
namespace {

/// An address as /proc/net has it: each four bytes as a number in this machine's byte order, in hexadecimal digits.
template <typename Bytes>
std::string tableText(const Bytes& bytes, std::uint16_t port) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint32_t)) {
        std::uint32_t number = 0;
        std::memcpy(&number, bytes.data() + i, sizeof number);
        std::array<char, 9> digits{};
        (void)std::snprintf(digits.data(), digits.size(), "%08X", number);
        text += digits.data();
    }
    std::array<char, 6> digits{};
    (void)std::snprintf(digits.data(), digits.size(), ":%04X", port);
    return text + digits.data();
}

/// The two address columns of the table. `isMapped`: an IPv4 connection in the table of IPv6.
std::string tableText(const SocketEnd& end, bool isMapped) {
    boost::system::error_code failed;
    const auto number = boost::asio::ip::make_address(end.address, failed);
    if (failed) {
        return {};
    }
    if (number.is_v6()) {
        return tableText(number.to_v6().to_bytes(), end.port);
    }
    const auto v4 = number.to_v4();
    return isMapped ? tableText(boost::asio::ip::make_address_v6(boost::asio::ip::v4_mapped, v4).to_bytes(), end.port)
                    : tableText(v4.to_bytes(), end.port);
}

std::optional<uid_t> ownerIn(const char* table, const std::string& from, const std::string& to) {
    constexpr std::string_view kStands = "01";
    std::ifstream in(table);
    for (std::string line; !from.empty() && !to.empty() && std::getline(in, line);) {
        std::istringstream words(line);
        std::string number, local, remote, state, skipped;
        words >> number >> local >> remote >> state;
        if (local != from || remote != to || state != kStands) {
            continue;
        }
        words >> skipped >> skipped >> skipped;  // queues, timer, retransmits
        uid_t owner = 0;
        return words >> owner ? std::optional(owner) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<uid_t> socketOwner(const SocketEnd& from, const SocketEnd& to) {
    boost::system::error_code failed;
    const auto number = boost::asio::ip::make_address(from.address, failed);
    if (failed || !number.is_loopback()) {
        return std::nullopt;
    }
    if (number.is_v4()) {
        if (const auto owner = ownerIn("/proc/net/tcp", tableText(from, false), tableText(to, false))) {
            return owner;
        }
    }
    return ownerIn("/proc/net/tcp6", tableText(from, true), tableText(to, true));
}

}  // namespace evenhand::app
