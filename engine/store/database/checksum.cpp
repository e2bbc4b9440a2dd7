// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/checksum.h"

#include <bit>
#include <cstring>

namespace evenhand::store {
namespace {

constexpr std::uint64_t kPrime1 = 0x9e3779b185ebca87ULL;
constexpr std::uint64_t kPrime2 = 0xc2b2ae3d27d4eb4fULL;
constexpr std::uint64_t kPrime3 = 0x165667b19e3779f9ULL;
constexpr std::uint64_t kPrime4 = 0x85ebca77c2b2ae63ULL;
constexpr std::uint64_t kPrime5 = 0x27d4eb2f165667c5ULL;

static_assert(std::endian::native == std::endian::little, "read64 and read32 assume little endian");

std::uint64_t read64(const char* data) noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, data, sizeof value);
    return value;
}

std::uint32_t read32(const char* data) noexcept {
    std::uint32_t value = 0;
    std::memcpy(&value, data, sizeof value);
    return value;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t input) noexcept {
    return std::rotl(lane + input * kPrime2, 31) * kPrime1;
}

std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) noexcept {
    return (hash ^ round(0, lane)) * kPrime1 + kPrime4;
}

}  // namespace

std::uint64_t checksum64(std::string_view data, std::uint64_t seed) noexcept {
    const char* at = data.data();
    std::size_t left = data.size();
    std::uint64_t hash = seed + kPrime5;
    if (left >= 32) {
        std::uint64_t lanes[4] = {seed + kPrime1 + kPrime2, seed + kPrime2, seed, seed - kPrime1};
        for (; left >= 32; left -= 32) {
            for (auto& lane : lanes) {
                lane = round(lane, read64(at));
                at += 8;
            }
        }
        hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
        for (const auto lane : lanes) {
            hash = merge(hash, lane);
        }
    }
    hash += data.size();
    for (; left >= 8; left -= 8, at += 8) {
        hash = std::rotl(hash ^ round(0, read64(at)), 27) * kPrime1 + kPrime4;
    }
    if (left >= 4) {
        hash = std::rotl(hash ^ (read32(at) * kPrime1), 23) * kPrime2 + kPrime3;
        at += 4;
        left -= 4;
    }
    for (; left > 0; --left, ++at) {
        hash = std::rotl(hash ^ (static_cast<unsigned char>(*at) * kPrime5), 11) * kPrime1;
    }
    hash = (hash ^ (hash >> 33U)) * kPrime2;
    hash = (hash ^ (hash >> 29U)) * kPrime3;
    return hash ^ (hash >> 32U);
}

}  // namespace evenhand::store
