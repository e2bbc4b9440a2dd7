// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to orders, returns and refunds, in order, for those who follow it live and come back where they left
// off. It is read from the append-only histories; nothing is written for it.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/refund_types.h"
#include "engine/api/returns_status.h"
#include "engine/api/status.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

/// A position in both histories: the highest row ids that were read.
struct FeedPosition {
    std::int64_t orders = 0;
    std::int64_t money = 0;
    bool operator==(const FeedPosition&) const = default;
};
struct FeedEvent {
    FeedPosition position;  ///< after this event
    Instant at;
    std::optional<EventKind> order;       ///< of an order's history
    std::optional<MoneyEventKind> money;  ///< of a return's or a refund's: one of the two is set
    std::string actor, detail;
    // The order as it is when the event is read; a money event may have none.
    OrderNo orderNo;
    UserId user;
    CampusId campus;
    OrderStatus status = OrderStatus::WaitPay;
    CourierId courier;  ///< empty: none
    std::int64_t epoch = 0;
    // Of a money event.
    ReturnNo returnNo;  ///< empty: a refund without a return
    std::optional<ReturnStatus> returnStatus;
    RefundId refund;  ///< 0: none
    std::optional<RefundStatus> refundStatus;
    std::optional<Money> refundAmount;
};
struct FeedSlice {
    std::vector<FeedEvent> events;  ///< each history in its order, both by time
    FeedPosition position;          ///< after the last of them; as asked if there is none
};

class FeedDesk {
public:
    virtual ~FeedDesk() = default;
    // Permission Read.
    /// The position after everything that is committed.
    virtual Answer<FeedPosition> end(const Call& call) = 0;
    /// `limit` 1 … kMaxFeedEvents.
    virtual Answer<FeedSlice> after(const Call& call, FeedPosition position, std::int64_t limit) = 0;
};

}  // namespace evenhand::api
