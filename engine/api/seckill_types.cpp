// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/seckill_types.h"

namespace evenhand::api {
namespace {

// In order of declaration: a value indexes its text.
constexpr std::array<std::string_view, 4> kStates{"draft", "started", "stopped", "ended"};
constexpr std::array<std::string_view, 6> kPhases{"draft", "scheduled", "on_sale", "stopped", "closing", "ended"};
constexpr std::array<std::string_view, kAttemptOutcomes> kOutcomes{"reserved",    "sold_out", "duplicate", "unknown",
                                                                   "not_started", "ended",    "stopped"};
constexpr std::array kAllOutcomes{AttemptOutcome::Reserved, AttemptOutcome::SoldOut,    AttemptOutcome::Duplicate,
                                  AttemptOutcome::Unknown,  AttemptOutcome::NotStarted, AttemptOutcome::Ended,
                                  AttemptOutcome::Stopped};

}  // namespace

std::string_view toText(ActivityState value) noexcept { return kStates[static_cast<std::size_t>(value)]; }
std::string_view toText(ActivityPhase value) noexcept { return kPhases[static_cast<std::size_t>(value)]; }
std::string_view toText(AttemptOutcome value) noexcept { return kOutcomes[static_cast<std::size_t>(value)]; }

std::optional<ActivityState> activityStateFrom(std::string_view text) noexcept {
    for (std::size_t i = 0; i < kStates.size(); ++i) {
        if (kStates[i] == text) {
            return static_cast<ActivityState>(i);
        }
    }
    return std::nullopt;
}

std::span<const AttemptOutcome> allAttemptOutcomes() noexcept { return kAllOutcomes; }

ActivityPhase phaseOf(const ActivityRow& row, Instant now) noexcept {
    switch (row.state) {
        case ActivityState::Draft: return ActivityPhase::Draft;
        case ActivityState::Ended: return ActivityPhase::Ended;
        case ActivityState::Started:
        case ActivityState::Stopped: break;
    }
    if (now >= row.set.end) {
        return ActivityPhase::Closing;
    }
    if (row.state == ActivityState::Stopped) {
        return ActivityPhase::Stopped;
    }
    return now < row.set.begin ? ActivityPhase::Scheduled : ActivityPhase::OnSale;
}

}  // namespace evenhand::api
