// SPDX-License-Identifier: GPL-3.0-or-later
// Dead letters of a topic: one alert for all that wait, until nobody waits any more. Thread: the engine's; stateless.
#pragma once

#include <string_view>

#include "engine/alerts/raise.h"

namespace evenhand::alerts {

/// A message has failed for the last time. `subject`: the topic, or what its messages are about.
[[nodiscard]] Result<void> raiseLetter(runtime::UnitOfWork& work, const api::AlertSubject& subject,
                                       const CampusId& campus, std::string_view reason);
/// Somebody has dealt with letters of the topic.
[[nodiscard]] Result<void> settleLetters(runtime::UnitOfWork& work, const api::AlertSubject& subject,
                                         std::string_view topic);

/// As much of an error's text as an alert says.
[[nodiscard]] std::string detailOf(std::string_view text);

}  // namespace evenhand::alerts
