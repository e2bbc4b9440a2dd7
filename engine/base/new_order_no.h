// SPDX-License-Identifier: GPL-3.0-or-later
// The number of an order that its caller has not named: "EH", nine characters of time, `Chance` of chance, in
// Crockford's base 32: sorts by time, easy to read aloud. Value type, any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/clock.h"

namespace evenhand::base {

template <std::size_t Chance>
class NewOrderNo {
    static_assert(Chance * 5 <= 64, "each character takes five bits of it");

public:
    NewOrderNo(Instant now, std::uint64_t chance) noexcept {
        put(kFirst, kTimeCharacters, static_cast<std::uint64_t>(now.ms));
        put(kFirst + kTimeCharacters, Chance, chance);
    }
    operator std::string_view() const noexcept { return {m_text.data(), m_text.size()}; }  // NOLINT: a view of itself

private:
    static constexpr std::size_t kFirst = 2;
    static constexpr std::size_t kTimeCharacters = 9;

    void put(std::size_t from, std::size_t count, std::uint64_t bits) noexcept {
        constexpr std::string_view kCharacters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        for (std::size_t i = from + count; i-- > from; bits >>= 5U) {
            m_text[i] = kCharacters[bits & 31U];
        }
    }

    std::array<char, kFirst + kTimeCharacters + Chance> m_text{'E', 'H'};
};

}  // namespace evenhand::base
