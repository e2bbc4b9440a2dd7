// SPDX-License-Identifier: GPL-3.0-or-later
// What the database holds for instants to come, when engine time is turned back: each keeps the time that it had left,
// so that nothing happens early and nothing waits for an instant that was never meant. What has happened keeps its
// instants, and so do those that people chose (begin and end of sales and campaigns).
// Thread: the engine's, in the transaction that turns time back.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::clock {

/// `from`: engine time so far; `to`: where it goes on, earlier. Answers how many timers of orders were armed anew:
/// those whose stage began (or that were postponed) after `to`, by as long as they were armed for then. Leases and
/// further tries of tasks, alerts and failed timers, the validity of draws, schedules and what is cleaned up by age
/// follow.
[[nodiscard]] Result<std::int64_t> turnBack(Database& database, Instant from, Instant to);

/// When engine time was first turned back; nullopt: never. From then on a later row may have an earlier instant.
[[nodiscard]] Result<std::optional<Instant>> firstTurn(Database& database);

}  // namespace evenhand::store::clock
