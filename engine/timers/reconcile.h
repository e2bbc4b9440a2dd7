// SPDX-License-Identifier: GPL-3.0-or-later
// The delay queue compared with the database, slice by slice, and put right.
// Thread: the engine's; stateless but for the walk, which is a value.
#pragma once

#include <string>

#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/timer_store.h"

namespace evenhand::timers {

/// Where an armed timer stands in the queue.
struct Standing {
    bool waits = false;  ///< it is there
    bool right = false;  ///< as it should be: due at its instant, claimed, or waiting for a further try
    std::string due;     ///< as the queue has it; empty: it is not among those that are to fall due
    std::string lease;   ///< its end; empty: it is not claimed
};
[[nodiscard]] Result<Standing> standingOf(keyspace::Keyspace& keyspace, api::TimerKind kind,
                                          const store::timers::Armed& timer);

/// How far a comparison has come.
struct QueueWalk {
    bool fix = false;
    bool tells = false;    ///< with `fix`: nobody asked for it, so what differed is told though it was put right
    std::size_t kind = 0;  ///< of api::allTimerKinds()
    store::timers::Armed after{OrderId{0}, Instant{INT64_MIN}};
    std::int64_t found = 0;  ///< of this kind, entries in the queue that the database knows
    api::QueueComparison result;
    [[nodiscard]] bool ended() const noexcept { return kind >= api::kTimerKinds; }
};
/// One slice; with `fix` what is missing or differs is scheduled. Whether the queue is whole is not for a walk to say
/// that takes its place from elsewhere: the queue may have been emptied since it began.
[[nodiscard]] Result<void> compareSlice(runtime::UnitOfWork& work, QueueWalk& walk);

}  // namespace evenhand::timers
