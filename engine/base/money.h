// SPDX-License-Identifier: GPL-3.0-or-later
// Exact money: an integer number of minor units (fen, cents, pence). No floating point ever touches it.
// Thread: value type, any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::base {

/// An amount in minor units, any sign, |minor| <= 2^53 - 1 so that a Lua script holds it exactly.
struct Money {
    std::int64_t minor = 0;
    auto operator<=>(const Money&) const = default;
};

inline constexpr std::int64_t kMaxMoneyMinor = (std::int64_t{1} << 53) - 1;

/// Why a decimal text is not an amount.
enum class DecimalFault : std::uint8_t { NotANumber, SubMinor, OutOfRange };

/// Reads decimal text exactly: [+-]digits[.digits], at least one digit, no exponent, no grouping, ASCII only.
/// `minorDigits` 0..6: digits after the point that count; further digits must be 0 (SubMinor otherwise).
[[nodiscard]] tl::expected<Money, DecimalFault> parseDecimal(std::string_view text, int minorDigits) noexcept;
/// As parseDecimal, with a typed error naming `field` and the text.
[[nodiscard]] Result<Money> parseMoney(std::string_view text, int minorDigits, std::string_view field);
/// "-12.05" for {-1205} with 2 digits; no grouping.
[[nodiscard]] std::string formatMoney(Money amount, int minorDigits);

/// Checked arithmetic: Overflow beyond ±kMaxMoneyMinor.
[[nodiscard]] Result<Money> add(Money a, Money b);
[[nodiscard]] Result<Money> multiply(Money a, std::int64_t factor);

}  // namespace evenhand::base

namespace evenhand {
using base::Money;
}  // namespace evenhand
