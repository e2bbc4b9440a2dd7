// SPDX-License-Identifier: GPL-3.0-or-later
// What a timer does when its instant has come. The order's row decides, not who calls: a timer whose order has moved
// on, or which is due later by now, does nothing; each has its effect at most once (compare-and-set, and its end is
// recorded under the order's version). Thread: the engine's; stateless.
#pragma once

#include <string_view>

#include "engine/api/timer_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::timers {

enum class Fired : std::uint8_t {
    Done,
    MovedOn,  ///< there is no such timer any more
    NotYet,   ///< it is due later; the queue was told
};

/// The effect, if the timer is due at work.now(); `byHand`: an operator wants it now. `due`: what it was due at, for
/// Done.
[[nodiscard]] Result<Fired> fire(runtime::UnitOfWork& work, OrderId order, api::TimerKind kind, bool byHand,
                                 Instant* due = nullptr);

/// The effect failed: counted and kept with its reason. Answers whether it is dead now. Gone if the order has moved on.
[[nodiscard]] Result<void> noteFailure(runtime::UnitOfWork& work, OrderId order, api::TimerKind kind,
                                       std::string_view reason, std::optional<Instant> nextTry);

/// Delay before the next try after so many failed ones: 1 s, 2 s, … at most a minute.
[[nodiscard]] std::int64_t retryDelayMs(std::int64_t failed) noexcept;
inline constexpr std::int64_t kMaxAttempts = 8;

}  // namespace evenhand::timers
