// SPDX-License-Identifier: GPL-3.0-or-later
// The invented business of the demo: campuses, couriers with shifts, products. Constant data, any thread.
// Every person and place is made up.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace evenhand::storefront {

struct DemoCampus {
    std::string_view id;
    std::string_view name;
    int weight;           ///< share of all orders, relative
    int unpaidMinutes;    ///< time-outs, in minutes of the simulated day
    int pickUpMinutes;    ///< enough for couriers who do not dawdle
    int deliveryMinutes;  ///< likewise
    int confirmMinutes;
    bool autoReassign;
};

struct DemoCourier {
    std::string_view id;
    std::string_view name;
    std::string_view phone;
    int campus;      ///< index into demoCampuses()
    int shiftBegin;  ///< minute of the day; a shift may pass midnight (end < begin)
    int shiftEnd;    ///< minute of the day, excluded; begin == end: round the clock
    int breakBegin;  ///< minute of the day of a half-hour break; -1: none
};

struct DemoProduct {
    std::string_view sku;
    std::string_view name;
    std::int64_t priceMinor;
    bool meal;           ///< meals sell at lunch and dinner, groceries all day
    std::int64_t stock;  ///< what is put on the shelf at first
};

inline constexpr int kBreakMinutes = 30;

[[nodiscard]] std::span<const DemoCampus> demoCampuses() noexcept;
[[nodiscard]] std::span<const DemoCourier> demoCouriers() noexcept;
[[nodiscard]] std::span<const DemoProduct> demoProducts() noexcept;

/// Is the courier at work at this minute of the day (0 … 1439)?
[[nodiscard]] bool onShift(const DemoCourier& courier, int minuteOfDay) noexcept;

}  // namespace evenhand::storefront
