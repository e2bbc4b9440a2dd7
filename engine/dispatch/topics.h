// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of dispatch. An order's message carries order (row id), no, campus and epoch; one of a reassignment
// also `to` (named) or `not` (excluded). Delivered at least once: every handler is idempotent by the epoch.
#pragma once

#include <string_view>

#include "engine/api/dispatch_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::dispatch {

inline constexpr std::string_view kTopicFirst = "order@@first";  ///< after payment
inline constexpr std::string_view kTopicAgain = "order@@re";     ///< manual reassignment
inline constexpr std::string_view kTopicWake = "campus@@wake";   ///< somebody came on duty, or dispatch was resumed

/// How a person has dealt with a dead letter, before their name. Stored.
inline constexpr std::string_view kRetried = "retried by ";
inline constexpr std::string_view kReassigned = "reassigned by ";

/// Asks for the dispatch of one order: `first` in epoch 1, else `re`.
[[nodiscard]] Result<void> publishOrder(runtime::UnitOfWork& work, OrderId order, const OrderNo& orderNo,
                                        const CampusId& campus, std::int64_t epoch, std::string_view to = {},
                                        std::string_view notTo = {});
/// Asks for the orders of a campus that wait to be published again, slice by slice.
[[nodiscard]] Result<void> publishWake(runtime::UnitOfWork& work, const CampusId& campus);

/// Letters of dispatch's topics were dealt with: ends the alerts of topics that have none any more.
[[nodiscard]] Result<void> settleLetters(runtime::UnitOfWork& work);

}  // namespace evenhand::dispatch
