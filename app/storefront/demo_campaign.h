// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's random-discount campaign: one is always running while the storefront does, a new one when the last has
// ended; part of the customers draw with their order. Thread: that of its owner, which must outlive it.
#pragma once

#include <QObject>
#include <optional>

#include "engine/api/campaign_desk.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"

namespace evenhand::storefront {

class DemoCampaign : public QObject {
    Q_OBJECT
public:
    DemoCampaign(api::CampaignDesk& desk, const Clock& clock, std::uint64_t seed, api::Call call,
                 QObject* parent = nullptr);

    /// Looks now and then which campaign runs, and starts one if none does. Called every tick.
    void look();
    /// The draw of the next order: about every third customer takes part.
    [[nodiscard]] std::optional<api::OrderDraw> drawForNext();
    /// What became of it.
    void drawn(const api::DrawAnswer& answer);
    [[nodiscard]] std::int64_t granted() const noexcept { return m_granted; }

private:
    void makeOne();

    api::CampaignDesk& m_desk;
    const Clock& m_clock;
    Rng m_rng;
    const api::Call m_call;
    CampaignId m_running;  ///< empty: none
    bool m_looking = false;
    std::int64_t m_granted = 0;
    std::optional<Instant> m_lookedAt;
};

}  // namespace evenhand::storefront
