// SPDX-License-Identifier: GPL-3.0-or-later
// Timers of orders: settings, the armed ones (columns of the order), what became of them, and those that failed.
// Reads for the outside are in timer_page_store.h. Thread: that of the Database.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/store/records/order_store.h"
#include "engine/store/words/timer_outcome.h"

namespace evenhand::store::timers {

/// Settings of the workspace.
struct Control {
    bool queueOn = true;
    std::int64_t pollMs = 1'000;
    std::array<bool, api::kTimerKinds> paused{};
    [[nodiscard]] bool isPaused(api::TimerKind kind) const noexcept { return paused[static_cast<std::size_t>(kind)]; }
};

// Remembered by the connection (Database::memo), for the engine's connection alone: who else reads uses …Fresh().
[[nodiscard]] Result<Control> control(Database& database);
/// nullopt: no such campus.
[[nodiscard]] Result<std::optional<api::TimerPolicy>> policy(Database& database, const CampusId& campus);

[[nodiscard]] Result<Control> controlFresh(Database& database);
[[nodiscard]] Result<std::vector<api::TimerPolicyRow>> policiesFresh(Database& database);
[[nodiscard]] Result<void> setControl(Database& database, const Control& control);
/// False: no such campus.
[[nodiscard]] Result<bool> setPolicy(Database& database, const CampusId& campus, const api::TimerPolicy& policy);

/// What is armed, in order of due instant, then order id.
struct Armed {
    OrderId order;
    Instant due;
};
/// After (`after.due`, `after.order`), due at `until` at the latest. Without those that wait for a further try
/// (`skipTrying`: at that instant).
[[nodiscard]] Result<std::vector<Armed>> armed(Database& database, api::TimerKind kind, const Armed& after,
                                               Instant until, std::int64_t limit,
                                               std::optional<Instant> skipTrying = std::nullopt);
/// Earliest armed after `after`; nullopt: none.
[[nodiscard]] Result<std::optional<Instant>> earliest(Database& database, api::TimerKind kind, Instant after);

/// Compare-and-set: arms the timer at another instant, which raises the order's version.
[[nodiscard]] Result<bool> arm(Database& database, OrderId order, api::TimerKind kind, std::int64_t version,
                               Instant due);
/// Compare-and-set: it is no longer armed. `trouble`: sets that flag.
[[nodiscard]] Result<bool> disarm(Database& database, OrderId order, api::TimerKind kind, Instant due, bool trouble);
[[nodiscard]] Result<void> markTrouble(Database& database, OrderId order);

/// `version`: of the order while the timer was armed. Once per timer: one that is there already is an error (Storage).
[[nodiscard]] Result<void> insertEnd(Database& database, OrderId order, api::TimerKind kind, Instant due, Instant at,
                                     TimerOutcome outcome, bool byHand, std::int64_t version);

struct Failure {
    api::TimerKind kind = api::TimerKind::Unpaid;
    Instant due;
    std::int64_t attempts = 0;
    bool dead = false;
};
[[nodiscard]] Result<std::optional<Failure>> failure(Database& database, OrderId order);
/// Counts one more failed attempt of this timer. `nextTry` nullopt: it is dead since `at`.
[[nodiscard]] Result<void> recordFailure(Database& database, OrderId order, api::TimerKind kind, Instant due,
                                         std::string_view reason, std::optional<Instant> nextTry, Instant at);
/// False: there was none.
[[nodiscard]] Result<bool> forgetFailure(Database& database, OrderId order);

}  // namespace evenhand::store::timers
