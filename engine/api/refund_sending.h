// SPDX-License-Identifier: GPL-3.0-or-later
// The seam between the engine and whoever really moves money: jobs, reports, and the provider's interface.
// A worker loop outside the engine's thread: RefundDesk::claimDue → provider → RefundDesk::report; it knows no rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/api/returns_status.h"
#include "engine/api/ring_range.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

struct RefundClaim {
    std::string worker;             ///< for people, 1 … 200 characters
    std::int64_t limit = 16;        ///< 1 … 1,000
    std::vector<RingRange> ranges;  ///< empty: all
};
struct RefundJob {
    RefundId id;
    std::int64_t token = 0;  ///< fencing token, grows with every claim; goes into the report
    std::string key;         ///< idempotency key: the same for all attempts, never that of another refund
    PaymentNo paymentNo;     ///< the payment to refund
    std::string orderNo;     ///< may be empty
    Money amount;            ///< >= 1
    std::string currency;    ///< ISO 4217
    int minorDigits = 2;
    bool lookUp = false;  ///< an earlier attempt may have left: ask before sending
    std::int64_t attempt = 1;
    Instant leaseUntil;  ///< afterwards another worker may have it
};
inline constexpr std::int64_t kMaxProviderWaitMs = 7 * base::kDayMs;  ///< that a provider may ask for

struct RefundReport {
    RefundId id;
    std::int64_t token = 0;
    SendOutcome outcome = SendOutcome::Unknown;
    std::string reference;          ///< the provider's; cut to kMaxReference characters
    std::string message;            ///< why not, for people; cut to 500 characters
    std::int64_t retryAfterMs = 0;  ///< what the provider asked for; 0: as set
};

/// What a provider said to one question.
struct ProviderAnswer {
    SendOutcome outcome = SendOutcome::Unknown;
    std::string reference;
    std::string message;
    std::int64_t retryAfterMs = 0;
};
/// Whoever really moves money. A constructor argument of the worker. Thread: the worker's alone; it may block up to the
/// settings' time-out.
class RefundProvider {
public:
    virtual ~RefundProvider() = default;
    /// Succeeded, Declined (it will never be paid under this key), NotSent, Unknown or Processing. Anything that is not
    /// certain is Unknown: a time-out, a connection that broke after the first byte, a server error, an answer that
    /// cannot be read.
    [[nodiscard]] virtual ProviderAnswer send(const RefundJob& job) = 0;
    /// Succeeded, Declined, Processing, NotKnown, or Unknown (the look-up itself failed).
    [[nodiscard]] virtual ProviderAnswer lookUp(const RefundJob& job) = 0;
};

}  // namespace evenhand::api
