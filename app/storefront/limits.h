// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps the demo's customers from flooding the engine.
#pragma once

#include <cstdint>

namespace evenhand::storefront {

/// Requests of one crowd (orders, or attempts of a sale) that may be unanswered.
inline constexpr std::int64_t kMaxInFlight = 400;

}  // namespace evenhand::storefront
