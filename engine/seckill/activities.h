// SPDX-License-Identifier: GPL-3.0-or-later
// The life of an activity: set up, edited, started, stopped, resumed, topped up, ended. Database first, the keyspace
// follows in the same unit of work; every step is in the activity's log. Thread: the engine's; stateless but for what
// is read anew after a change. Errors as seckill_desk.h.
#pragma once

#include "engine/runtime/unit_of_work.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

[[nodiscard]] Result<void> setUp(runtime::UnitOfWork& work, SharedState& shared, const api::ActivityInput& input);
[[nodiscard]] Result<void> edit(runtime::UnitOfWork& work, SharedState& shared, const api::ActivityInput& input,
                                std::int64_t version);
[[nodiscard]] Result<void> discard(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                   std::int64_t version);
[[nodiscard]] Result<void> start(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                 std::int64_t version);
[[nodiscard]] Result<void> stop(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                std::int64_t version);
[[nodiscard]] Result<void> resume(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                  std::int64_t version);
[[nodiscard]] Result<void> topUpUnits(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                      std::int64_t units, std::int64_t version);
/// Attempts are refused from now on; what is reserved becomes orders, then close() ends it for good.
[[nodiscard]] Result<void> endNow(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                  std::int64_t version);
/// Past its end and every reservation dealt with: unsold units go back to the voucher's stock. False: there are still
/// reservations on their way.
[[nodiscard]] Result<bool> close(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity);

/// Started, whether it sells or was stopped.
[[nodiscard]] bool isLive(const api::ActivityRow& row) noexcept;
/// NotFound.
[[nodiscard]] Result<api::ActivityRow> needActivity(store::Database& database, const ActivityId& activity);
/// Log entry and event.
[[nodiscard]] Result<void> noteAction(runtime::UnitOfWork& work, const ActivityId& activity, api::ActivityAction action,
                                      std::int64_t amount);

}  // namespace evenhand::seckill
