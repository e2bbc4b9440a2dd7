// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of an activity compared with the database, slice by slice beside the sale, and put right. Each slice is
// consistent in itself: every entry is looked up on the other side in the same unit of work. Thread: the engine's;
// stateless but for the walk, which is a value.
#pragma once

#include <string>

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

/// WrongStatus unless the activity is started or stopped.
[[nodiscard]] Result<void> compareSlice(runtime::UnitOfWork& work, SharedState& shared, Comparison& walk);

}  // namespace evenhand::seckill
