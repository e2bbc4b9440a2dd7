// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts as values: what asks somebody to look at it, from firing to resolved. One list and one life for all of them,
// whatever they are about. A figure that was not measured is nullopt. Thread: value types and pure functions, any
// thread.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/ids.h"

namespace evenhand::api {

/// What is wrong. In brackets the subject, and what AlertRow::figure is.
enum class AlertKind : std::uint8_t {
    Unassigned,     ///< an order has no courier yet, beyond its limit [order]
    PickUpLate,     ///< an order was not picked up in time [order]
    DeliveryLate,   ///< an order was not delivered in time [order]
    NoCourier,      ///< an order waits, and nobody is on duty [campus]
    AtLimit,        ///< an order waits, and everybody has as many in hand as they may [campus]
    DeadLetter,     ///< what failed for the last time waits for somebody [order: its timer; tasks; topic; sale]
    RefundFailed,   ///< [refund; amount in minor units]
    RefundUnknown,  ///< sending it was given up, and nobody knows whether the money left [refund; as above]
    Budget,         ///< a campaign has spent as much as a limit says [campaign; percent spent]
    BudgetPace,     ///< it spends faster than planned [campaign; percent points ahead of an even pace]
    Spread,         ///< couriers' weights lie further apart than the limit [campus; highest − lowest on duty]
    SaleDiffers,    ///< keyspace and database of a flash sale differ [sale; differences]
    QueueDiffers,   ///< the delay queue and the database differ [workspace; differences]
    WorkerLost,     ///< a worker went without saying so [worker]
    LowStock,       ///< a product is at its limit, or below [product; units left]
    Clock,          ///< the machine's clock is behind engine time [workspace]
    Storage,        ///< what was to be stored could not be, or may be lost [workspace]
    AuditLog,       ///< the audit log fails verification [workspace; faults]
    BackupFailed,   ///< the newest backup failed [workspace]
    BackupOld,      ///< the newest backup is older than the limit [workspace; hours]
    CaseOld         ///< returns or refunds have waited longer than the limit of cases [campus, or workspace; how many]
};
inline constexpr std::size_t kAlertKinds = 21;
/// Of an order whose stage is beyond its limit.
[[nodiscard]] constexpr bool isLate(AlertKind kind) noexcept { return kind <= AlertKind::DeliveryLate; }
/// Of a timer that raises an alert; nullopt: one that has another effect.
[[nodiscard]] std::optional<AlertKind> alertOf(TimerKind kind) noexcept;

/// What it is about. Its id: Order the order's number, Campus, Campaign, Sale, Refund, Product their ids, Worker its
/// name (the first 64 characters), Tasks a kind of task, Topic a topic, Workspace nothing.
enum class AlertSubjectType : std::uint8_t {
    Workspace,
    Order,
    Campus,
    Campaign,
    Sale,
    Refund,
    Product,
    Worker,
    Tasks,
    Topic
};
struct AlertSubject {
    AlertSubjectType type = AlertSubjectType::Workspace;
    std::string id;
    auto operator<=>(const AlertSubject&) const = default;
};

/// Firing repeats until somebody acknowledges it. Silenced fires again at an instant. Resolved: what was wrong is
/// over, or somebody said so.
enum class AlertState : std::uint8_t { Firing, Acknowledged, Silenced, Resolved };

// "unassigned", "no_courier", …; "order", …; "firing", …
[[nodiscard]] std::string_view toText(AlertKind value) noexcept;
[[nodiscard]] std::string_view toText(AlertSubjectType value) noexcept;
[[nodiscard]] std::string_view toText(AlertState value) noexcept;
[[nodiscard]] std::optional<AlertKind> alertKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<AlertSubjectType> alertSubjectTypeFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<AlertState> alertStateFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const AlertKind> allAlertKinds() noexcept;

inline constexpr std::int64_t kMaxSpreadLimit = 1'000'000'000'000;

/// From when on something is an alert, for the whole workspace. 0 switches an alert off (repeatMs: it fires once).
struct AlertLimits {
    std::int64_t repeatMs = 5LL * 60 * 1000;  ///< of alerts without a campus; else 1 s … kMaxTimerDelayMs
    std::int64_t spread = 0;                  ///< of weights on duty, 1 … kMaxSpreadLimit
    /// Of a campaign's budget, each higher than the one before, 1 … 100; those that are 0 stand at the beginning.
    std::array<std::int64_t, 3> budgetPercent{50, 80, 95};
    std::int64_t pacePercent = 20;                ///< points ahead of an even pace, 1 … 100
    std::int64_t backupAgeMs = 2 * base::kDayMs;  ///< of the newest backup, 1 h … kMaxTimerDelayMs
    std::int64_t version = 0;  ///< as it was read; for a change 0: whatever it is now, else Conflict if it is stale
    /// Compares the limits, not the version.
    bool operator==(const AlertLimits& other) const {
        return std::tie(repeatMs, spread, budgetPercent, pacePercent, backupAgeMs) ==
               std::tie(other.repeatMs, other.spread, other.budgetPercent, other.pacePercent, other.backupAgeMs);
    }
};

/// Fired: in order of id, which is that of first firing. Due: by the instant since when it is so. State: by its text,
/// then campus. Then by id.
enum class AlertSort : std::uint8_t { Fired, Due, State };
struct AlertQuery {
    std::vector<AlertKind> kinds;  ///< empty: all
    std::vector<AlertState> states;
    CampusId campus;
    std::int64_t offset = 0;
    std::int64_t limit = 256;  ///< 1 … 10,000
    AlertSort sort = AlertSort::Fired;
    bool descending = true;
    std::vector<AlertId> only{};  ///< only these, in whatever state where `states` names none; 1,000 at most
    bool orNone = false;          ///< with a campus: also those that belong to none
};
struct AlertRow {
    AlertId id;
    AlertKind kind = AlertKind::Unassigned;
    AlertState state = AlertState::Firing;
    AlertSubject subject;
    OrderId order;                       ///< 0: it is about no order
    OrderNo orderNo;                     ///< as above, empty
    CampusId campus;                     ///< empty: of the whole workspace
    CourierId courier;                   ///< of the order now; empty: none
    Instant due;                         ///< since when it is so; of a late order its limit
    Instant firedAt;                     ///< of one that came back without a sound: since when there is none
    std::int64_t repeats = 0;            ///< times it fired again
    std::optional<Instant> nextRepeat;   ///< Firing and Silenced: when it fires next
    std::optional<std::int64_t> figure;  ///< see AlertKind; as it was when it fired last for a new reason
    std::string detail;                  ///< what else is known: the text of an error. From outside, for people
    std::string actor;                   ///< who acknowledged, silenced or resolved it last; empty: nobody
    std::optional<Instant> actedAt;
    std::optional<Instant> resolvedAt;
    std::string resolution;  ///< "assigned", "picked_up", "delivered", "closed", "over", or what somebody wrote
    /// Grows with what people do to it and when it is resolved; not when it fires again.
    std::int64_t version = 0;
};
/// An alert as it was seen. An id alone: whatever it is now.
struct AlertRef {
    AlertRef() = default;
    AlertRef(AlertId alert, std::int64_t seen = 0) : id(alert), version(seen) {}
    AlertId id;
    std::int64_t version = 0;  ///< 0: whatever it is now
};
struct AlertCounts {
    std::int64_t firing = 0;
    std::int64_t acknowledged = 0;
    std::int64_t silenced = 0;
};
struct AlertOutcome {
    AlertId id;
    std::optional<Error> error;
};

}  // namespace evenhand::api
