// SPDX-License-Identifier: GPL-3.0-or-later
// The names under which settings of the workspace are stored. A name that is none of them is damage: the setting that
// it was would otherwise be read as if nobody had ever set it. Thread: pure, any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "engine/api/timer_types.h"

namespace evenhand::store {

struct TimerControlName {
    enum class What : std::uint8_t { Queue, PollMs, Paused };
    What what = What::Queue;
    api::TimerKind kind{};  ///< of Paused
};
inline constexpr std::string_view kQueueName = "queue";
inline constexpr std::string_view kPollMsName = "poll_ms";
inline constexpr std::string_view kPausedPrefix = "paused:";  ///< and a kind of timer

[[nodiscard]] inline std::optional<TimerControlName> timerControlNameFrom(std::string_view text) {
    using What = TimerControlName::What;
    if (text == kQueueName || text == kPollMsName) {
        return TimerControlName{text == kQueueName ? What::Queue : What::PollMs};
    }
    if (!text.starts_with(kPausedPrefix)) {
        return std::nullopt;
    }
    const auto kind = api::timerKindFrom(text.substr(kPausedPrefix.size()));
    return kind ? std::optional(TimerControlName{What::Paused, *kind}) : std::nullopt;
}

inline constexpr std::string_view kRefundSettingNames[] = {
    "provider",     "timeout_ms", "lease_ms", "first_retry_ms", "last_retry_ms",
    "max_attempts", "url",        "key_id",   "secret_name",    "hold_owed"};
inline constexpr std::string_view kCaseSettingNames[] = {"age_limit_ms"};
inline constexpr std::string_view kAccountSettingNames[] = {"idle_lock_ms", "free_failures", "first_delay_ms",
                                                            "lock_after", "lock_ms"};
inline constexpr std::string_view kAlertLimitNames[] = {
    "repeat_ms",    "spread",       "budget_first_percent", "budget_second_percent", "budget_third_percent",
    "pace_percent", "backup_age_ms"};
inline constexpr std::string_view kBackupSettingNames[] = {"folder", "minute_of_day", "keep"};

/// The one of `names` that `text` is.
template <const auto& names>
[[nodiscard]] std::optional<std::string_view> nameAmong(std::string_view text) {
    const auto* found = std::find(std::begin(names), std::end(names), text);
    return found == std::end(names) ? std::nullopt : std::optional(*found);
}

}  // namespace evenhand::store
