// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of an activity compared with the database, slice by slice beside the sale, and put right. Each slice is
// consistent in itself: every entry is looked up on the other side in the same unit of work. Thread: the engine's, or
// that of the snapshot that is looked at; stateless but for the walk, which is a value.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/runtime/unit_of_work.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

struct Comparison {
    enum class Stage : std::uint8_t { Orders, Messages, Slots, Figures, Ended };
    ActivityId activity;
    bool fix = false;
    Stage stage = Stage::Orders;
    OrderId afterOrder;
    std::string afterMessage;
    std::string cursor = "0";
    api::SeckillComparison result;
};

/// Told of each difference: the key and the member of it, what the database says and what was found; empty: nothing.
using Differs =
    std::function<void(std::string_view key, std::string_view member, std::string expected, std::string found)>;
/// One slice of an activity that is started or stopped, by commands alone unless something is put right. With
/// `walk.fix` end with conclude(). `differs`: may be empty.
[[nodiscard]] Result<void> compareStep(store::Database& database, keyspace::Keyspace& keyspace,
                                       const ActivityKeys& keys, const api::ActivityRow& row, Comparison& walk,
                                       const Differs& differs = {});
/// The walk has ended: the activity's log and its alert say what was found.
[[nodiscard]] Result<void> conclude(runtime::UnitOfWork& work, const api::ActivityRow& row, const Comparison& walk);

/// compareStep() and conclude(). WrongStatus unless the activity is started or stopped.
[[nodiscard]] Result<void> compareSlice(runtime::UnitOfWork& work, SharedState& shared, Comparison& walk);

}  // namespace evenhand::seckill
