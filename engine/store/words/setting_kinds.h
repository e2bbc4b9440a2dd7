// SPDX-License-Identifier: GPL-3.0-or-later
// What settings there are whose changes are counted. The texts are stored.
// Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/text_table.h"

namespace evenhand::store {

/// Dispatch, Timers and Returns: the policy of a campus (Returns also that of the workspace, without one). Pause:
/// whether dispatch of a campus is paused; TimerPause: whether timers of a kind are; Hold: whether tasks of a kind are
/// held; Courier: name and phone of a courier, and whether disabled; LoadLimit: a courier's own load limit; Roster:
/// that of a courier. The others are of the workspace; Queue is the delay queue's switch and polling interval, Alerts
/// the limits of alerts.
enum class SettingKind : std::uint8_t {
    Dispatch,
    Timers,
    Returns,
    Refunds,
    Accounts,
    Backups,
    Queue,
    Pause,
    TimerPause,
    Hold,
    Courier,
    LoadLimit,
    Roster,
    Alerts,
    Cases,
    Workers
};

inline constexpr base::TextTable<SettingKind, 16> kSettingKinds{{{SettingKind::Dispatch, "dispatch"},
                                                                 {SettingKind::Timers, "timers"},
                                                                 {SettingKind::Returns, "returns"},
                                                                 {SettingKind::Refunds, "refunds"},
                                                                 {SettingKind::Accounts, "accounts"},
                                                                 {SettingKind::Backups, "backups"},
                                                                 {SettingKind::Queue, "queue"},
                                                                 {SettingKind::Pause, "pause"},
                                                                 {SettingKind::TimerPause, "timer_pause"},
                                                                 {SettingKind::Hold, "hold"},
                                                                 {SettingKind::Courier, "courier"},
                                                                 {SettingKind::LoadLimit, "load_limit"},
                                                                 {SettingKind::Roster, "roster"},
                                                                 {SettingKind::Alerts, "alerts"},
                                                                 {SettingKind::Cases, "cases"},
                                                                 {SettingKind::Workers, "workers"}}};
static_assert(base::inOrder(kSettingKinds));

[[nodiscard]] inline std::string_view toText(SettingKind value) noexcept { return base::textOf(kSettingKinds, value); }
[[nodiscard]] inline std::optional<SettingKind> settingKindFrom(std::string_view text) noexcept {
    return base::valueOf(kSettingKinds, text);
}

}  // namespace evenhand::store
