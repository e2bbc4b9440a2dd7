// SPDX-License-Identifier: GPL-3.0-or-later
// Fair dispatch as the outside sees it: campuses, couriers, duty, reassignment, calibration, evidence.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/order_desk.h"
#include "engine/api/status.h"
#include "engine/base/ids.h"

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

class DispatchDesk {
public:
    virtual ~DispatchDesk() = default;

    // --- people and policy ------------------------------------------------------------------------------
    /// Permission ManagePolicies. Makes or changes a campus; InvalidArgument (name), Conflict for a stale version (0:
    /// whatever it is now). Does not change `paused` and `disabledAt`.
    virtual Answer<void> upsertCampus(const Call& call, CampusRow campus) = 0;
    /// Permission Dispatch. Resuming dispatches what waited. NotFound; Conflict for a stale version (0: whatever it is
    /// now); nothing to do if already so. Answers the version since.
    virtual Answer<std::int64_t> setPaused(const Call& call, CampusId campus, bool paused,
                                           std::int64_t version = 0) = 0;
    /// Permission ManageCouriers. For imports and programs. Unknown campuses are made with default policy. All or none:
    /// Conflict (version, duty_version) where somebody has changed one of them since it was seen; Disabled (courier)
    /// where one that is disabled would come on duty.
    virtual Answer<void> upsertCouriers(const Call& call, std::vector<CourierInput> couriers) = 0;
    /// Permission Dispatch. NotFound; Disabled for a disabled courier who would come on duty; Conflict for a stale
    /// version (0: whatever it is now); nothing to do if already so. Answers the version since.
    virtual Answer<std::int64_t> setDuty(const Call& call, CourierId courier, bool onDuty,
                                         std::int64_t version = 0) = 0;
    /// Permission ManageCouriers. How many orders a courier may have in hand: 1 … kMaxLoadLimit, 0: any number;
    /// nullopt: as the campus has it. Who has more already keeps them. A higher limit dispatches what waited for room.
    /// NotFound; InvalidArgument (load_limit); Conflict for a stale version (0: whatever it is now); nothing to do if
    /// already so. Answers the version since.
    virtual Answer<std::int64_t> setLoadLimit(const Call& call, CourierId courier, std::optional<std::int64_t> limit,
                                              std::int64_t version = 0) = 0;

    // --- steering ---------------------------------------------------------------------------------------
    /// Permission Dispatch; reason needed. For PAID, WAIT_PICK_UP and DELIVERING, else WrongStatus, also while dispatch
    /// of its campus is paused (`paused`); Conflict for a stale version; NoCourierOnDuty if nobody else is on duty;
    /// LoadLimit if all others on duty have as many orders as they may (`campus`), or the named one has (`to`) and the
    /// target does not allow more; NotFound or InvalidArgument (`to`) for a wrong courier.
    virtual Answer<std::vector<ReassignOutcome>> reassign(const Call& call, std::vector<OrderRef> orders,
                                                          ReassignTarget target) = 0;
    /// Open orders of one courier, next fairest each: all of them, or only those that were seen. Of these Conflict
    /// where the version is stale, or the order is not this courier's any more.
    virtual Answer<std::vector<ReassignOutcome>> handOver(const Call& call, CourierId from, ReassignTarget target,
                                                          std::vector<OrderRef> seen = {}) = 0;
    /// Gives each back to the courier it came from, if its epoch is still the one of the outcome. LoadLimit (`to`) if
    /// that one has as many orders by now as they may.
    virtual Answer<std::vector<ReassignOutcome>> undoReassign(const Call& call, std::vector<ReassignOutcome> done) = 0;
    virtual Answer<std::vector<CalibrationRow>> previewCalibration(const Call& call, CampusId campus) = 0;
    /// Recomputes and applies the differences in one commit; answers what was applied. `seen`: as previewed; Conflict
    /// (courier), and nothing is applied, where a difference is another one by now. Empty: whatever they are.
    /// Assignments between the two change no difference.
    virtual Answer<std::vector<CalibrationRow>> calibrate(const Call& call, CampusId campus,
                                                          std::vector<CalibrationRow> seen = {}) = 0;
    /// Permission Dispatch; reason needed. Publishes their messages again. NotFound (id); Conflict where somebody has
    /// dealt with the letter meanwhile.
    virtual Answer<std::vector<DeadLetterOutcome>> retryDeadLetters(const Call& call,
                                                                    std::vector<DeadLetterId> ids) = 0;

    /// Strong-mode take for an order that is not dispatched by the message consumer: one script run,
    /// durable when answered, idempotent by (order, epoch) while the log entry lives.
    struct Take {
        CampusId campus;
        OrderNo orderNo;
        std::int64_t epoch = 1;
    };
    virtual void takeMany(const Call& call, std::vector<Take> requests, BatchCompletion<CourierId> done) = 0;

    // --- reads ------------------------------------------------------------------------------------------
    virtual Answer<std::vector<CampusRow>> campuses(const Call& call) = 0;
    virtual Answer<DispatchBoard> board(const Call& call, CampusId campus) = 0;
    /// Empty campus: all. `limit` 1 … kMaxPageRows, here and below.
    virtual Answer<std::vector<WaitingOrder>> waiting(const Call& call, CampusId campus, std::int64_t limit) = 0;
    virtual Answer<std::vector<FairnessPoint>> fairness(const Call& call, CampusId campus, Instant from, Instant to,
                                                        int points) = 0;
    /// All assignments of an order, newest first.
    virtual Answer<std::vector<AssignmentEvidence>> evidence(const Call& call, OrderNo orderNo) = 0;
    virtual Answer<std::vector<DeadLetterRow>> deadLetters(const Call& call, std::int64_t limit) = 0;
    virtual Answer<std::vector<CourierRow>> findCouriers(const Call& call, std::string textPrefix,
                                                         std::int64_t limit) = 0;
    /// Every assignment of a courier, as OrderDesk::exportCsv():
    /// `order_no,epoch,campus,courier_id,assigned_at,mode,charged,given_back,by_name,picked_up_at,released_at,
    /// release_reason`.
    virtual Answer<std::int64_t> exportAssignments(const Call& call, std::string path,
                                                   std::function<void(std::int64_t)> progress) = 0;
};

}  // namespace evenhand::api
