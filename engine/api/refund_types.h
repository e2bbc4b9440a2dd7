// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds as values: money that goes back, why, how far it has come, and what a worker needs to send it.
// All amounts are minor units. Thread: value types, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/returns_status.h"
#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

inline constexpr std::size_t kMaxReference = 200;  ///< characters of a provider's or clerk's reference
inline constexpr std::size_t kMaxNote = 500;       ///< characters of a note

/// What happened to a return or a refund; stored texts "requested", "approved", …
enum class MoneyEventKind : std::uint8_t {
    Requested,
    FirstApproval,
    Approved,
    Rejected,
    Cancelled,
    Undone,
    GoodsReceived,
    GoodsSkipped,
    Granted,  ///< the refund is PENDING
    Attempt,  ///< SENT: a worker has it; the detail is the attempt's number
    NotSent,  ///< that attempt certainly did not leave
    Unknown,  ///< that attempt may have left; it is looked up
    Succeeded,
    Failed,
    Retried,   ///< by hand
    ByHand,    ///< a person recorded the outcome
    Dead,      ///< the last attempt is over, a person must look
    Noted,     ///< somebody has written a note; the detail is its text
    Assigned,  ///< to the clerk that the detail names; empty: to nobody
    ByRule     ///< a return rule has decided; the detail is which, see returns/rules
};
[[nodiscard]] std::string_view toText(MoneyEventKind value) noexcept;
[[nodiscard]] std::optional<MoneyEventKind> moneyEventKindFrom(std::string_view text) noexcept;

/// Of the workspace. The secret that signs is never stored here: the composition root reads it by its name.
inline constexpr std::size_t kMaxProviderUrl = 2'000;  ///< characters
inline constexpr std::int64_t kMaxSendAttempts = 1'000;
struct RefundSettings {
    RefundProviderKind provider = RefundProviderKind::Manual;  ///< of refunds granted afterwards, and of retried ones
    std::string url;                              ///< https, or http to this machine; 0 … kMaxProviderUrl characters
    std::string keyId;                            ///< sent with the signature, 0 … 64 characters
    std::string secretName;                       ///< of the keychain's entry, 0 … 64 characters
    std::int64_t timeoutMs = 10'000;              ///< of one request, 100 ms … 5 min
    std::int64_t leaseMs = 60'000;                ///< of a claimed refund, > timeoutMs … 1 h
    std::int64_t firstRetryMs = 5'000;            ///< doubles with every attempt, 100 ms … 1 day
    std::int64_t lastRetryMs = 60LL * 60 * 1000;  ///< no gap is longer, firstRetryMs … 7 days
    std::int64_t maxAttempts = 12;                ///< 1 … kMaxSendAttempts
    /// Late and unmatched payments wait (HELD) until somebody matches them or sends them back; else they go back at
    /// once. Of payments that arrive afterwards.
    bool holdOwed = false;
    std::int64_t version = 0;  ///< as it was read; for a change 0: whatever it is now, else Conflict if it is stale
    /// Compares the settings, not the version.
    bool operator==(const RefundSettings& other) const {
        return std::tie(provider, url, keyId, secretName, timeoutMs, leaseMs, firstRetryMs, lastRetryMs, maxAttempts,
                        holdOwed) == std::tie(other.provider, other.url, other.keyId, other.secretName, other.timeoutMs,
                                              other.leaseMs, other.firstRetryMs, other.lastRetryMs, other.maxAttempts,
                                              other.holdOwed);
    }
};

/// Asked for by a person, from Orders.
struct RequestRefund {
    std::string key;  ///< idempotency key, 1 … 64 characters
    OrderNo orderNo;
    std::optional<Money> amount;  ///< >= 1; nullopt: all that is still refundable
    std::int64_t version = 0;     ///< of the order as it was seen, else Conflict; 0: whatever it is now
    std::string reasonCode{};     ///< one that is offered, CaseSettings::reasons; empty: none
};
struct RefundAnswer {
    RefundId id;
    RefundStatus status = RefundStatus::Requested;  ///< REQUESTED: an approver is needed
    Money amount;
    bool repeated = false;
};
struct RefundRef {
    RefundId id;
    std::int64_t version = 0;  ///< 0: whatever it is now
};
struct RefundOutcome {
    RefundId id;
    std::optional<Error> error;  ///< nullopt: done
    RefundStatus status = RefundStatus::Requested;
    std::int64_t version = 0;
};

/// Empty members do not filter.
struct RefundFilter {
    std::vector<RefundStatus> statuses;
    std::vector<RefundCause> causes;
    CampusId campus;
    bool deadOnly = false;        ///< those a worker has given up
    std::optional<Instant> from;  ///< requested, included
    std::optional<Instant> to;    ///< excluded
    std::string text;             ///< order or payment number begins with it
    PaymentNo paymentNo{};        ///< exactly
    std::string clerk{};          ///< who works on it, exactly
    bool orNone = false;          ///< with a campus: also those that belong to none
    bool operator==(const RefundFilter&) const = default;
};
struct RefundKey {
    Instant requestedAt;
    RefundId id;
    bool operator==(const RefundKey&) const = default;
};
/// Each has an index. Ties are broken by the time of request (not of payment numbers and amounts), then by the id.
/// Rows without a campus come first, in descending order last.
enum class RefundSort : std::uint8_t { Requested, Status, Campus, Amount, PaymentNo };
struct RefundQuery {
    RefundFilter filter;
    bool descending = true;
    std::optional<RefundKey> after{};  ///< only rows behind this one; with RefundSort::Requested
    std::int64_t offset = 0;           ///< behind `after`
    std::int64_t limit = 256;          ///< 1 … 10,000
    RefundSort sort = RefundSort::Requested;
};
struct RefundRow {
    RefundId id;
    RefundStatus status = RefundStatus::Requested;
    RefundCause cause = RefundCause::Return;
    std::string orderNo;  ///< as the payer gave it; may name no order; empty: none
    std::optional<ReturnId> returnId;
    ReturnNo returnNo;    ///< empty: none
    PaymentNo paymentNo;  ///< the payment that goes back
    CampusId campus;      ///< empty: of an unknown order
    Money amount;
    RefundProviderKind provider = RefundProviderKind::Manual;
    std::string reference;  ///< the provider's or the clerk's; empty: none
    std::string reason;
    std::string requester;  ///< "system" for those by rule
    std::string approver;   ///< empty: none was needed
    std::string firstApprover;
    Instant requestedAt;
    std::optional<Instant> grantedAt, sentAt, doneAt;
    std::int64_t attempts = 0;
    std::optional<Instant> nextTry;  ///< nullopt: nothing is planned
    bool dead = false;
    std::string lastError;
    std::int64_t version = 0;
    std::string clerk{};           ///< login of who works on it; empty: nobody
    std::string matchedOrderNo{};  ///< of a late or unmatched payment: the order that it has paid since; empty: none
    std::string reasonCode{};      ///< its own or that of its return; empty: none was given
};
/// Causes of payments that were not accepted.
inline constexpr RefundCause kOwedCauses[] = {RefundCause::LatePayment, RefundCause::WrongAmount,
                                              RefundCause::SecondPayment, RefundCause::UnknownOrder};
[[nodiscard]] constexpr bool isOwed(RefundCause cause) noexcept {
    for (const auto one : kOwedCauses) {
        if (one == cause) {
            return true;
        }
    }
    return false;
}
struct RefundCounts {
    std::int64_t requested = 0, held = 0, pending = 0, sent = 0, failed = 0, dead = 0;
    Money pendingAmount, sentAmount, failedAmount;
    std::optional<Instant> oldestPending;
};

}  // namespace evenhand::api
