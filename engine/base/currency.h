// SPDX-License-Identifier: GPL-3.0-or-later
// Minor units of currencies (ISO 4217). Thread: pure function, any thread.
#pragma once

#include <string_view>

namespace evenhand::base {

/// Digits after the point of an amount in this currency ("JPY" 0, "EUR" 2, "KWD" 3); 2 for one that is not known.
[[nodiscard]] int minorDigitsOf(std::string_view currency) noexcept;

}  // namespace evenhand::base
