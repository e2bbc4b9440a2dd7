// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales as values. An activity sells one voucher (a product of the catalogue) at one price: so many units, from
// an instant to an instant, one live order per user. An attempt reserves a unit; its order follows a moment later.
// A figure that was not measured is nullopt, never 0. Thread: value types, any thread.
#pragma once

#include <array>
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

/// As stored. Draft: set up, nothing taken. Started: its units are taken out of the voucher's stock, attempts are
/// answered by instant (before the begin, on sale, after the end). Stopped: by hand, may resume. Ended: for good; what
/// was not sold is back in the voucher's stock.
enum class ActivityState : std::uint8_t { Draft, Started, Stopped, Ended };
/// What it is at an instant. Closing: past its end, the last reservations become orders.
enum class ActivityPhase : std::uint8_t { Draft, Scheduled, OnSale, Stopped, Closing, Ended };

/// What was done to an activity, as its log has it.
enum class ActivityAction : std::uint8_t {
    SetUp,
    Edited,
    Discarded,
    Started,
    Stopped,
    Resumed,
    ToppedUp,
    EndOrdered,
    Ended,
    // To single attempts:
    Released,
    Acknowledged,
    Claimed,
    Retried,
    Dismissed,
    Repaired,
};

enum class AttemptOutcome : std::uint8_t { Reserved, SoldOut, Duplicate, Unknown, NotStarted, Ended, Stopped };
inline constexpr std::size_t kAttemptOutcomes = 7;

// "draft", …; "on_sale", …; "set_up", "topped_up", …; "reserved", "sold_out", …
[[nodiscard]] std::string_view toText(ActivityState value) noexcept;
[[nodiscard]] std::string_view toText(ActivityPhase value) noexcept;
[[nodiscard]] std::string_view toText(ActivityAction value) noexcept;
[[nodiscard]] std::string_view toText(AttemptOutcome value) noexcept;
[[nodiscard]] std::optional<ActivityState> activityStateFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<ActivityAction> activityActionFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const AttemptOutcome> allAttemptOutcomes() noexcept;

inline constexpr std::int64_t kMaxActivityStock = 10'000'000;
inline constexpr std::int64_t kMaxActivityMs = 366LL * 86'400 * 1000;  ///< from begin to end

struct ActivityInput {
    ActivityId id;  ///< 1 … 64 characters
    std::string name;
    Sku voucher;
    CampusId campus;         ///< of its orders
    Money price;             ///< 1 … base::kMaxMoneyMinor
    std::int64_t stock = 0;  ///< 1 … kMaxActivityStock, not more than the voucher has on hand
    Instant begin;           ///< attempts from this instant on
    Instant end;             ///< and before this one: after begin and after engine time, at most kMaxActivityMs later
    bool operator==(const ActivityInput&) const = default;
};

struct ActivityRow {
    ActivityInput set;  ///< `set.stock`: as started with
    std::string voucherName;
    ActivityState state = ActivityState::Draft;
    std::int64_t version = 0;  ///< grows with every change of settings or state
    // Units; set.stock + added = left + ordered + returned once it was started.
    std::int64_t added = 0;     ///< topped up
    std::int64_t left = 0;      ///< not ordered (reservations on their way included)
    std::int64_t ordered = 0;   ///< live orders
    std::int64_t returned = 0;  ///< back in the voucher's stock after the end
    // Orders since the beginning.
    std::int64_t orders = 0;
    std::int64_t paid = 0;    ///< of these, those that were paid and are not closed
    std::int64_t closed = 0;  ///< of these
    Instant createdAt;
    std::optional<Instant> startedAt;
    std::optional<Instant> endedAt;
};
[[nodiscard]] ActivityPhase phaseOf(const ActivityRow& row, Instant now) noexcept;

/// What was done to an activity, by whom.
struct ActivityLogRow {
    Instant at;
    std::string actor;
    ActivityAction action{};
    std::int64_t amount = 0;  ///< units or rows, where there are any
    std::string reason;
};

struct SeckillAttempt {
    ActivityId activity;
    UserId user;
    /// The caller's, 1 … 64 characters: once it has reserved it is answered the same until a day after the activity;
    /// KeyReused for another user. Empty: none.
    std::string request{};
};
struct AttemptAnswer {
    AttemptOutcome outcome = AttemptOutcome::Unknown;
    OrderNo orderNo;        ///< Reserved: of the order to come; Duplicate: of what the user has; else empty
    bool repeated = false;  ///< the request had reserved before
};

/// What became of a user's reservation.
enum class ReservationState : std::uint8_t {
    None,      ///< none, or released, or its order was closed
    Queued,    ///< its message was not read yet
    Retrying,  ///< read; its order could not be made yet
    Ordered,
};
[[nodiscard]] std::string_view toText(ReservationState value) noexcept;
struct Reservation {
    ReservationState state = ReservationState::None;
    OrderNo orderNo;
    std::optional<OrderStatus> status;  ///< Ordered
};

/// One second of attempts, by outcome (index: AttemptOutcome).
struct AttemptSecond {
    Instant at;
    std::array<std::int64_t, kAttemptOutcomes> counts{};
};
struct SoldPoint {
    Instant at;
    std::int64_t sold = 0;  ///< live orders at that instant
    std::int64_t paid = 0;  ///< of these
};

struct SeckillBoard {
    ActivityRow row;
    ActivityPhase phase = ActivityPhase::Draft;
    Instant at;  ///< engine time of the figures
    // Of the keyspace; nullopt: not there (before the start, after the end, or lost).
    std::optional<std::int64_t> stock;         ///< what attempts may still reserve
    std::optional<std::int64_t> reserved;      ///< reservations without an order yet
    std::optional<std::int64_t> slots;         ///< users who hold a reservation or a live order
    std::optional<std::int64_t> streamLength;  ///< messages not done with
    std::optional<std::int64_t> lag;           ///< of these, not read yet
    std::optional<std::int64_t> pending;       ///< of these, read and not acknowledged
    std::optional<Instant> oldestPending;      ///< when the oldest of these was reserved
    std::optional<std::int64_t> acknowledged;  ///< messages, since the keyspace was built
    std::int64_t deadLetters = 0;              ///< open ones
    /// False: keyspace and database disagree on stock or slots; a check says how.
    bool agrees = true;
    // Attempts, in memory: since this engine was started.
    std::array<std::int64_t, kAttemptOutcomes> attempts{};
    std::vector<AttemptSecond> seconds;  ///< the last two minutes, oldest first, only those with attempts
    std::optional<double> orderP50Ms;    ///< reserved to ordered, of the last minutes; nullopt: none
    std::optional<double> orderP99Ms;
};

/// A message that was read and is not acknowledged.
struct PendingRow {
    std::string messageId;
    UserId user;
    OrderNo orderNo;
    std::string consumer;       ///< who read it: "engine", or the name of one of several engines
    std::int64_t attempts = 0;  ///< failed ones
    Instant reservedAt;
    std::int64_t idleMs = 0;         ///< since it was read
    std::optional<Instant> nextTry;  ///< nullopt: at the next occasion, or it is another consumer's
    bool ordered = false;            ///< its order is there: it may be acknowledged
};
/// Outcome of a manual intervention, per row.
struct SeckillOutcome {
    std::string id;              ///< message id, or dead letter id
    std::optional<Error> error;  ///< nullopt: done
};
struct SeckillLetterRow {
    DeadLetterId id;
    ActivityId activity;
    UserId user;
    OrderNo orderNo;
    std::string reason;
    std::int64_t attempts = 0;
    Instant at;
};

/// Keyspace against database, which is the truth.
struct SeckillComparison {
    ActivityId activity;
    Instant at;                         ///< when it ended
    bool lost = false;                  ///< the keyspace does not know the activity at all
    std::optional<std::int64_t> stock;  ///< in the keyspace; nullopt: missing
    std::int64_t stockExpected = 0;     ///< left in the database − reservations on their way
    std::int64_t slots = 0;             ///< in the keyspace
    std::int64_t liveOrders = 0;
    std::int64_t messages = 0;       ///< reservations on their way
    std::int64_t missingSlots = 0;   ///< live orders whose user has no slot, or another order's
    std::int64_t strandedSlots = 0;  ///< slots without a live order and without a message
    bool stateDiffers = false;       ///< running, stopped, begin or end
    std::int64_t repaired = 0;       ///< put right by this run
    [[nodiscard]] bool agrees() const noexcept {
        return !lost && stock == stockExpected && missingSlots == 0 && strandedSlots == 0 && !stateDiffers;
    }
};

}  // namespace evenhand::api
