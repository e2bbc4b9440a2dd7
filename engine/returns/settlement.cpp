// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/settlement.h"

#include <algorithm>
#include <numeric>

namespace evenhand::returns {
namespace {

__extension__ using Wide = __int128;

}  // namespace

std::vector<Money> paidByLine(Money paid, std::span<const Money> values) {
    std::vector<Money> shares(values.begin(), values.end());
    Wide total = 0;
    for (const auto value : values) {
        total += value.minor;
    }
    if (total == 0) {
        if (!shares.empty()) {
            shares.front() = paid;
        }
        return shares;
    }
    const Wide discount = total - paid.minor;
    std::vector<Wide> remainders(values.size());
    Wide left = discount;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Wide product = discount * values[i].minor;
        shares[i].minor -= static_cast<std::int64_t>(product / total);
        remainders[i] = product % total;
        left -= product / total;
    }
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    for (std::size_t i = 0; left > 0; ++i, --left) {
        --shares[order[i]].minor;
    }
    return shares;
}

Money worth(Money share, std::int64_t units, std::int64_t quantity) {
    return Money{static_cast<std::int64_t>(static_cast<Wide>(share.minor) * units / quantity)};
}

std::vector<store::returns::TakenShare> take(std::span<const store::returns::Share> shares, std::string_view sku,
                                             std::int64_t units) {
    std::vector<store::returns::TakenShare> taken;
    for (const auto& line : shares) {
        const auto some = line.sku == sku ? std::min(units, line.quantity - line.units) : 0;
        if (some > 0) {
            const auto upTo = worth(line.share, line.units + some, line.quantity);
            taken.push_back(
                {line.lineNo, line.sku, some, Money{std::max<std::int64_t>(0, upTo.minor - line.settled.minor)}});
            units -= some;
        }
    }
    return taken;
}

Money sumOf(std::span<const store::returns::TakenShare> taken) {
    Money sum;
    for (const auto& share : taken) {
        sum.minor += share.amount.minor;
    }
    return sum;
}

}  // namespace evenhand::returns
