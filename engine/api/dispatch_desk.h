// SPDX-License-Identifier: GPL-3.0-or-later
// Fair dispatch as the outside sees it: campuses, couriers, duty, reassignment, calibration, evidence.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/dispatch_types.h"
#include "engine/base/ids.h"

namespace evenhand::api {

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
