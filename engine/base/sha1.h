// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-1, computed by OpenSSL: names Lua scripts the way Redis does (EVALSHA) and spreads keys over the ring. Not for
// anything that needs collision resistance. Quick for short texts, which are asked for in loops.
// Thread: pure function, any thread.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace evenhand::base {

/// 40 lower-case hex digits; no terminator. Trivially destructible, so safe where C code may longjmp.
using Sha1Hex = std::array<char, 40>;

[[nodiscard]] Sha1Hex sha1Hex(std::string_view data) noexcept;

[[nodiscard]] inline std::string_view sha1Text(const Sha1Hex& digest) noexcept {
    return {digest.data(), digest.size()};
}

}  // namespace evenhand::base
