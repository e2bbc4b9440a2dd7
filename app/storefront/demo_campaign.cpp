// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/demo_campaign.h"

#include "app/storefront/deliver.h"
#include "engine/base/time_uuid.h"

namespace evenhand::storefront {
namespace {

constexpr std::int64_t kBudgetMinor = 600'000;
constexpr std::int64_t kPlaces = 3'000;
constexpr std::int64_t kLengthMs = 30LL * 60'000;
constexpr std::int64_t kCampaignLookMs = 10'000;
constexpr std::uint64_t kTakePartPercent = 35;

}  // namespace

DemoCampaign::DemoCampaign(api::CampaignDesk& desk, const Clock& clock, std::uint64_t seed, api::Call call,
                           QObject* parent)
    : QObject(parent), m_desk(desk), m_clock(clock), m_rng(seed), m_call(std::move(call)) {}

void DemoCampaign::look() {
    const Instant now = m_clock.now();
    if (m_looking || (m_lookedAt && now.ms - m_lookedAt->ms < kCampaignLookMs)) {
        return;
    }
    m_looking = true;
    m_lookedAt = now;
    deliver<std::vector<api::CampaignRow>>(m_desk.campaigns(m_call), this, [this](const auto& rows) {
        m_looking = false;
        if (!rows) {
            return;
        }
        m_running = {};
        bool any = false;  // one that the operator has paused is left alone, and no other is started beside it
        for (const auto& row : *rows) {
            any = any || (row.state != api::CampaignState::Ended && row.state != api::CampaignState::Draft);
            if (row.state == api::CampaignState::Running) {
                m_running = row.id;
            }
        }
        if (!any) {
            makeOne();
        }
    });
}

void DemoCampaign::makeOne() {
    api::CampaignSettings settings;
    settings.name = "Instant discount";
    settings.shape = {Money{kBudgetMinor}, kPlaces, Money{1'000}, 4};
    settings.countLimit = 5;
    settings.amountLimit = Money{2'000};
    settings.begin = m_clock.now();
    settings.end = m_clock.now().plusMs(kLengthMs);
    settings.seed = static_cast<std::int64_t>(m_rng.next() >> 1U);
    m_looking = true;
    deliver<api::CampaignRow>(m_desk.create(m_call, {}, settings), this, [this](const auto& made) {
        m_looking = false;
        if (made) {
            deliver<api::CampaignRow>(m_desk.start(m_call, made->id), this, [this](const auto& started) {
                if (started) {
                    m_running = started->id;
                }
            });
        }
    });
}

std::optional<api::OrderDraw> DemoCampaign::drawForNext() {
    if (m_running.empty() || m_rng.below(100) >= kTakePartPercent) {
        return std::nullopt;
    }
    return api::OrderDraw{m_running, DrawId(base::timeUuid(m_rng, m_clock.now()))};
}

void DemoCampaign::drawn(const api::DrawAnswer& answer) {
    m_granted += answer.refusal ? 0 : 1;
    if (answer.refusal == api::DrawRefusal::Ended || answer.refusal == api::DrawRefusal::Exhausted) {
        m_running = {};
    }
}

}  // namespace evenhand::storefront
