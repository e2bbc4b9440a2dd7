// SPDX-License-Identifier: GPL-3.0-or-later
// The amounts of a campaign: feasibility, and the three lists dealt to the queues. Pure code on integers and the
// engine's own random numbers: with one seed the result is the same on every machine.
//
// Exactly `places` integers from 1 to D, of the sum `budget`:
//  - List 1, the even spread: blocks of 20, a pair in each tenth of (0, D], summing to 10·D; until it holds half of the
//    places or five sixths of the amount, while the rest keeps a mean of 1.1 to 0.9·D.
//  - List 2, the small change: amounts of 1, at most a tenth of the places and a 3000th of the budget.
//  - List 3, the rest: each amount is uniform over a range that is symmetric about the mean of what is left
//    (mean ± min(mean - 1, D - mean)), so that every position has the same expectation and the last one closes the sum.
//    But for the last few the amounts are uniform over [1, 2·mean - 1], or [2·mean - D, D] for a mean above D/2.
//  - Each queue gets its share of lists 1 and 3, shuffled (Fisher and Yates), then its share of list 2.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/api/campaign_types.h"
#include "engine/base/result.h"
#include "engine/base/rng.h"

namespace evenhand::campaigns {

/// nullopt: feasible. Fields: budget, places, max_discount, queues.
[[nodiscard]] std::optional<api::Infeasible> infeasibility(const api::CampaignShape& shape);
/// The same as an error, with the nearest feasible values in its message.
[[nodiscard]] Result<void> checkShape(const api::CampaignShape& shape);

/// Places and amounts of the lists; of a feasible shape.
struct ListPlan {
    std::int64_t blocks = 0;  ///< of List 1
    api::CampaignPreview::List list[3] = {};
};
[[nodiscard]] ListPlan planLists(const api::CampaignShape& shape);

/// Builds the queues in slices, so that ten million places hold nobody up.
class AmountBuilder {
public:
    AmountBuilder(const api::CampaignShape& shape, std::uint64_t seed);

    /// Does about `amounts` amounts' worth of work; true: all is built.
    bool step(std::int64_t amounts);
    [[nodiscard]] bool done() const noexcept { return m_phase == Phase::Done; }
    /// Each queue in the order of drawing; once done.
    [[nodiscard]] const std::vector<std::vector<std::int64_t>>& queues() const noexcept { return m_queues; }
    [[nodiscard]] const ListPlan& plan() const noexcept { return m_plan; }
    /// Places that queue `queue` gets.
    [[nodiscard]] std::int64_t share(std::int64_t queue) const noexcept;

private:
    enum class Phase : std::uint8_t { Blocks, ShuffleBlocks, Deal, Rest, Shuffle, Tails, Done };
    void addBlock();
    void nextOfRest();
    void deal(std::int64_t amount);
    /// One exchange; false: nothing is left to shuffle.
    [[nodiscard]] bool shuffleOne(std::vector<std::int64_t>& amounts);
    void enter(Phase phase) noexcept;
    void stepOnce(std::int64_t& work);
    [[nodiscard]] std::int64_t shareOf(std::int64_t queue, std::int64_t count, std::int64_t offset) const noexcept;

    const api::CampaignShape m_shape;
    const ListPlan m_plan;
    Rng m_rng;
    Phase m_phase = Phase::Blocks;
    std::vector<std::int64_t> m_blocks;  ///< List 1
    std::vector<std::vector<std::int64_t>> m_queues;
    std::int64_t m_at = 0;          ///< within the phase
    std::int64_t m_next = 0;        ///< queue that gets the next amount
    std::size_t m_shuffled = 0;     ///< queues
    std::int64_t m_leftPlaces = 0;  ///< of List 3
    std::int64_t m_leftAmount = 0;
};

/// List 3 alone, in the order in which it is made; for tests of its distribution.
[[nodiscard]] std::vector<std::int64_t> restOf(std::int64_t places, std::int64_t amount, std::int64_t max,
                                               std::uint64_t seed);

/// What settings would give. Infeasible ones are an answer. `all`: every amount, in the order of drawing, if not null.
[[nodiscard]] api::CampaignPreview previewAmounts(const api::CampaignShape& shape, std::uint64_t seed,
                                                  std::vector<std::vector<std::int64_t>>* all = nullptr);

}  // namespace evenhand::campaigns
