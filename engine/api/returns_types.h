// SPDX-License-Identifier: GPL-3.0-or-later
// Returns as values: what comes back of a deduction, who decided what, and the figures beside the form.
// All amounts are minor units. Thread: value types, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/limits.h"
#include "engine/api/returns_status.h"
#include "engine/api/status.h"
#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

inline constexpr std::size_t kMaxReturnReason = kMaxReason;  ///< characters, as of Call::reason
inline constexpr std::size_t kMaxReturnLines = 10'000;       ///< SKUs of one return
inline constexpr std::int64_t kMaxReturnUnits = 1'000'000;   ///< of one SKU
inline constexpr std::size_t kMaxReturnReasons = 100;        ///< that are offered
inline constexpr std::int64_t kMaxWindowDays = 3'650;
inline constexpr std::int64_t kMaxFeePoints = 10'000;  ///< 100 %
inline constexpr std::int64_t kMaxCaseAgeMs = 366LL * 86'400'000;

/// A reason that is offered beside free text, so that returns and refunds can be counted by it.
struct ReturnReason {
    std::string code;  ///< 1 … 64 characters, kept with the return or refund
    std::string name;  ///< as people read it, 1 … 200 characters
    bool operator==(const ReturnReason&) const = default;
};
/// Of the workspace.
struct CaseSettings {
    std::vector<ReturnReason> reasons;  ///< in the order in which they are offered, each code once
    /// A return, or a refund of none, that has waited as long is old; 1 … kMaxCaseAgeMs, nullopt: never.
    std::optional<std::int64_t> ageLimitMs = 3LL * 86'400'000;
    std::int64_t version = 0;  ///< as it was read; for a change 0: whatever it is now, else Conflict if it is stale
};

/// Settings of a campus; where it has none of its own, those of the workspace. They hold for decisions made afterwards.
struct ReturnPolicy {
    GoodsRule goods = GoodsRule::MoneyFirst;
    /// Above this the approver must not be the requester; 0 … kMaxMoneyMinor, nullopt: never. Compared with all that is
    /// committed of the order, this amount included.
    std::optional<Money> fourEyesAbove{Money{100'000}};
    /// Above this a second approver is needed who is neither; >= fourEyesAbove, nullopt: never.
    std::optional<Money> secondAbove{Money{1'000'000}};
    /// So long after delivery something may come back; 1 … kMaxWindowDays, nullopt: for ever.
    std::optional<std::int64_t> windowDays{};
    /// Up to this, all that is committed of the order included, the system approves by itself and at once, for these
    /// reasons (codes; empty: for every one); never where four eyes must agree. nullopt: nothing.
    std::optional<Money> autoApproveUpTo{};
    std::vector<std::string> autoReasons{};
    /// Restocking fee: of what would be refunded once the goods had left, in hundredths of a percent, 0 …
    /// kMaxFeePoints; none for these reasons.
    std::int64_t feePoints = 0;
    std::vector<std::string> feeFreeReasons{};
    bool operator==(const ReturnPolicy&) const = default;
};
struct ReturnPolicyRow {
    CampusId campus;  ///< empty: the workspace
    ReturnPolicy policy;
    bool own = true;  ///< false: the workspace's, shown for a campus without its own
    /// For setPolicy(); of a campus that of its own policy, also while it has none.
    std::int64_t version = 0;
};

struct ReturnLine {
    Sku sku;
    std::int64_t units = 0;  ///< 1 … kMaxReturnUnits; 0 in an approval: none of it
    bool operator==(const ReturnLine&) const = default;
};
struct RequestReturn {
    ReturnNo number;                ///< unique per deduction
    DeductionId deduction;          ///< 0: that of `orderNo`
    OrderNo orderNo{};              ///< if both are given they must belong together
    std::vector<ReturnLine> lines;  ///< each SKU once; 1 … kMaxReturnLines
    std::string reason;             ///< the customer's, plain text, 0 … kMaxReturnReason characters
    std::optional<Instant> at{};    ///< recorded fact of an import; engine time if absent
    bool approve = false;           ///< also approves it whole where four eyes allow; needs ApproveReturns
    bool history = false;  ///< recorded by an import: the goods had arrived, so it closes no order, see returns/decide
    std::string reasonCode{};  ///< one that is offered; empty: none
};
/// A return row of an import that names no order: taken from the user's orders with that SKU, newest first. History.
struct MatchReturn {
    ReturnNo number;
    UserId user;
    ReturnLine line;
    std::string reason;
    Instant at;  ///< orders placed later are not considered
    bool approve = false;
};
struct ReturnAnswer {
    ReturnId id;
    ReturnNo number;
    DeductionId deduction;
    OrderNo orderNo;
    ReturnStatus status = ReturnStatus::Requested;
    Money amount;           ///< approved: what is refunded; else what it would be, the fee taken off
    bool repeated = false;  ///< number and body were known: nothing was done again
};

/// One row of a bulk action: what was seen, at which version.
struct ReturnRef {
    ReturnId id;
    std::int64_t version = 0;  ///< 0: whatever it is now
};
struct ReturnOutcome {
    ReturnId id;
    std::optional<Error> error;                 ///< nullopt: done
    ReturnStage stage = ReturnStage::Approval;  ///< where it stands now
    std::int64_t version = 0;
};
/// What was found in the parcel. sellable + damaged = approved units of the SKU.
struct ReceivedLine {
    Sku sku;
    std::int64_t sellable = 0;  ///< go back to stock
    std::int64_t damaged = 0;   ///< do not
};

/// Who must still agree. Names are those of actors.
struct FourEyes {
    int needed = 0;  ///< approvers other than the requester: 0, 1, 2
    std::string requester;
    std::string first;  ///< has approved already; empty: nobody
    Money compared;     ///< what the thresholds were compared with
    /// Why the asking actor may not decide now (FourEyes, PermissionDenied, WrongStatus); nullopt: it may.
    std::optional<Error> refusal;
};

/// Empty members do not filter.
struct ReturnFilter {
    std::vector<ReturnStage> stages;
    CampusId campus;
    UserId user;
    OrderNo orderNo{};            ///< exactly
    std::optional<Instant> from;  ///< requested, included
    std::optional<Instant> to;    ///< excluded
    std::string text;             ///< return or order number begins with it
    std::string clerk{};          ///< who works on it, exactly
    bool operator==(const ReturnFilter&) const = default;
};
/// A row that was seen: the next page begins after it, whatever was inserted meanwhile.
struct ReturnKey {
    Instant requestedAt;
    ReturnId id;
    bool operator==(const ReturnKey&) const = default;
};
/// Each has an index. Ties are broken by the time of request (of equal numbers by the deduction), then by the id.
enum class ReturnSort : std::uint8_t { Requested, Stage, Campus, Number };
struct ReturnQuery {
    ReturnFilter filter;
    bool descending = false;
    std::optional<ReturnKey> after{};  ///< only rows behind this one; with ReturnSort::Requested
    std::int64_t offset = 0;           ///< behind `after`
    std::int64_t limit = 256;          ///< 1 … 10,000
    ReturnSort sort = ReturnSort::Requested;
};
struct ReturnRow {
    ReturnId id;
    ReturnNo number;
    DeductionId deduction;
    OrderNo orderNo;
    UserId user;
    CampusId campus;
    ReturnStatus status = ReturnStatus::Requested;
    ReturnStage stage = ReturnStage::Approval;
    GoodsState goods = GoodsState::None;
    std::optional<RefundStatus> refund;  ///< nullopt: none (yet)
    std::int64_t units = 0;              ///< asked for
    Money amount;                        ///< approved; else asked for
    Instant requestedAt;
    std::string requester;
    std::string firstApprover;  ///< empty: none waits for a second
    std::int64_t version = 0;
    std::string clerk{};       ///< login of who works on it; empty: nobody
    std::string reasonCode{};  ///< empty: none was given
    Money fee{};               ///< kept of the refund by its approval
};
struct ReturnCounts {
    std::int64_t approval = 0, secondApproval = 0, goods = 0, money = 0, failed = 0;
    std::optional<Instant> oldest;             ///< request that waits for approval
    std::optional<std::int64_t> ageLimitMs{};  ///< as CaseSettings has it
};

}  // namespace evenhand::api
