// SPDX-License-Identifier: GPL-3.0-or-later
// What fair dispatch is about: campuses with their policy, couriers, boards, evidence, calibration, dead letters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/api/status.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace evenhand::api {

inline constexpr std::int64_t kDefaultStartWeight = 10'000;
inline constexpr std::int64_t kDefaultStep = 10;
inline constexpr std::int64_t kDefaultLogTtlMs = base::kDayMs;
inline constexpr std::int64_t kMaxStartWeight = 1'000'000'000;
inline constexpr std::int64_t kMaxStep = 1'000'000;
inline constexpr std::int64_t kMinLogTtlMs = base::kMinuteMs;
inline constexpr std::int64_t kMaxLogTtlMs = 30 * base::kDayMs;
inline constexpr std::int64_t kMaxLoadLimit = 1'000;

struct CampusPolicy {
    DispatchMode mode = DispatchMode::Strong;
    JoinRule joinRule = JoinRule::FairFromNow;
    std::int64_t startWeight = kDefaultStartWeight;  ///< 1 … kMaxStartWeight
    std::int64_t step = kDefaultStep;                ///< 1 … kMaxStep
    std::int64_t logTtlMs = kDefaultLogTtlMs;        ///< kMinLogTtlMs … kMaxLogTtlMs
    int calibrateMinute = -1;                        ///< minute of the business day 0 … 1439; -1: never
    std::int64_t loadLimit = 0;                      ///< of couriers without an own one: 1 … kMaxLoadLimit; 0: none
    bool operator==(const CampusPolicy&) const = default;
};

struct CampusRow {
    CampusId id;
    std::string name;
    CampusPolicy policy;
    std::int64_t version = 0;             ///< of name, policy and `disabledAt`, for upsertCampus() and ShopDesk
    bool paused = false;                  ///< as it is: upsertCampus() does not look at it, only setPaused() changes it
    std::int64_t pauseVersion = 0;        ///< of `paused`, for setPaused(); pausing and resuming raise it
    std::optional<Instant> disabledAt{};  ///< set: it takes no new orders; only ShopDesk changes it
};

struct CourierInput {
    CourierId id;
    CampusId campus;  ///< of a known courier it must not change
    std::string name;
    std::string phone;
    bool onDuty = true;
    std::int64_t version = 0;      ///< of name and phone, as seen; 0: whatever it is now, as an import overwrites it
    std::int64_t dutyVersion = 0;  ///< of onDuty, likewise
};

struct CourierRow {
    CourierId id;
    CampusId campus;
    std::string name;
    std::string phone;
    bool onDuty = false;
    std::int64_t weight = 0;  ///< in the set, or kept while off duty
    std::int64_t inHand = 0;  ///< WAIT_PICK_UP and DELIVERING
    std::int64_t today = 0;   ///< assignments of the business day that were not released
    double share = 0;         ///< of the campus's assignments today, 0 … 1
    double deviation = 0;     ///< today − mean of today over those on duty
    std::optional<Instant> lastAssignment;
    std::int64_t dutyVersion = 0;           ///< of onDuty, for setDuty(); every change of duty raises it
    std::optional<bool> planned;            ///< on duty by the roster; nullopt: there is none
    std::optional<Instant> rosterChange;    ///< when the roster says something else next; duty set by hand ends then
    std::int64_t version = 1;               ///< of name, phone and `disabledAt`, for upsertCouriers() and ShopDesk
    std::optional<Instant> disabledAt;      ///< set: off duty until ShopDesk enables the courier
    std::optional<std::int64_t> loadLimit;  ///< an own one: 1 … kMaxLoadLimit, 0: none; nullopt: the campus's
    std::int64_t campusLoadLimit = 0;       ///< 0: none
    std::int64_t limitVersion = 0;          ///< of loadLimit, for setLoadLimit()
    /// How many orders the courier may have in hand; 0: any number.
    [[nodiscard]] std::int64_t limit() const { return loadLimit.value_or(campusLoadLimit); }
    /// Has as many as that, and gets no more.
    [[nodiscard]] bool isFull() const { return limit() > 0 && inHand >= limit(); }
};

struct DispatchBoard {
    CampusRow campus;
    std::vector<CourierRow> couriers;  ///< by weight, highest first
    double meanWeight = 0;             ///< over those on duty
    std::int64_t spreadWeight = 0;     ///< highest − lowest weight on duty
    std::int64_t waiting = 0;          ///< paid, open, without a courier
    Instant at;                        ///< engine time of this snapshot
};

struct WaitingOrder {
    OrderRow row;
    WaitReason reason = WaitReason::Message;
    Instant since;
};

struct FairnessPoint {
    Instant at;
    std::int64_t spread = 0;  ///< most − fewest orders of the day; of those on duty: engine/dispatch/fairness.h
    std::int64_t assigned = 0;
};

/// What a courier had in hand when somebody was chosen.
struct CourierLoad {
    CourierId courier;
    std::int64_t inHand = 0;
    std::int64_t limit = 0;
    bool operator==(const CourierLoad&) const = default;
};

/// The evidence of one assignment.
struct AssignmentEvidence {
    OrderNo orderNo;
    std::int64_t epoch = 0;
    CourierId courier;
    Instant at;
    DispatchMode mode = DispatchMode::Strong;
    std::int64_t step = 0;  ///< what the courier was charged
    /// Before the step: the top entries, and the courier's own where it is further down and was not named.
    std::vector<std::pair<CourierId, std::int64_t>> ranking;
    std::optional<CourierLoad> load;      ///< the courier's before this order; nullopt: there was no limit
    std::vector<CourierLoad> passedOver;  ///< the highest of those who had as many orders as they may
    std::int64_t passedMore = 0;          ///< how many more had
    std::vector<CourierId> offDuty;
    std::vector<CourierId> excluded;  ///< "not this one" of a reassignment
    bool byName = false;              ///< named by a person
    std::string scriptSha;
    std::optional<Instant> releasedAt;  ///< reassigned, cancelled
    std::string releaseReason;
};

/// To a named courier, or the next fairest but not the present one.
struct ReassignTarget {
    CourierId to;                 ///< empty: next fairest
    bool allowOverLimit = false;  ///< `to` gets it also at the load limit
};

struct ReassignOutcome {
    OrderNo orderNo;
    std::optional<Error> error;
    CourierId from;          ///< for undo
    std::int64_t epoch = 0;  ///< the new epoch; an undo is refused if the order has moved beyond it
};

struct CalibrationRow {
    CourierId courier;
    std::string name;
    bool onDuty = false;
    std::int64_t current = 0;
    std::int64_t computed = 0;    ///< start + join adjustments + calibrations − charged + given back
    std::int64_t difference = 0;  ///< computed − current; what applying adds
};

struct DeadLetterRow {
    DeadLetterId id;
    std::string topic;
    std::string messageId;
    OrderNo orderNo;
    std::int64_t epoch = 0;
    std::string reason;
    std::int64_t attempts = 0;
    Instant at;
};

struct DeadLetterOutcome {
    DeadLetterId id;
    std::optional<Error> error;
};

}  // namespace evenhand::api
