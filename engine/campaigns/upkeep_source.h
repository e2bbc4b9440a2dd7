// SPDX-License-Identifier: GPL-3.0-or-later
// What falls due by time in campaigns: their end, granted draws that no order used, interrupted draws, refunds that the
// keyspace has not heard of, the points of the burn-down, and alerts about the budget. Thread: the engine's.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/campaigns/shared_state.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/look_pace.h"
#include "engine/store/records/campaign_store.h"

namespace evenhand::campaigns {

class UpkeepSource final : public runtime::DueSource {
public:
    /// `keyspace`: the engine's, for looking between units. Both must outlive the source. `pace`: when it is asked;
    /// nullptr: every time.
    UpkeepSource(keyspace::Keyspace& keyspace, SharedState& shared, std::unique_ptr<runtime::LookPace> pace = nullptr)
        : m_keyspace(keyspace), m_shared(shared), m_pace(std::move(pace)) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] std::string_view name() const noexcept override { return "campaigns"; }
    /// Each look takes steps for all campaigns, so not every time.
    void othersWrote() noexcept override {
        constexpr int kTimes = 10;
        m_shared.upkeepStale = m_shared.upkeepStale || ++m_asked % kTimes == 0;
    }
    void timeTurnedBack() noexcept override {
        m_points.clear();
        m_nextRefunds = Instant{0};
        m_shared.upkeepStale = true;
    }

private:
    struct Point {
        std::optional<Instant> next;    ///< to note a point
        std::optional<Instant> budget;  ///< to look whether a limit of its budget was reached
        api::BurnPoint last;
    };
    [[nodiscard]] std::optional<Instant> oldestDraw();
    [[nodiscard]] Result<void> load(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> lookForExpiry(runtime::UnitOfWork& work);
    [[nodiscard]] Result<bool> endOne(runtime::UnitOfWork& work);
    [[nodiscard]] Result<bool> expireSome(runtime::UnitOfWork& work);
    [[nodiscard]] Result<bool> recoverOne(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> drawPoints(runtime::UnitOfWork& work);

    int m_asked = 0;  ///< by othersWrote()
    keyspace::Keyspace& m_keyspace;
    SharedState& m_shared;
    const std::unique_ptr<runtime::LookPace> m_pace;
    std::optional<Instant> m_oldest;  ///< when a draw that is under way is to be looked at, as the keyspace said last
    std::vector<store::campaigns::Shared> m_active;
    std::optional<Instant> m_nextExpiry;
    std::optional<Instant> m_nextRefunds = Instant{0};  ///< to look for refunds that were interrupted
    std::map<std::int64_t, Point> m_points;
};

}  // namespace evenhand::campaigns
