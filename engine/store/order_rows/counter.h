// SPDX-License-Identifier: GPL-3.0-or-later
// What orders take from and give back to: a number in a row, never below zero. Under which condition something is
// taken, and what is left then, stands here once, for rows that are held in memory (HotRows) and for a conditional
// UPDATE. Internal to engine/store. Thread: that of the Database.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/order_rows/row_rule.h"

namespace evenhand::store {

/// The stock of a product; the units that a flash sale has left.
enum class Counter : std::uint8_t { Stock, Units };

struct CounterOf {
    std::string_view table;
    ColumnName id;
    ColumnName number;
    /// The columns that a row of the table must have besides, and anything for them: for an INSERT that is meant to
    /// find the row there.
    std::string_view others, fillers;
    /// What else is read of a row, begun with a comma.
    std::string_view also = {};
};
/// In the order of Counter.
inline constexpr std::array kCounters{
    CounterOf{"product", "sku", "stock", "name, unit_price", "'',0", ", disabled_at, low_stock"},
    CounterOf{"activity", "activity_id", "units_left",
              "name, voucher, campus_id, price, stock, added, returned, begin_at, end_at, state, version, created_at",
              "'','','',0,0,0,0,0,0,'',0,0"}};

[[nodiscard]] constexpr std::size_t indexOf(Counter counter) noexcept { return static_cast<std::size_t>(counter); }
[[nodiscard]] constexpr const CounterOf& infoOf(Counter counter) noexcept { return kCounters[indexOf(counter)]; }

// Of the number, with the quantity that is taken.
inline constexpr RowRule kTakenIf = RowRule::IsAtLeast;
inline constexpr RowRule kTaken = RowRule::Subtract;

/// Takes `quantity`; false, and nothing taken, if there is less or no such row. Negative: given back.
[[nodiscard]] Result<bool> take(Database& database, Counter counter, std::string_view id, std::int64_t quantity);

}  // namespace evenhand::store
