// SPDX-License-Identifier: GPL-3.0-or-later
// How busy a minute of the day is: quiet nights, a lunch peak at noon and a higher dinner peak at half past six.
// Pure functions, any thread.
#pragma once

namespace evenhand::storefront {

/// Relative demand of a minute of the day (any integer, taken modulo 1440): above 0, at most 1, 1 at the dinner peak.
[[nodiscard]] double demandAt(double minuteOfDay) noexcept;
/// Share of meals among the products sold at that minute, 0 … 1.
[[nodiscard]] double mealShareAt(double minuteOfDay) noexcept;

}  // namespace evenhand::storefront
