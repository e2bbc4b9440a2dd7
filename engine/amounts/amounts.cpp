// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/amounts/amounts.h"

#include <algorithm>
#include <string>
#include <utility>

namespace evenhand::campaigns {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kTenths = api::kDiscountStep;
constexpr std::int64_t kBlockPlaces = 20;
constexpr std::size_t kSample = 100;

/// The mean of `amount` over `places` lies within [1.1, 0.9·max]; nothing over nothing does.
bool spreads(std::int64_t places, std::int64_t amount, std::int64_t max) {
    return places >= 0 && amount >= 0 && 11 * Wide(places) <= 10 * Wide(amount) &&
           10 * Wide(amount) <= 9 * Wide(places) * Wide(max);
}

std::int64_t blocksOf(const api::CampaignShape& shape) {
    const std::int64_t max = shape.maxDiscount.minor;
    if (max <= kTenths) {
        return 0;
    }
    std::int64_t blocks = 0;
    std::int64_t places = shape.places;
    std::int64_t amount = shape.budget.minor;
    while (2 * (shape.places - places) < shape.places &&
           6 * Wide(shape.budget.minor - amount) < 5 * Wide(shape.budget.minor) &&
           spreads(places - kBlockPlaces, amount - kTenths * max, max)) {
        ++blocks;
        places -= kBlockPlaces;
        amount -= kTenths * max;
    }
    return blocks;
}

/// The largest number of amounts of 1 that leaves a rest within the bound, else none.
std::int64_t smallChange(const api::CampaignShape& shape, std::int64_t places, std::int64_t amount) {
    const std::int64_t max = shape.maxDiscount.minor;
    const Wide most = (9 * Wide(places) * max - 10 * Wide(amount)) / (9 * Wide(max) - 10);
    const auto cap = std::min<std::int64_t>({shape.places / 10, shape.budget.minor / 3000, places, amount});
    if (9 * Wide(places) * max < 10 * Wide(amount)) {
        return 0;
    }
    const auto count = static_cast<std::int64_t>(std::min(Wide(cap), most));
    return count > 0 && spreads(places - count, amount - count, max) ? count : 0;
}

Error refused(const char* field, std::int64_t value, std::string reason) {
    return {ErrorCode::InvalidArgument, std::move(reason), field, std::to_string(value)};
}

/// One amount of List 3, of what is left: uniform over a range that is symmetric about its mean, which is not always an
/// integer: then about the integer below or above, by chance, so that the expectation is the mean exactly.
std::int64_t drawRest(Rng& rng, std::int64_t places, std::int64_t amount, std::int64_t max) {
    std::int64_t middle = amount / places;
    const auto remainder = static_cast<std::uint64_t>(amount % places);
    if (remainder > 0 && rng.below(static_cast<std::uint64_t>(places)) < remainder) {
        ++middle;
    }
    // Whatever is drawn, each of the others must be able to have 1 to max.
    const Wide most = Wide(amount) - (places - 1);
    const Wide least = Wide(amount) - Wide(places - 1) * max;
    const Wide half = std::min({Wide(middle - 1), Wide(max - middle), most - middle, middle - least});
    const auto reach = static_cast<std::int64_t>(half);
    return reach > 0 ? rng.between(middle - reach, middle + reach) : middle;
}

}  // namespace

std::optional<api::Infeasible> infeasibility(const api::CampaignShape& shape) {
    const std::int64_t budget = shape.budget.minor;
    const std::int64_t max = shape.maxDiscount.minor;
    const auto range = [](const char* field, std::int64_t value, std::int64_t low,
                          std::int64_t high) -> std::optional<api::Infeasible> {
        if (value >= low && value <= high) {
            return std::nullopt;
        }
        return api::Infeasible{refused(field, value, "must be " + std::to_string(low) + " to " + std::to_string(high)),
                               {{field, std::clamp(value, low, high)}}};
    };
    if (auto out = range("budget", budget, 1, api::kMaxCampaignMinor)) {
        return out;
    }
    if (auto out = range("places", shape.places, 1, api::kMaxCampaignPlaces)) {
        return out;
    }
    if (auto out = range("queues", shape.queues, 1, api::kMaxCampaignQueues)) {
        return out;
    }
    constexpr std::int64_t kMaxDiscountMinor = api::kMaxCampaignMinor / kTenths * kTenths;
    if (auto out = range("max_discount", max, kTenths, kMaxDiscountMinor)) {
        return out;
    }
    if (max % kTenths != 0) {
        const std::int64_t below = max / kTenths * kTenths;
        return api::Infeasible{
            refused("max_discount", max, "must be divisible by 10"),
            {{"max_discount", below}, {"max_discount", std::min(below + kTenths, kMaxDiscountMinor)}}};
    }
    if (shape.places > budget) {
        return api::Infeasible{refused("places", shape.places,
                                       "there are more places than the budget has units: each place needs at least 1"),
                               {{"places", budget}, {"budget", shape.places}}};
    }
    if (Wide(budget) > Wide(shape.places) * max) {
        const auto most = static_cast<std::int64_t>(Wide(shape.places) * max);
        const std::int64_t places = (budget + max - 1) / max;
        const std::int64_t larger = ((budget + shape.places - 1) / shape.places + kTenths - 1) / kTenths * kTenths;
        std::vector<api::Infeasible::Nearest> nearest{{"budget", most}};
        if (places <= api::kMaxCampaignPlaces) {
            nearest.push_back({"places", places});
        }
        if (larger <= kMaxDiscountMinor) {
            nearest.push_back({"max_discount", larger});
        }
        return api::Infeasible{
            refused("budget", budget, "is more than all places at the largest discount can give away"),
            std::move(nearest)};
    }
    return std::nullopt;
}

Result<void> checkShape(const api::CampaignShape& shape) {
    auto found = infeasibility(shape);
    if (!found) {
        return {};
    }
    std::string hint;
    for (const auto& nearest : found->nearest) {
        hint += (hint.empty() ? "; valid would be " : " or ") + nearest.field + " " + std::to_string(nearest.value);
    }
    found->error.message += hint;
    return tl::unexpected<Error>(std::move(found->error));
}

ListPlan planLists(const api::CampaignShape& shape) {
    ListPlan plan;
    plan.blocks = blocksOf(shape);
    plan.list[0] = {plan.blocks * kBlockPlaces, plan.blocks * kTenths * shape.maxDiscount.minor};
    const std::int64_t places = shape.places - plan.list[0].places;
    const std::int64_t amount = shape.budget.minor - plan.list[0].amount;
    const std::int64_t ones = smallChange(shape, places, amount);
    plan.list[1] = {ones, ones};
    plan.list[2] = {places - ones, amount - ones};
    return plan;
}

AmountBuilder::AmountBuilder(const api::CampaignShape& shape, std::uint64_t seed)
    : m_shape(shape), m_plan(planLists(shape)), m_rng(seed) {
    m_blocks.reserve(static_cast<std::size_t>(m_plan.list[0].places));
    m_queues.resize(static_cast<std::size_t>(shape.queues));
    m_leftPlaces = m_plan.list[2].places;
    m_leftAmount = m_plan.list[2].amount;
    for (std::size_t i = 0; i < m_queues.size(); ++i) {
        m_queues[i].reserve(static_cast<std::size_t>(share(static_cast<std::int64_t>(i))));
    }
}

/// Of `count` things dealt one by one to the queues, beginning with queue `offset`.
std::int64_t AmountBuilder::shareOf(std::int64_t queue, std::int64_t count, std::int64_t offset) const noexcept {
    const std::int64_t queues = m_shape.queues;
    const std::int64_t turn = (queue - offset % queues + queues) % queues;
    return count / queues + (turn < count % queues ? 1 : 0);
}

std::int64_t AmountBuilder::share(std::int64_t queue) const noexcept {
    // List 3 goes on where List 1 ended, List 2 where List 3 did: no queue is more than one place ahead.
    return shareOf(queue, m_shape.places, 0);
}

void AmountBuilder::addBlock() {
    const std::int64_t width = m_shape.maxDiscount.minor / kTenths;
    const std::int64_t inset = m_rng.between(1, width - 1);
    for (std::int64_t tenth = 0; tenth < kTenths; ++tenth) {
        m_blocks.push_back(tenth * width + inset);
        m_blocks.push_back((tenth + 1) * width - inset);
    }
}

void AmountBuilder::deal(std::int64_t amount) {
    m_queues[static_cast<std::size_t>(m_next)].push_back(amount);
    m_next = (m_next + 1) % m_shape.queues;
}

void AmountBuilder::nextOfRest() {
    const std::int64_t amount = drawRest(m_rng, m_leftPlaces, m_leftAmount, m_shape.maxDiscount.minor);
    m_leftAmount -= amount;
    --m_leftPlaces;
    deal(amount);
}

/// Position m_at takes one of what is not placed yet.
bool AmountBuilder::shuffleOne(std::vector<std::int64_t>& amounts) {
    const auto size = static_cast<std::int64_t>(amounts.size());
    if (m_at + 1 >= size) {
        return false;
    }
    const auto other = m_rng.between(m_at, size - 1);
    std::swap(amounts[static_cast<std::size_t>(m_at)], amounts[static_cast<std::size_t>(other)]);
    ++m_at;
    return true;
}

void AmountBuilder::enter(Phase phase) noexcept {
    m_phase = phase;
    m_at = 0;
}

void AmountBuilder::stepOnce(std::int64_t& work) {
    switch (m_phase) {
        case Phase::Blocks:
            if (m_at++ == m_plan.blocks) {
                enter(Phase::ShuffleBlocks);
                return;
            }
            addBlock();
            work += kBlockPlaces - 1;
            return;
        case Phase::ShuffleBlocks:
            if (!shuffleOne(m_blocks)) {
                enter(Phase::Deal);
            }
            return;
        case Phase::Deal:
            if (m_at == static_cast<std::int64_t>(m_blocks.size())) {
                m_blocks = {};
                enter(Phase::Rest);
                return;
            }
            deal(m_blocks[static_cast<std::size_t>(m_at++)]);
            return;
        case Phase::Rest:
            if (m_leftPlaces == 0) {
                enter(Phase::Shuffle);
                return;
            }
            nextOfRest();
            return;
        case Phase::Shuffle:
            if (!shuffleOne(m_queues[m_shuffled])) {
                m_at = 0;
                if (++m_shuffled == m_queues.size()) {
                    enter(Phase::Tails);
                }
            }
            return;
        case Phase::Tails:
            if (m_at++ == m_plan.list[1].places) {
                enter(Phase::Done);
                return;
            }
            deal(1);
            return;
        case Phase::Done: return;
    }
}

bool AmountBuilder::step(std::int64_t amounts) {
    for (std::int64_t work = 0; work < amounts && m_phase != Phase::Done; ++work) {
        stepOnce(work);
    }
    return m_phase == Phase::Done;
}

std::vector<std::int64_t> restOf(std::int64_t places, std::int64_t amount, std::int64_t max, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<std::int64_t> rest;
    rest.reserve(static_cast<std::size_t>(places));
    for (; places > 0; --places) {
        rest.push_back(drawRest(rng, places, amount, max));
        amount -= rest.back();
    }
    return rest;
}

namespace {

std::vector<std::string> warningsFor(const api::CampaignShape& shape, const ListPlan& plan) {
    std::vector<std::string> warnings;
    const std::int64_t max = shape.maxDiscount.minor;
    if (shape.places < shape.queues) {
        warnings.emplace_back("fewer_places_than_queues");
    }
    if (plan.blocks == 0) {
        warnings.emplace_back("no_even_spread");
    }
    if (shape.budget.minor / 3000 > 0 && shape.places / 10 > 0 && plan.list[1].places == 0) {
        warnings.emplace_back("no_small_change");
    }
    // Every amount is the same, or nearly so.
    if (10 * Wide(shape.budget.minor) < 11 * Wide(shape.places) ||
        10 * Wide(shape.budget.minor) > 9 * Wide(shape.places) * max) {
        warnings.emplace_back("narrow_spread");
    }
    return warnings;
}

}  // namespace

api::CampaignPreview previewAmounts(const api::CampaignShape& shape, std::uint64_t seed,
                                    std::vector<std::vector<std::int64_t>>* all) {
    api::CampaignPreview preview;
    preview.infeasible = infeasibility(shape);
    if (preview.infeasible) {
        return preview;
    }
    AmountBuilder builder(shape, seed);
    while (!builder.step(1'000'000)) {
    }
    preview.seed = static_cast<std::int64_t>(seed);
    preview.lists.assign(std::begin(builder.plan().list), std::end(builder.plan().list));
    preview.warnings = warningsFor(shape, builder.plan());
    preview.histogram.assign(kTenths, 0);
    const std::int64_t width = shape.maxDiscount.minor / kTenths;
    for (const auto& queue : builder.queues()) {
        preview.queues.push_back(static_cast<std::int64_t>(queue.size()));
        for (const auto amount : queue) {
            ++preview.histogram[static_cast<std::size_t>((amount - 1) / width)];
        }
    }
    const auto& first = builder.queues().front();
    preview.sample.assign(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(std::min(kSample, first.size())));
    if (all != nullptr) {
        *all = builder.queues();
    }
    return preview;
}

}  // namespace evenhand::campaigns
