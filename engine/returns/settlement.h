// SPDX-License-Identifier: GPL-3.0-or-later
// What returned units are worth: what was paid for each line of an order, and for each unit of a line.
// Exact: products of two amounts are held in 128 bits. Thread: pure, any.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/store/records/return_store.h"

namespace evenhand::returns {

/// What was really paid for each line: its value less its part of the discount (the values' sum less `paid`), which
/// goes over the lines by value and largest remainder (Hamilton's method), ties to the earlier line. Sums to `paid`
/// exactly. 0 <= paid <= sum of the values, or all values 0: then everything goes to the first line.
[[nodiscard]] std::vector<Money> paidByLine(Money paid, std::span<const Money> values);

/// What the first `units` of a line of `quantity` are worth: floor(share x units / quantity).
[[nodiscard]] Money worth(Money share, std::int64_t units, std::int64_t quantity);

/// Takes `units` of a SKU from its lines (of `shares`, in line order), beginning where approved returns left room: what
/// each line gives, and floor(share x u / quantity) less what was settled of it before, never below 0.
/// The caller knows that there are so many.
[[nodiscard]] std::vector<store::returns::TakenShare> take(std::span<const store::returns::Share> shares,
                                                           std::string_view sku, std::int64_t units);

[[nodiscard]] Money sumOf(std::span<const store::returns::TakenShare> taken);

}  // namespace evenhand::returns
