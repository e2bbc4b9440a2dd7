// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of the ring of workers. Thread: value type, any thread.
#pragma once

#include <cstdint>

namespace evenhand::api {

/// Positions in [from, to); to <= from: over the end of the ring, from = to: all of it.
struct RingRange {
    std::uint32_t from = 0;
    std::uint32_t to = 0;

    [[nodiscard]] constexpr bool contains(std::uint32_t position) const noexcept {
        return position - from < to - from || from == to;  // modulo 2^32, as the ring is
    }
    /// How many positions, 1 … 2^32.
    [[nodiscard]] constexpr std::uint64_t size() const noexcept {
        return from == to ? std::uint64_t{1} << 32 : std::uint64_t{to - from};
    }
    bool operator==(const RingRange&) const = default;
};

}  // namespace evenhand::api
