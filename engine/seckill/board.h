// SPDX-License-Identifier: GPL-3.0-or-later
// The live snapshot of an activity: what the engine knows, to which the desk adds what the database counts.
// Thread: the engine's; stateless.
#pragma once

#include "engine/runtime/unit_of_work.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

/// Everything but the figures of the orders and dead letters.
[[nodiscard]] Result<api::SeckillBoard> boardOf(runtime::UnitOfWork& work, SharedState& shared,
                                                const ActivityId& activity);

}  // namespace evenhand::seckill
