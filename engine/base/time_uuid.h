// SPDX-License-Identifier: GPL-3.0-or-later
// UUIDs that grow with time: rows that are made together lie together in an index on them, so that making many writes
// few of its pages. Version 7 of RFC 9562, section 5.7: 48 bits of milliseconds, the rest random. Thread: any.
#pragma once

#include <string>

#include "engine/base/clock.h"
#include "engine/base/rng.h"

namespace evenhand::base {

/// In the 36-character text form, so that their texts grow too. `at`: the epoch or later.
[[nodiscard]] inline std::string timeUuid(Rng& rng, Instant at) {
    static constexpr char kHex[] = "0123456789abcdef";
    auto text = rng.uuid();
    auto rest = static_cast<std::uint64_t>(at.ms);
    for (const std::size_t place : {12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0}) {
        text[place] = kHex[rest & 0xfU];
        rest >>= 4U;
    }
    text[14] = '7';
    return text;
}

}  // namespace evenhand::base
