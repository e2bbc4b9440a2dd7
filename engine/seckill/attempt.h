// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt at a flash sale: one script. What is refused changes nothing, not even a counter on disk.
// Thread: the engine's.
#pragma once

#include "engine/runtime/unit_of_work.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

[[nodiscard]] Result<api::AttemptAnswer> attempt(runtime::UnitOfWork& work, SharedState& shared,
                                                 const api::SeckillAttempt& request);
/// What became of a user's attempt.
[[nodiscard]] Result<api::Reservation> reservationOf(runtime::UnitOfWork& work, SharedState& shared,
                                                     const api::SeckillAttempt& request);

}  // namespace evenhand::seckill
