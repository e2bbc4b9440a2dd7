// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/sha1.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace evenhand::base {
namespace {

using Words = std::array<std::uint32_t, 5>;
constexpr std::size_t kBlockBytes = 64;

void compress(Words& hash, const unsigned char* block) noexcept {
    std::array<std::uint32_t, 80> schedule{};
    for (std::size_t t = 0; t < 16; ++t) {
        schedule[t] = std::uint32_t{block[4 * t]} << 24 | std::uint32_t{block[4 * t + 1]} << 16 |
                      std::uint32_t{block[4 * t + 2]} << 8 | std::uint32_t{block[4 * t + 3]};
    }
    for (std::size_t t = 16; t < 80; ++t) {
        schedule[t] = std::rotl(schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16], 1);
    }
    std::uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    const auto round = [&](std::uint32_t mix, std::uint32_t constant, std::uint32_t word) {
        const std::uint32_t next = std::rotl(a, 5) + mix + e + constant + word;
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    };
    for (std::size_t t = 0; t < 20; ++t) {
        round((b & c) | (~b & d), 0x5a827999U, schedule[t]);
    }
    for (std::size_t t = 20; t < 40; ++t) {
        round(b ^ c ^ d, 0x6ed9eba1U, schedule[t]);
    }
    for (std::size_t t = 40; t < 60; ++t) {
        round((b & c) | (b & d) | (c & d), 0x8f1bbcdcU, schedule[t]);
    }
    for (std::size_t t = 60; t < 80; ++t) {
        round(b ^ c ^ d, 0xca62c1d6U, schedule[t]);
    }
    hash = {hash[0] + a, hash[1] + b, hash[2] + c, hash[3] + d, hash[4] + e};
}

}  // namespace

Sha1Hex sha1Hex(std::string_view data) noexcept {
    Words hash{0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
    std::size_t left = data.size();
    for (; left >= kBlockBytes; left -= kBlockBytes, bytes += kBlockBytes) {
        compress(hash, bytes);
    }
    // The tail: the rest, 0x80, zeros, and the length in bits as a big-endian 64-bit number.
    std::array<unsigned char, 2 * kBlockBytes> tail{};
    if (left != 0) {
        std::memcpy(tail.data(), bytes, left);
    }
    tail[left] = 0x80;
    const std::size_t tailBytes = left + 9 <= kBlockBytes ? kBlockBytes : 2 * kBlockBytes;
    const auto bits = static_cast<std::uint64_t>(data.size()) * 8;
    for (std::size_t i = 0; i < 8; ++i) {
        tail[tailBytes - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
    }
    for (std::size_t at = 0; at < tailBytes; at += kBlockBytes) {
        compress(hash, tail.data() + at);
    }
    Sha1Hex hex{};
    for (std::size_t i = 0; i < hex.size(); ++i) {
        hex[i] = "0123456789abcdef"[(hash[i / 8] >> (28 - 4 * (i % 8))) & 0xfU];
    }
    return hex;
}

}  // namespace evenhand::base
