// SPDX-License-Identifier: GPL-3.0-or-later
// Where an address of the network lies: what a connection to the outside must never reach by an address that somebody
// has typed or a name server has answered. By the IANA registries of special-purpose addresses (RFC 6890 and updates).
// An IPv6 address that carries an IPv4 one (mapped, compatible, translated, 6to4, Teredo) is judged by what it carries.
// Thread: value types, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evenhand::base {

enum class AddressScope : std::uint8_t {
    Public,       ///< may be reached over the internet
    Loopback,     ///< 127.0.0.0/8, ::1
    Private,      ///< 10/8, 172.16/12, 192.168/16; shared by carriers 100.64/10; site-local fec0::/10
    LinkLocal,    ///< 169.254/16 (also where clouds keep their credentials), fe80::/10
    UniqueLocal,  ///< fc00::/7
    Multicast,    ///< 224/4, ff00::/8
    Unspecified,  ///< 0.0.0.0/8, ::
    Reserved      ///< documentation, benchmarks, protocol assignments, broadcast, not allocated
};
/// "public", "loopback", …
[[nodiscard]] std::string_view scopeName(AddressScope scope) noexcept;

/// 16 bytes in network order; IPv4 as ::ffff:a.b.c.d.
class IpAddress {
public:
    using Bytes = std::array<std::uint8_t, 16>;

    /// Dotted IPv4 with four decimal parts and no leading zeros, or IPv6 as RFC 4291 writes it, without brackets and
    /// without a zone. nullopt for anything else: neither 0x7f.1, nor 2130706433, nor 0177.0.0.1 is an address here,
    /// so such a host is a name, and its answer is judged instead.
    [[nodiscard]] static std::optional<IpAddress> fromText(std::string_view text) noexcept;
    [[nodiscard]] static IpAddress fromV4(std::uint32_t hostOrder) noexcept;
    [[nodiscard]] static IpAddress fromV6(const Bytes& bytes) noexcept { return IpAddress(bytes); }

    [[nodiscard]] const Bytes& bytes() const noexcept { return m_bytes; }
    [[nodiscard]] AddressScope scope() const noexcept;
    bool operator==(const IpAddress&) const = default;

private:
    explicit IpAddress(const Bytes& bytes) : m_bytes(bytes) {}
    Bytes m_bytes;
};

}  // namespace evenhand::base

namespace evenhand {
using base::AddressScope;
using base::IpAddress;
}  // namespace evenhand
