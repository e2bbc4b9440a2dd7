// SPDX-License-Identifier: GPL-3.0-or-later
// One return with everything beside its form. All amounts are minor units. Thread: value types, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/refund_types.h"
#include "engine/api/returns_types.h"

namespace evenhand::api {

/// One SKU of a deduction: deducted = givenBack + requested + returned + returnable.
struct ReturnableLine {
    Sku sku;
    std::string productName;
    std::int64_t deducted = 0;
    std::int64_t givenBack = 0;   ///< by closing the order
    std::int64_t requested = 0;   ///< by returns that wait for a decision
    std::int64_t returned = 0;    ///< approved
    std::int64_t returnable = 0;  ///< 0 for an order whose status allows no return
    Money share;                  ///< what was really paid for the SKU, discounts taken off
    Money settled;                ///< of that, what approved returns have settled
};
struct OrderMoney {
    Money total;      ///< of the lines
    Money discount;   ///< taken off
    Money paid;       ///< accepted payment; 0: not paid
    Money committed;  ///< every refund that was not cancelled
    Money granted;    ///< of it PENDING, SENT or SUCCEEDED
    Money succeeded;
    Money refundable;  ///< paid − committed
};
struct ReturnableOrder {
    OrderNo orderNo;
    DeductionId deduction;
    OrderStatus status = OrderStatus::WaitPay;
    std::vector<ReturnableLine> lines;  ///< in order of SKU
    OrderMoney money;
    std::optional<Error> refusal;  ///< why nothing can be returned now (WrongStatus, ExceedsDeducted)
};

/// One SKU of one return.
struct ReturnDetailLine {
    Sku sku;
    std::string productName;
    std::int64_t requested = 0;
    std::optional<std::int64_t> approved;  ///< nullopt: not decided; by the first of two approvers: proposed
    std::optional<std::int64_t> sellable;  ///< nullopt: not received
    std::optional<std::int64_t> damaged;
    std::optional<Money> amount;  ///< nullopt: not approved
};
/// What happened to a return or a refund, append-only.
struct MoneyEvent {
    Instant at;
    MoneyEventKind kind = MoneyEventKind::Requested;
    std::string actor;
    std::string detail;  ///< plain text: reason, figures, reference
};
struct ReturnDetail {
    ReturnRow row;
    std::string reason;          ///< the customer's
    std::string reasonName;      ///< that of the code, or the code if it is no longer offered; empty: none was given
    std::string decisionReason;  ///< of the rejection, cancel or undo
    std::string customerNote;
    std::vector<ReturnDetailLine> lines;  ///< in order of SKU
    ReturnableOrder order;
    std::vector<RefundRow> refunds;  ///< of this return, newest first
    std::vector<MoneyEvent> events;  ///< of the return and its refunds, oldest first
    FourEyes fourEyes;               ///< for the asking actor; for approve() of all that was requested
    GoodsRule goodsRule = GoodsRule::MoneyFirst;
};
/// What becomes of a return as soon as it is requested.
enum class RequestDecision : std::uint8_t {
    Approval,  ///< it waits for somebody
    ByRule,    ///< the return rules approve it
    Approved   ///< whoever requests it approves it at once, as asked for
};
/// What a request would answer and store, and why.
struct RequestPreview {
    Money amount;                ///< refunded: capped to what is refundable, the fee taken off
    Money settlement;            ///< uncapped: the lines' shares
    Money fee;                   ///< kept by the return rules
    std::int64_t feePoints = 0;  ///< its rate, in hundredths of a percent
    RequestDecision decision = RequestDecision::Approval;
    int approvers = 0;            ///< other than the requester whom four eyes need: 0, 1, 2
    std::optional<Money> upTo{};  ///< of ByRule: all of an order up to which the rules approve
};
struct ApprovalPreview {
    std::vector<ReturnDetailLine> lines;
    Money amount;      ///< capped to what is refundable
    Money settlement;  ///< uncapped: the lines' shares
    Money fee;         ///< taken off
    FourEyes fourEyes;
    RefundStatus becomes = RefundStatus::Pending;  ///< HELD or PENDING; REQUESTED: a second approver is needed
};

}  // namespace evenhand::api
