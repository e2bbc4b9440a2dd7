// SPDX-License-Identifier: GPL-3.0-or-later
// Timers of orders as values: what is armed, what is overdue, what was done about it.
// A timer is "do X to order Y at instant T unless it has moved on"; an order has at most one at a time, that of the
// stage it is in. A figure that was not measured is nullopt, never 0. Thread: value types, any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/status.h"
#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

/// Unpaid closes the order; Unassigned, PickUpLate and DeliveryLate raise an alert; AutoConfirm completes the order.
enum class TimerKind : std::uint8_t { Unpaid, Unassigned, PickUpLate, DeliveryLate, AutoConfirm };
inline constexpr std::size_t kTimerKinds = 5;

/// Pending: not due yet. Overdue: due and not handled yet. Retrying: its effect failed, it is tried again. Dead: it
/// failed too often and waits for an operator.
enum class TimerState : std::uint8_t { Pending, Overdue, Retrying, Dead };

// "unpaid", "unassigned", "pick_up_late", …; "pending", …
[[nodiscard]] std::string_view toText(TimerKind value) noexcept;
[[nodiscard]] std::string_view toText(TimerState value) noexcept;
[[nodiscard]] std::optional<TimerKind> timerKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<TimerState> timerStateFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const TimerKind> allTimerKinds() noexcept;

inline constexpr std::int64_t kMaxTimerDelayMs = 3'652 * base::kDayMs;  ///< 10 years

/// Settings of a campus. They hold for timers armed afterwards; one that is armed keeps its instant.
struct TimerPolicy {
    std::int64_t unpaidMs = 30LL * 60 * 1000;          ///< after placing; all delays 0 … kMaxTimerDelayMs
    std::int64_t unassignedMs = 2LL * 60 * 1000;       ///< after payment, or after the courier was taken away
    std::int64_t pickUpLateMs = 2LL * 3600 * 1000;     ///< after assignment
    std::int64_t deliveryLateMs = base::kDayMs;        ///< after pick-up
    std::int64_t autoConfirmMs = 7LL * 86'400 * 1000;  ///< after delivery
    bool autoReassign = false;                         ///< pick-up late also reassigns to the next fairest
    std::int64_t alertRepeatMs = 5LL * 60 * 1000;      ///< 0: an alert does not repeat; else 1 s … kMaxTimerDelayMs
    [[nodiscard]] std::int64_t delayMs(TimerKind kind) const noexcept;
    bool operator==(const TimerPolicy&) const = default;
};
struct TimerPolicyRow {
    CampusId campus;
    TimerPolicy policy;
    std::int64_t version = 0;  ///< for setPolicy()
};

/// One timer as it was seen: the order, and what to compare with so that a timer that has changed meanwhile is left
/// alone (Conflict). Without kind and due: whatever the order's timer is now.
struct TimerRef {
    OrderNo orderNo;
    std::optional<TimerKind> kind;
    std::optional<Instant> due;
};
struct TimerOutcome {
    OrderNo orderNo;
    std::optional<Error> error;  ///< nullopt: done
    std::optional<Instant> due;  ///< where it stands now; nullopt: no timer is armed
};

/// Empty members do not filter.
struct TimerFilter {
    std::vector<TimerKind> kinds;
    std::vector<TimerState> states;
    CampusId campus;
    std::string text;                ///< order number begins with it
    std::optional<Instant> dueFrom;  ///< included
    std::optional<Instant> dueTo;    ///< excluded
    OrderNo orderNo{};               ///< the timer of exactly this order
    bool operator==(const TimerFilter&) const = default;
};
/// Kind: in order of declaration, which is that of an order's stages. Then by due instant, then order id.
enum class TimerSort : std::uint8_t { Due, Kind };
struct TimerQuery {
    TimerFilter filter;
    bool descending = false;
    std::int64_t offset = 0;
    std::int64_t limit = 256;  ///< 1 … 10,000
    TimerSort sort = TimerSort::Due;
};
struct TimerRow {
    OrderId order;
    OrderNo orderNo;
    UserId user;
    CampusId campus;
    TimerKind kind = TimerKind::Unpaid;
    TimerState state = TimerState::Pending;
    Instant due;
    OrderStatus status = OrderStatus::WaitPay;
    std::optional<WaitReason> wait;
    CourierId courier;  ///< empty: none
    std::string courierName;
    Money payable;
    std::int64_t attempts = 0;       ///< failed ones
    std::optional<Instant> nextTry;  ///< Retrying
    std::string reason;              ///< of the last failure
};

/// One kind of timer. Lateness (how long after its instant a timer had its effect) is apart from backlog (how many
/// wait).
struct TimerFigures {
    TimerKind kind = TimerKind::Unpaid;
    bool paused = false;
    std::int64_t pauseVersion = 0;  ///< of `paused`, for setPaused(); pausing and resuming raise it
    std::int64_t armed = 0;         ///< overdue and retrying included, dead not
    std::int64_t overdue = 0;       ///< due and not handled
    std::int64_t retrying = 0;
    std::int64_t dead = 0;
    std::optional<std::int64_t> inFlight;      ///< claimed from the delay queue; nullopt: the queue is off
    std::optional<Instant> nextDue;            ///< earliest armed instant; nullopt: none armed
    std::optional<std::int64_t> oldestLateMs;  ///< now − due of the oldest due timer; nullopt: none is due
    std::int64_t effects = 0;                  ///< within the window
    std::optional<std::int64_t> lateP50Ms;     ///< of these; nullopt: none within the window
    std::optional<std::int64_t> lateP99Ms;
};
struct TimerBoard {
    Instant at;  ///< engine time of the figures
    std::vector<TimerFigures> kinds;
    std::int64_t windowMs = 0;        ///< over which effects and percentiles are taken
    bool queueOn = true;              ///< off: the poller works alone
    std::int64_t pollIntervalMs = 0;  ///< of the poller when it works alone
    std::int64_t queueVersion = 1;    ///< of these two, for setQueue()
    std::optional<Instant> lastPoll;  ///< nullopt: not since the start
    std::optional<std::int64_t>
        pollRearmed;  ///< timers the poller found uncovered since the start; nullopt: no poll yet
    /// Engine time is so far ahead of the clock, which was set back: nothing falls due until it has caught up.
    std::optional<std::int64_t> clockBehindMs;
};

/// How many timers fall due in each slice of time.
struct DueHistogram {
    Instant from;
    std::int64_t bucketMs = 60'000;
    std::int64_t before = 0;  ///< due before `from`
    std::vector<std::int64_t> counts;
    std::int64_t after = 0;  ///< due after the last bucket
};

/// The delay queue against the database, which is the truth.
struct QueueComparison {
    std::int64_t inDatabase = 0;  ///< armed timers
    std::int64_t inQueue = 0;     ///< entries, claimed ones included
    std::int64_t missing = 0;     ///< armed, and not in the queue
    std::int64_t differing = 0;   ///< in the queue with another instant
    std::int64_t extra = 0;       ///< in the queue, and not armed: dropped when they fall due
    std::int64_t rearmed = 0;     ///< put right by this run
    Instant at;                   ///< when it ended
};

/// Engine time was `from` and goes on from `to`, the machine's clock.
struct ClockReset {
    Instant from;
    Instant to;
    std::int64_t timers = 0;  ///< that were armed anew
};

}  // namespace evenhand::api
