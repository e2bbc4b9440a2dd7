// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/seckill_types.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

constexpr TextTable<ActivityState, 4> kActivityState{{{ActivityState::Draft, "draft"},
                                                      {ActivityState::Started, "started"},
                                                      {ActivityState::Stopped, "stopped"},
                                                      {ActivityState::Ended, "ended"}}};
constexpr TextTable<ActivityPhase, 6> kActivityPhase{{{ActivityPhase::Draft, "draft"},
                                                      {ActivityPhase::Scheduled, "scheduled"},
                                                      {ActivityPhase::OnSale, "on_sale"},
                                                      {ActivityPhase::Stopped, "stopped"},
                                                      {ActivityPhase::Closing, "closing"},
                                                      {ActivityPhase::Ended, "ended"}}};
constexpr TextTable<ActivityAction, 15> kActivityAction{{{ActivityAction::SetUp, "set_up"},
                                                         {ActivityAction::Edited, "edited"},
                                                         {ActivityAction::Discarded, "discarded"},
                                                         {ActivityAction::Started, "started"},
                                                         {ActivityAction::Stopped, "stopped"},
                                                         {ActivityAction::Resumed, "resumed"},
                                                         {ActivityAction::ToppedUp, "topped_up"},
                                                         {ActivityAction::EndOrdered, "end_ordered"},
                                                         {ActivityAction::Ended, "ended"},
                                                         {ActivityAction::Released, "released"},
                                                         {ActivityAction::Acknowledged, "acknowledged"},
                                                         {ActivityAction::Claimed, "claimed"},
                                                         {ActivityAction::Retried, "retried"},
                                                         {ActivityAction::Dismissed, "dismissed"},
                                                         {ActivityAction::Repaired, "repaired"}}};
constexpr TextTable<AttemptOutcome, kAttemptOutcomes> kOutcome{{{AttemptOutcome::Reserved, "reserved"},
                                                                {AttemptOutcome::SoldOut, "sold_out"},
                                                                {AttemptOutcome::Duplicate, "duplicate"},
                                                                {AttemptOutcome::Unknown, "unknown"},
                                                                {AttemptOutcome::NotStarted, "not_started"},
                                                                {AttemptOutcome::Ended, "ended"},
                                                                {AttemptOutcome::Stopped, "stopped"}}};
constexpr TextTable<ReservationState, 4> kReservation{{{ReservationState::None, "none"},
                                                       {ReservationState::Queued, "queued"},
                                                       {ReservationState::Retrying, "retrying"},
                                                       {ReservationState::Ordered, "ordered"}}};
constexpr auto kAllOutcomes = base::valuesOf(kOutcome);
static_assert(base::inOrder(kActivityState) && base::inOrder(kActivityPhase) && base::inOrder(kActivityAction) &&
              base::inOrder(kOutcome) && base::inOrder(kReservation));

}  // namespace

std::string_view toText(ActivityState value) noexcept { return base::textOf(kActivityState, value); }
std::string_view toText(ActivityPhase value) noexcept { return base::textOf(kActivityPhase, value); }
std::string_view toText(ActivityAction value) noexcept { return base::textOf(kActivityAction, value); }
std::string_view toText(AttemptOutcome value) noexcept { return base::textOf(kOutcome, value); }
std::string_view toText(ReservationState value) noexcept { return base::textOf(kReservation, value); }

std::optional<ActivityState> activityStateFrom(std::string_view text) noexcept {
    return base::valueOf(kActivityState, text);
}
std::optional<ActivityAction> activityActionFrom(std::string_view text) noexcept {
    return base::valueOf(kActivityAction, text);
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
