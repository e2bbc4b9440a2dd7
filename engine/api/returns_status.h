// SPDX-License-Identifier: GPL-3.0-or-later
// Every status of returns, refunds and the ledger, its stored text, and the tables of allowed transitions.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace evenhand::api {

/// Only REQUESTED and APPROVED hold units; REJECTED and CANCELLED give them up.
enum class ReturnStatus : std::uint8_t { Requested, Approved, Rejected, Cancelled };
/// None: not approved. Awaited until received (by count of sellable and damaged) or skipped.
enum class GoodsState : std::uint8_t { None, Awaited, Received, Skipped };
/// MoneyFirst: the refund is granted with the approval, the goods come when they come. GoodsFirst: it is held until
/// they are received or skipped. NoGoods: nothing is expected back (food).
enum class GoodsRule : std::uint8_t { MoneyFirst, GoodsFirst, NoGoods };
/// What a return waits for: one word for queues and badges, derived (stageOf) and stored for its index.
enum class ReturnStage : std::uint8_t { Approval, SecondApproval, Goods, Money, Failed, Done, Rejected, Cancelled };

/// Requested: waits for an approver. Held: approved, waits for the goods; or of a payment that was not accepted, which
/// waits for a person to match it or send it back. Pending: granted, has not left. Sent: it may have left, the outcome
/// is not known. Failed: it has not been paid, for certain; a person retries or cancels it.
/// All but Cancelled count against what is refundable.
enum class RefundStatus : std::uint8_t { Requested, Held, Pending, Sent, Succeeded, Failed, Cancelled };
/// Why money goes back. Return and Order (asked for by a person) refund an accepted payment, as ClosedOrder does; the
/// others refund money that was never accepted.
enum class RefundCause : std::uint8_t {
    Return,
    Order,
    ClosedOrder,
    LatePayment,
    WrongAmount,
    SecondPayment,
    UnknownOrder
};
enum class RefundProviderKind : std::uint8_t { Manual, Http };
/// What a worker found out. NotSent: it certainly did not reach the provider. Unknown: it may have. Processing: the
/// provider has it and has not decided. NotKnown: the provider, looked up, knows nothing of the key.
enum class SendOutcome : std::uint8_t { Succeeded, Declined, NotSent, Unknown, Processing, NotKnown };

/// Debit-positive: assets and contra revenue. The names are stored and exported.
enum class LedgerAccount : std::uint8_t {
    ProviderClearing,  ///< "provider_clearing", asset: money at the payment provider
    Sales,             ///< "sales", revenue: orders at their full price, when they are paid
    Discounts,         ///< "discounts", contra revenue
    SalesReturns,      ///< "sales_returns", contra revenue: refunds of accepted payments
    UnmatchedMoney,    ///< "unmatched_money", liability: late and unmatched payments
    RefundsPayable,    ///< "refunds_payable", liability: granted and not known to be paid
    RestockingFees     ///< "restocking_fees", revenue: kept of refunds
};
/// What moved money; see entriesOf in engine/ledger.
enum class LedgerKind : std::uint8_t {
    Payment,
    Discount,
    LatePayment,
    UnmatchedPayment,
    RefundGranted,
    RefundCancelled,
    RefundPaid,
    PaymentMatched,  ///< a late or unmatched payment has paid an order after all
    FeeKept,         ///< of an approved return
    FeeWaived        ///< its approval is undone
};

// "REQUESTED", …; "awaited", "money_first", "second_approval", "PENDING", "late_payment", "http", "provider_clearing",
// …
[[nodiscard]] std::string_view toText(ReturnStatus value) noexcept;
[[nodiscard]] std::string_view toText(GoodsState value) noexcept;
[[nodiscard]] std::string_view toText(GoodsRule value) noexcept;
[[nodiscard]] std::string_view toText(ReturnStage value) noexcept;
[[nodiscard]] std::string_view toText(RefundStatus value) noexcept;
[[nodiscard]] std::string_view toText(RefundCause value) noexcept;
[[nodiscard]] std::string_view toText(RefundProviderKind value) noexcept;
[[nodiscard]] std::string_view toText(SendOutcome value) noexcept;
[[nodiscard]] std::string_view toText(LedgerAccount value) noexcept;
[[nodiscard]] std::string_view toText(LedgerKind value) noexcept;
[[nodiscard]] std::optional<ReturnStatus> returnStatusFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<GoodsState> goodsStateFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<GoodsRule> goodsRuleFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<ReturnStage> returnStageFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<RefundStatus> refundStatusFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<RefundCause> refundCauseFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<RefundProviderKind> refundProviderFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<LedgerAccount> ledgerAccountFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<LedgerKind> ledgerKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const ReturnStage> allReturnStages() noexcept;
[[nodiscard]] std::span<const RefundStatus> allRefundStatuses() noexcept;
[[nodiscard]] std::span<const LedgerAccount> allLedgerAccounts() noexcept;

/// REQUESTED ⇄ APPROVED, REQUESTED ⇄ REJECTED, REQUESTED ⇄ CANCELLED. What else must hold for the way back says
/// ReturnsDesk::undo().
[[nodiscard]] bool mayMove(ReturnStatus from, ReturnStatus to) noexcept;
/// NONE → AWAITED | SKIPPED; AWAITED ⇄ RECEIVED, AWAITED ⇄ SKIPPED; AWAITED, SKIPPED → NONE (approval undone).
[[nodiscard]] bool mayMove(GoodsState from, GoodsState to) noexcept;
/// REQUESTED → HELD, PENDING; HELD ⇄ PENDING; PENDING → SENT, SUCCEEDED (by hand); SENT → PENDING (certainly not left),
/// SUCCEEDED, FAILED; FAILED → PENDING (retry), SUCCEEDED (by hand); REQUESTED, HELD, PENDING, FAILED → CANCELLED.
[[nodiscard]] bool mayMove(RefundStatus from, RefundStatus to) noexcept;

/// `second`: somebody has approved and another one must. `refund` nullopt: nothing to pay.
[[nodiscard]] ReturnStage stageOf(ReturnStatus status, bool second, GoodsState goods,
                                  std::optional<RefundStatus> refund) noexcept;

}  // namespace evenhand::api
