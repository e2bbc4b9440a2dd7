// SPDX-License-Identifier: GPL-3.0-or-later
// Deterministic random numbers: the same seed gives the same sequence on every machine.
// Algorithm: xoshiro256** 1.0 seeded by SplitMix64 (Blackman and Vigna, https://prng.di.unimi.it/, public domain).
// Thread: confined to its owner.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace evenhand::base {

class Rng {
public:
    explicit Rng(std::uint64_t seed) noexcept;
    /// Uniform over all 64-bit values.
    std::uint64_t next() noexcept;
    /// Uniform over [0, bound), unbiased (Lemire's multiply-and-reject); bound > 0.
    std::uint64_t below(std::uint64_t bound) noexcept;
    /// Uniform over [low, high], both included; low <= high.
    std::int64_t between(std::int64_t low, std::int64_t high) noexcept;
    /// Uniform over [0, 1) with 53 bits; for simulation and pictures only, never for money.
    double unit() noexcept;
    /// Random version-4 UUID in its 36-character text form.
    std::string uuid();

    /// A seed from the operating system. For composition roots, and for keys that nobody else may come upon.
    static std::uint64_t systemSeed();

private:
    std::array<std::uint64_t, 4> m_state{};
};

}  // namespace evenhand::base

namespace evenhand {
using base::Rng;
}  // namespace evenhand
