// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/campaign_types.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

constexpr TextTable<CampaignState, 5> kState{{{CampaignState::Draft, "draft"},
                                              {CampaignState::Building, "building"},
                                              {CampaignState::Running, "running"},
                                              {CampaignState::Paused, "paused"},
                                              {CampaignState::Ended, "ended"}}};
constexpr TextTable<CampaignEnd, 3> kEnd{
    {{CampaignEnd::Time, "time"}, {CampaignEnd::Stopped, "stopped"}, {CampaignEnd::Exhausted, "exhausted"}}};
constexpr TextTable<DrawState, 3> kDraw{
    {{DrawState::Granted, "granted"}, {DrawState::Refused, "refused"}, {DrawState::RolledBack, "rolled_back"}}};
constexpr TextTable<DrawRefusal, 9> kRefusal{{{DrawRefusal::NotStarted, "not_started"},
                                              {DrawRefusal::Paused, "paused"},
                                              {DrawRefusal::Ended, "ended"},
                                              {DrawRefusal::UnderWay, "under_way"},
                                              {DrawRefusal::Exhausted, "exhausted"},
                                              {DrawRefusal::CountLimit, "count_limit"},
                                              {DrawRefusal::AmountLimit, "amount_limit"},
                                              {DrawRefusal::NothingPayable, "nothing_payable"},
                                              {DrawRefusal::RolledBack, "rolled_back"}}};

static_assert(base::inOrder(kState) && base::inOrder(kEnd) && base::inOrder(kDraw) && base::inOrder(kRefusal));

constexpr std::array<std::string_view, 13> kAll{"name",        "budget",       "places",     "max_discount", "queues",
                                                "count_limit", "amount_limit", "begin",      "end",          "seed",
                                                "cap_at_max",  "validity_ms",  "recovery_ms"};
constexpr std::array<std::string_view, 7> kStarted{"name",         "begin",       "end",        "count_limit",
                                                   "amount_limit", "validity_ms", "recovery_ms"};
constexpr std::array<std::string_view, 6> kBegun{"name",         "end",         "count_limit",
                                                 "amount_limit", "validity_ms", "recovery_ms"};
constexpr std::array<std::string_view, 1> kEnded{"name"};

}  // namespace

std::string_view toText(CampaignState value) noexcept { return base::textOf(kState, value); }
std::string_view toText(CampaignEnd value) noexcept { return base::textOf(kEnd, value); }
std::string_view toText(DrawState value) noexcept { return base::textOf(kDraw, value); }
std::string_view toText(DrawRefusal value) noexcept { return base::textOf(kRefusal, value); }
std::optional<CampaignState> campaignStateFrom(std::string_view text) noexcept { return base::valueOf(kState, text); }
std::optional<CampaignEnd> campaignEndFrom(std::string_view text) noexcept { return base::valueOf(kEnd, text); }
std::optional<DrawState> drawStateFrom(std::string_view text) noexcept { return base::valueOf(kDraw, text); }
std::optional<DrawRefusal> drawRefusalFrom(std::string_view text) noexcept { return base::valueOf(kRefusal, text); }

std::span<const std::string_view> editableFields(CampaignState state, bool begun) noexcept {
    switch (state) {
        case CampaignState::Draft: return kAll;
        case CampaignState::Building:
        case CampaignState::Running:
        case CampaignState::Paused: return begun ? std::span<const std::string_view>(kBegun) : kStarted;
        case CampaignState::Ended: break;
    }
    return kEnded;
}

}  // namespace evenhand::api
