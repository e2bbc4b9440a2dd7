// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/rng.h"

#include <random>

namespace evenhand::base {
namespace {

std::uint64_t splitMix(std::uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

std::uint64_t rotateLeft(std::uint64_t x, unsigned k) noexcept { return (x << k) | (x >> (64U - k)); }

}  // namespace

Rng::Rng(std::uint64_t seed) noexcept {
    for (auto& word : m_state) {
        word = splitMix(seed);
    }
}

std::uint64_t Rng::next() noexcept {
    const std::uint64_t result = rotateLeft(m_state[1] * 5, 7) * 9;
    const std::uint64_t t = m_state[1] << 17U;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= t;
    m_state[3] = rotateLeft(m_state[3], 45);
    return result;
}

std::uint64_t Rng::below(std::uint64_t bound) noexcept {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(next()) * bound;
    auto low = static_cast<std::uint64_t>(product);
    if (low < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (low < threshold) {
            product = static_cast<Wide>(next()) * bound;
            low = static_cast<std::uint64_t>(product);
        }
    }
    return static_cast<std::uint64_t>(product >> 64U);
}

std::int64_t Rng::between(std::int64_t low, std::int64_t high) noexcept {
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    if (span == 0) {
        return static_cast<std::int64_t>(next());
    }
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + below(span));
}

double Rng::unit() noexcept { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

std::string Rng::uuid() {
    std::uint64_t high = next();
    std::uint64_t low = next();
    high = (high & 0xffffffffffff0fffULL) | 0x4000ULL;
    low = (low & 0x3fffffffffffffffULL) | 0x8000000000000000ULL;
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    out.reserve(36);
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20) {
            out.push_back('-');
        }
        const std::uint64_t word = i < 16 ? high : low;
        const unsigned shift = static_cast<unsigned>(60 - 4 * (i % 16));
        out.push_back(kHex[(word >> shift) & 0xfU]);
    }
    return out;
}

std::uint64_t Rng::systemSeed() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

}  // namespace evenhand::base
