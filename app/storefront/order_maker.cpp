// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/order_maker.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <utility>

#include "app/storefront/day_curve.h"
#include "app/storefront/world.h"

namespace evenhand::storefront {
namespace {

constexpr std::uint64_t kUsers = 2'400;
constexpr std::int64_t kMinPayMs = 4'000;
constexpr std::int64_t kMaxPayMs = 90'000;

// Parts per thousand of each fate; what is left pays.
constexpr std::array<std::pair<Fate, int>, 6> kFates{{{Fate::Abandons, 30},
                                                      {Fate::CancelsUnpaid, 15},
                                                      {Fate::CancelsPaid, 12},
                                                      {Fate::PaysAfterCancel, 4},
                                                      {Fate::PaysWrongAmount, 3},
                                                      {Fate::PaysTwice, 3}}};

std::string numbered(const std::string& prefix, std::int64_t number, int width) {
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%0*lld", width, static_cast<long long>(number));
    return prefix + digits.data();
}

int campusIndex(Rng& rng) {
    const auto campuses = demoCampuses();
    const int total = std::accumulate(campuses.begin(), campuses.end(), 0,
                                      [](int sum, const DemoCampus& campus) { return sum + campus.weight; });
    auto drawn = static_cast<int>(rng.below(static_cast<std::uint64_t>(total)));
    int index = 0;
    while (drawn >= campuses[static_cast<std::size_t>(index)].weight) {
        drawn -= campuses[static_cast<std::size_t>(index)].weight;
        ++index;
    }
    return index;
}

}  // namespace

OrderMaker::OrderMaker(std::uint64_t seed, std::string run) : m_rng(seed), m_run(std::move(run)) {}

PlannedOrder OrderMaker::next(double minuteOfDay) {
    PlannedOrder planned;
    auto& order = planned.request;
    order.key = numbered(m_run + "-", ++m_made, 6);
    order.orderNo = OrderNo(order.key);
    // The square prefers low numbers: some customers order often.
    const double person = m_rng.unit();
    order.user = UserId(numbered("u", 1 + static_cast<std::int64_t>(person * person * kUsers), 5));
    order.campus = CampusId(demoCampuses()[static_cast<std::size_t>(campusIndex(m_rng))].id);
    addLines(order, minuteOfDay);
    planned.fate = drawFate();
    planned.payAfterMs = m_rng.between(kMinPayMs, kMaxPayMs);
    planned.cancelAfterMs = m_rng.between(30'000, 240'000);
    return planned;
}

void OrderMaker::addLines(api::PlaceOrder& order, double minuteOfDay) {
    const auto products = demoProducts();
    const auto firstGrocery = static_cast<std::uint64_t>(
        std::find_if(products.begin(), products.end(), [](const DemoProduct& product) { return !product.meal; }) -
        products.begin());
    const bool meal = m_rng.unit() < mealShareAt(minuteOfDay);
    const std::int64_t wanted = meal ? m_rng.between(1, 3) : m_rng.between(1, 6);
    for (std::int64_t line = 0; line < wanted; ++line) {
        const auto index =
            meal ? m_rng.below(firstGrocery) : firstGrocery + m_rng.below(products.size() - firstGrocery);
        const auto& product = products[index];
        const auto quantity = m_rng.between(1, meal ? 2 : 3);
        const auto known = std::find_if(order.lines.begin(), order.lines.end(),
                                        [&](const api::OrderLine& other) { return other.sku.str() == product.sku; });
        if (known != order.lines.end()) {
            known->quantity += quantity;
            continue;
        }
        order.lines.push_back({Sku(product.sku), quantity, Money{product.priceMinor}});
    }
}

Fate OrderMaker::drawFate() {
    auto drawn = static_cast<int>(m_rng.below(1'000));
    for (const auto& [fate, share] : kFates) {
        if (drawn < share) {
            return fate;
        }
        drawn -= share;
    }
    return Fate::Pays;
}

}  // namespace evenhand::storefront
