// SPDX-License-Identifier: GPL-3.0-or-later
// The room of flash sales: what the composition root needs of it. Register the orders' family and the due source with
// the engine, then give out the desk.
// Thread: makeSeckill() from any; the parts as their interfaces say.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/api/seckill_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"
#include "engine/runtime/topic_consumer.h"
#include "engine/seckill_slots/keys.h"

namespace evenhand::seckill {

/// Runs a rehearsal on a thread and an engine of its own: the outside's, since rules make neither. `copy` answers the
/// activity whose copy is rehearsed, if the plan names one; it waits for the reader and is called on that thread.
using CopyOf = std::function<Result<std::optional<api::ActivityRow>>()>;
using Rehearser =
    std::function<api::Answer<api::RehearsalResult>(api::RehearsalPlan plan, api::RehearsalWatch watch, CopyOf copy)>;

struct Seckill {
    std::unique_ptr<api::SeckillDesk> desk;
    // They must live as long as the engine runs.
    std::unique_ptr<runtime::TopicFamily> orders;  ///< group kGroup, kRetryPolicy
    std::unique_ptr<runtime::DueSource> endings;
};

/// Of the messages that make orders.
inline constexpr runtime::RetryPolicy kRetryPolicy{1'000, 2, 60'000, 8, 30'000};

/// Engine and reader must outlive all parts. `consumer`: of the engine's messages; where several engines make orders a
/// name that no other one has, by which also a user's lock is held.
[[nodiscard]] Seckill makeSeckill(runtime::Engine& engine, runtime::Reader& reader, Rehearser rehearser,
                                  std::string consumer = "engine");

/// InvalidArgument names the field of the plan.
[[nodiscard]] Result<void> checkPlan(const api::RehearsalPlan& plan);

}  // namespace evenhand::seckill
