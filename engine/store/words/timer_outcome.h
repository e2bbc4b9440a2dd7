// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a timer, as its end is stored. Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/text_table.h"

namespace evenhand::store {

enum class TimerOutcome : std::uint8_t { Done, Cancelled };

inline constexpr base::TextTable<TimerOutcome, 2> kTimerOutcomes{
    {{TimerOutcome::Done, "done"}, {TimerOutcome::Cancelled, "cancelled"}}};
static_assert(base::inOrder(kTimerOutcomes));

[[nodiscard]] inline std::string_view toText(TimerOutcome value) noexcept {
    return base::textOf(kTimerOutcomes, value);
}
[[nodiscard]] inline std::optional<TimerOutcome> timerOutcomeFrom(std::string_view text) noexcept {
    return base::valueOf(kTimerOutcomes, text);
}

}  // namespace evenhand::store
