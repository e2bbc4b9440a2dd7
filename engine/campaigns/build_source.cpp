// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/campaigns/build_source.h"

#include <algorithm>
#include <span>

#include "engine/base/invariant.h"
#include "engine/draws/lifecycle.h"
#include "engine/draws/steps.h"

namespace evenhand::campaigns {
namespace {

constexpr std::int64_t kAmountsPerStep = 50'000;  ///< about two milliseconds
constexpr std::int64_t kChunksPerFill = 200;      ///< a script takes so many arguments with ease

}  // namespace

Result<void> BuildSource::runDue(runtime::UnitOfWork& work) {
    if (m_shared.buildStale) {
        EVENHAND_TRY(choose(work));
        m_shared.buildStale = false;
        return {};
    }
    if (!m_builder->done()) {
        m_builder->step(kAmountsPerStep);
        return {};
    }
    return fillNext(work);
}

/// The first that is being built; what was made for another goes.
Result<void> BuildSource::choose(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto active, store::campaigns::active(work.database()));
    const auto found = std::find_if(active.begin(), active.end(), [](const auto& campaign) {
        return campaign->row.state == api::CampaignState::Building;
    });
    if (found == active.end()) {
        m_campaign.reset();
        m_builder.reset();
        return {};
    }
    const bool same = m_campaign && m_campaign->no == (*found)->no && m_builder;
    m_campaign = *found;
    if (!same) {
        const auto& settings = m_campaign->row.settings;
        m_builder =
            std::make_unique<AmountBuilder>(settings.shape, static_cast<std::uint64_t>(settings.seed.value_or(0)));
    }
    m_queue = 0;
    return {};
}

Result<void> BuildSource::fillNext(runtime::UnitOfWork& work) {
    EVENHAND_INVARIANT(m_builder->done(), "a campaign would open with discounts that are not all made");
    const auto width = widthOf(m_campaign->row.settings.shape.maxDiscount);
    const auto& queues = m_builder->queues();
    bool checked = m_queue == 0;  // from the first on: what was filled before may have been undone
    for (;; ++m_queue) {
        if (m_queue == queues.size()) {
            if (checked) {
                break;
            }
            m_queue = 0;
            checked = true;
        }
        const QueueKeys keys(m_campaign->no, static_cast<std::int64_t>(m_queue));
        EVENHAND_ASSIGN(const auto held, work.keyspace().call({"LLEN", keys.chunks}));
        const auto from = static_cast<std::size_t>(held.integer * kChunkAmounts);
        const auto& amounts = queues[m_queue];
        if (from >= amounts.size()) {
            continue;
        }
        const auto count = std::min(amounts.size() - from, static_cast<std::size_t>(kChunksPerFill * kChunkAmounts));
        EVENHAND_TRY(fill(work.keyspace(), keys, held.integer, std::span(amounts).subspan(from, count), width));
        return {};
    }
    EVENHAND_TRY(campaignBuilt(work, *m_campaign));
    m_shared.changed();
    return {};
}

}  // namespace evenhand::campaigns
