// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4), HMAC-SHA-256 (RFC 2104), and what goes with them: comparison in constant time, base64 and hex.
// Computed by libsodium. Thread: pure functions, any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace evenhand::base {

/// 32 bytes, not text.
using Sha256 = std::array<unsigned char, 32>;

[[nodiscard]] Sha256 sha256(std::string_view data) noexcept;
/// A key of any length, also empty.
[[nodiscard]] Sha256 hmacSha256(std::string_view key, std::string_view data) noexcept;

[[nodiscard]] inline std::string_view bytesOf(const Sha256& digest) noexcept {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}
/// nullopt: not 32 bytes.
[[nodiscard]] std::optional<Sha256> sha256From(std::string_view bytes) noexcept;

/// In a time that depends on the lengths only.
[[nodiscard]] bool equalSecrets(std::string_view left, std::string_view right) noexcept;

/// Lower-case.
[[nodiscard]] std::string hexOf(std::string_view bytes);
/// RFC 4648, section 4, with padding.
[[nodiscard]] std::string base64Of(std::string_view bytes);
/// nullopt: not base64 with its padding, or with anything else in it.
[[nodiscard]] std::optional<std::string> fromBase64(std::string_view text);

}  // namespace evenhand::base
