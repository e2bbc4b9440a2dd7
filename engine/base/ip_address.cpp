// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/ip_address.h"

#include <algorithm>
#include <charconv>

namespace evenhand::base {
namespace {

using Bytes = IpAddress::Bytes;

struct V4Range {
    std::uint32_t network;
    int bits;
    AddressScope scope;
};
constexpr std::uint32_t v4(unsigned a, unsigned b, unsigned c, unsigned d) { return a << 24 | b << 16 | c << 8 | d; }

// IANA IPv4 Special-Purpose Address Registry; the first that fits counts.
constexpr std::array<V4Range, 19> kV4{{
    {v4(0, 0, 0, 0), 8, AddressScope::Unspecified},       {v4(10, 0, 0, 0), 8, AddressScope::Private},
    {v4(100, 64, 0, 0), 10, AddressScope::Private},       {v4(127, 0, 0, 0), 8, AddressScope::Loopback},
    {v4(169, 254, 0, 0), 16, AddressScope::LinkLocal},    {v4(172, 16, 0, 0), 12, AddressScope::Private},
    {v4(192, 0, 0, 0), 24, AddressScope::Reserved},       {v4(192, 0, 2, 0), 24, AddressScope::Reserved},
    {v4(192, 31, 196, 0), 24, AddressScope::Reserved},    {v4(192, 52, 193, 0), 24, AddressScope::Reserved},
    {v4(192, 88, 99, 0), 24, AddressScope::Reserved},     {v4(192, 168, 0, 0), 16, AddressScope::Private},
    {v4(192, 175, 48, 0), 24, AddressScope::Reserved},    {v4(198, 18, 0, 0), 15, AddressScope::Reserved},
    {v4(198, 51, 100, 0), 24, AddressScope::Reserved},    {v4(203, 0, 113, 0), 24, AddressScope::Reserved},
    {v4(224, 0, 0, 0), 4, AddressScope::Multicast},       {v4(240, 0, 0, 0), 4, AddressScope::Reserved},
    {v4(255, 255, 255, 255), 32, AddressScope::Reserved},
}};

AddressScope scopeOfV4(std::uint32_t address) {
    for (const auto& range : kV4) {
        const std::uint32_t mask = ~std::uint32_t{0} << (32 - range.bits);
        if ((address & mask) == range.network) {
            return range.scope;
        }
    }
    return AddressScope::Public;
}

std::uint32_t v4At(const Bytes& bytes, std::size_t at) {
    return v4(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
}

bool startsWith(const Bytes& bytes, std::initializer_list<std::uint8_t> prefix) {
    return std::equal(prefix.begin(), prefix.end(), bytes.begin());
}

bool zero(const Bytes& bytes, std::size_t from, std::size_t to) {
    return std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                       bytes.begin() + static_cast<std::ptrdiff_t>(to), [](std::uint8_t byte) { return byte == 0; });
}

/// The IPv4 address that an IPv6 one carries.
std::optional<std::uint32_t> carried(const Bytes& bytes) {
    if (zero(bytes, 0, 10) && ((bytes[10] == 0xff && bytes[11] == 0xff) || (bytes[10] == 0 && bytes[11] == 0))) {
        return v4At(bytes, 12);  // ::ffff:0:0/96 mapped; ::/96 compatible (:: and ::1 are told apart before)
    }
    if (zero(bytes, 0, 8) && startsWith(bytes, {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0})) {
        return v4At(bytes, 12);  // ::ffff:0:0:0/96, translated (RFC 2765)
    }
    if (startsWith(bytes, {0x00, 0x64, 0xff, 0x9b}) && zero(bytes, 4, 12)) {
        return v4At(bytes, 12);  // 64:ff9b::/96, NAT64
    }
    if (startsWith(bytes, {0x20, 0x02})) {
        return v4At(bytes, 2);  // 2002::/16, 6to4
    }
    if (startsWith(bytes, {0x20, 0x01, 0x00, 0x00})) {
        return ~v4At(bytes, 12);  // 2001::/32, Teredo: the client's address, inverted
    }
    return std::nullopt;
}

AddressScope scopeOfV6(const Bytes& bytes) {
    if (zero(bytes, 0, 16)) {
        return AddressScope::Unspecified;
    }
    if (zero(bytes, 0, 15) && bytes[15] == 1) {
        return AddressScope::Loopback;
    }
    if (const auto inner = carried(bytes)) {
        return scopeOfV4(*inner);
    }
    if (bytes[0] == 0xff) {
        return AddressScope::Multicast;
    }
    if (bytes[0] == 0xfe && (bytes[1] & 0xc0U) == 0x80) {
        return AddressScope::LinkLocal;
    }
    if (bytes[0] == 0xfe && (bytes[1] & 0xc0U) == 0xc0) {
        return AddressScope::Private;  // fec0::/10, site-local, deprecated
    }
    if ((bytes[0] & 0xfeU) == 0xfc) {
        return AddressScope::UniqueLocal;
    }
    // Only 2000::/3 is given out. Of it 2001::/23 is for protocols, 2001:db8::/32 and 3fff::/20 for documentation.
    if ((bytes[0] & 0xe0U) != 0x20 || (startsWith(bytes, {0x20, 0x01}) && (bytes[2] & 0xfeU) == 0) ||
        startsWith(bytes, {0x20, 0x01, 0x0d, 0xb8}) || (startsWith(bytes, {0x3f, 0xff}) && (bytes[2] & 0xf0U) == 0)) {
        return AddressScope::Reserved;
    }
    return AddressScope::Public;
}

std::optional<std::uint32_t> parseV4(std::string_view text) {
    std::uint32_t address = 0;
    for (int part = 0; part < 4; ++part) {
        const auto dot = text.find('.');
        const auto digits = text.substr(0, dot);
        unsigned value = 0;
        const auto end = digits.data() + digits.size();
        const auto parsed = std::from_chars(digits.data(), end, value);
        if (digits.empty() || digits.size() > 3 || parsed.ec != std::errc{} || parsed.ptr != end || value > 255 ||
            (digits.size() > 1 && digits[0] == '0') || (dot == std::string_view::npos) != (part == 3)) {
            return std::nullopt;
        }
        address = address << 8 | value;
        text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
    }
    return address;
}

/// Groups of one side of "::", big-endian bytes; the last may be a dotted IPv4 address if `last`.
std::optional<std::size_t> parseGroups(std::string_view text, bool last, std::uint8_t* out, std::size_t room) {
    std::size_t used = 0;
    while (!text.empty()) {
        const auto colon = text.find(':');
        const auto group = text.substr(0, colon);
        if (last && colon == std::string_view::npos && group.find('.') != std::string_view::npos) {
            const auto address = parseV4(group);
            if (!address || used + 4 > room) {
                return std::nullopt;
            }
            for (int shift = 24; shift >= 0; shift -= 8) {
                out[used++] = static_cast<std::uint8_t>(*address >> shift);
            }
            return used;
        }
        unsigned value = 0;
        const auto end = group.data() + group.size();
        const auto parsed = std::from_chars(group.data(), end, value, 16);
        if (group.empty() || group.size() > 4 || parsed.ec != std::errc{} || parsed.ptr != end || used + 2 > room) {
            return std::nullopt;
        }
        out[used++] = static_cast<std::uint8_t>(value >> 8);
        out[used++] = static_cast<std::uint8_t>(value);
        if (colon == std::string_view::npos) {
            break;
        }
        text.remove_prefix(colon + 1);
        if (text.empty()) {
            return std::nullopt;  // ends in a colon
        }
    }
    return used;
}

std::optional<Bytes> parseV6(std::string_view text) {
    Bytes bytes{};
    const auto gap = text.find("::");
    if (gap == std::string_view::npos) {
        const auto used = parseGroups(text, true, bytes.data(), bytes.size());
        return used == bytes.size() ? std::optional(bytes) : std::nullopt;
    }
    const auto behind = text.substr(gap + 2);
    if (behind.find("::") != std::string_view::npos || behind.starts_with(':')) {
        return std::nullopt;
    }
    Bytes tail{};
    const auto front = parseGroups(text.substr(0, gap), false, bytes.data(), bytes.size());
    const auto back = parseGroups(behind, true, tail.data(), tail.size());
    if (!front || !back || *front + *back > bytes.size() - 2) {
        return std::nullopt;  // "::" stands for one group at least
    }
    std::copy_n(tail.begin(), *back, bytes.end() - static_cast<std::ptrdiff_t>(*back));
    return bytes;
}

}  // namespace

std::string_view scopeName(AddressScope scope) noexcept {
    switch (scope) {
        case AddressScope::Public: return "public";
        case AddressScope::Loopback: return "loopback";
        case AddressScope::Private: return "private";
        case AddressScope::LinkLocal: return "link_local";
        case AddressScope::UniqueLocal: return "unique_local";
        case AddressScope::Multicast: return "multicast";
        case AddressScope::Unspecified: return "unspecified";
        case AddressScope::Reserved: return "reserved";
    }
    return "reserved";
}

std::optional<IpAddress> IpAddress::fromText(std::string_view text) noexcept {
    if (const auto address = parseV4(text)) {
        return fromV4(*address);
    }
    const auto bytes = parseV6(text);
    return bytes ? std::optional(IpAddress(*bytes)) : std::nullopt;
}

IpAddress IpAddress::fromV4(std::uint32_t hostOrder) noexcept {
    Bytes bytes{};
    bytes[10] = bytes[11] = 0xff;
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[12 + i] = static_cast<std::uint8_t>(hostOrder >> (24 - 8 * i));
    }
    return IpAddress(bytes);
}

AddressScope IpAddress::scope() const noexcept { return scopeOfV6(m_bytes); }

}  // namespace evenhand::base
