// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/returns_status.h"

#include "engine/api/refund_types.h"
#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

constexpr TextTable<ReturnStatus, 4> kReturnStatus{{{ReturnStatus::Requested, "REQUESTED"},
                                                    {ReturnStatus::Approved, "APPROVED"},
                                                    {ReturnStatus::Rejected, "REJECTED"},
                                                    {ReturnStatus::Cancelled, "CANCELLED"}}};
constexpr TextTable<GoodsState, 4> kGoodsState{{{GoodsState::None, "none"},
                                                {GoodsState::Awaited, "awaited"},
                                                {GoodsState::Received, "received"},
                                                {GoodsState::Skipped, "skipped"}}};
constexpr TextTable<GoodsRule, 3> kGoodsRule{
    {{GoodsRule::MoneyFirst, "money_first"}, {GoodsRule::GoodsFirst, "goods_first"}, {GoodsRule::NoGoods, "no_goods"}}};
constexpr TextTable<ReturnStage, 8> kReturnStage{{{ReturnStage::Approval, "approval"},
                                                  {ReturnStage::SecondApproval, "second_approval"},
                                                  {ReturnStage::Goods, "goods"},
                                                  {ReturnStage::Money, "money"},
                                                  {ReturnStage::Failed, "failed"},
                                                  {ReturnStage::Done, "done"},
                                                  {ReturnStage::Rejected, "rejected"},
                                                  {ReturnStage::Cancelled, "cancelled"}}};
constexpr TextTable<RefundStatus, 7> kRefundStatus{{{RefundStatus::Requested, "REQUESTED"},
                                                    {RefundStatus::Held, "HELD"},
                                                    {RefundStatus::Pending, "PENDING"},
                                                    {RefundStatus::Sent, "SENT"},
                                                    {RefundStatus::Succeeded, "SUCCEEDED"},
                                                    {RefundStatus::Failed, "FAILED"},
                                                    {RefundStatus::Cancelled, "CANCELLED"}}};
constexpr TextTable<RefundCause, 7> kRefundCause{{{RefundCause::Return, "return"},
                                                  {RefundCause::Order, "order"},
                                                  {RefundCause::ClosedOrder, "closed_order"},
                                                  {RefundCause::LatePayment, "late_payment"},
                                                  {RefundCause::WrongAmount, "wrong_amount"},
                                                  {RefundCause::SecondPayment, "second_payment"},
                                                  {RefundCause::UnknownOrder, "unknown_order"}}};
constexpr TextTable<RefundProviderKind, 2> kProvider{
    {{RefundProviderKind::Manual, "manual"}, {RefundProviderKind::Http, "http"}}};
constexpr TextTable<SendOutcome, 6> kSendOutcome{{{SendOutcome::Succeeded, "succeeded"},
                                                  {SendOutcome::Declined, "declined"},
                                                  {SendOutcome::NotSent, "not_sent"},
                                                  {SendOutcome::Unknown, "unknown"},
                                                  {SendOutcome::Processing, "processing"},
                                                  {SendOutcome::NotKnown, "not_known"}}};
constexpr TextTable<LedgerAccount, 7> kAccount{{{LedgerAccount::ProviderClearing, "provider_clearing"},
                                                {LedgerAccount::Sales, "sales"},
                                                {LedgerAccount::Discounts, "discounts"},
                                                {LedgerAccount::SalesReturns, "sales_returns"},
                                                {LedgerAccount::UnmatchedMoney, "unmatched_money"},
                                                {LedgerAccount::RefundsPayable, "refunds_payable"},
                                                {LedgerAccount::RestockingFees, "restocking_fees"}}};
constexpr TextTable<LedgerKind, 10> kLedgerKind{{{LedgerKind::Payment, "payment"},
                                                 {LedgerKind::Discount, "discount"},
                                                 {LedgerKind::LatePayment, "late_payment"},
                                                 {LedgerKind::UnmatchedPayment, "unmatched_payment"},
                                                 {LedgerKind::RefundGranted, "refund_granted"},
                                                 {LedgerKind::RefundCancelled, "refund_cancelled"},
                                                 {LedgerKind::RefundPaid, "refund_paid"},
                                                 {LedgerKind::PaymentMatched, "payment_matched"},
                                                 {LedgerKind::FeeKept, "fee_kept"},
                                                 {LedgerKind::FeeWaived, "fee_waived"}}};
constexpr TextTable<MoneyEventKind, 20> kMoneyEvent{{{MoneyEventKind::Requested, "requested"},
                                                     {MoneyEventKind::FirstApproval, "first_approval"},
                                                     {MoneyEventKind::Approved, "approved"},
                                                     {MoneyEventKind::Rejected, "rejected"},
                                                     {MoneyEventKind::Cancelled, "cancelled"},
                                                     {MoneyEventKind::Undone, "undone"},
                                                     {MoneyEventKind::GoodsReceived, "goods_received"},
                                                     {MoneyEventKind::GoodsSkipped, "goods_skipped"},
                                                     {MoneyEventKind::Granted, "granted"},
                                                     {MoneyEventKind::Attempt, "attempt"},
                                                     {MoneyEventKind::NotSent, "not_sent"},
                                                     {MoneyEventKind::Unknown, "unknown"},
                                                     {MoneyEventKind::Succeeded, "succeeded"},
                                                     {MoneyEventKind::Failed, "failed"},
                                                     {MoneyEventKind::Retried, "retried"},
                                                     {MoneyEventKind::ByHand, "by_hand"},
                                                     {MoneyEventKind::Dead, "dead"},
                                                     {MoneyEventKind::Noted, "noted"},
                                                     {MoneyEventKind::Assigned, "assigned"},
                                                     {MoneyEventKind::ByRule, "by_rule"}}};

static_assert(base::inOrder(kReturnStatus) && base::inOrder(kGoodsState) && base::inOrder(kGoodsRule) &&
              base::inOrder(kReturnStage) && base::inOrder(kRefundStatus) && base::inOrder(kRefundCause) &&
              base::inOrder(kProvider) && base::inOrder(kSendOutcome) && base::inOrder(kAccount) &&
              base::inOrder(kLedgerKind) && base::inOrder(kMoneyEvent));
constexpr auto kAllStages = base::valuesOf(kReturnStage);
constexpr auto kAllRefunds = base::valuesOf(kRefundStatus);
constexpr auto kAllAccounts = base::valuesOf(kAccount);

}  // namespace

std::string_view toText(ReturnStatus value) noexcept { return base::textOf(kReturnStatus, value); }
std::string_view toText(GoodsState value) noexcept { return base::textOf(kGoodsState, value); }
std::string_view toText(GoodsRule value) noexcept { return base::textOf(kGoodsRule, value); }
std::string_view toText(ReturnStage value) noexcept { return base::textOf(kReturnStage, value); }
std::string_view toText(RefundStatus value) noexcept { return base::textOf(kRefundStatus, value); }
std::string_view toText(RefundCause value) noexcept { return base::textOf(kRefundCause, value); }
std::string_view toText(RefundProviderKind value) noexcept { return base::textOf(kProvider, value); }
std::string_view toText(SendOutcome value) noexcept { return base::textOf(kSendOutcome, value); }
std::string_view toText(LedgerAccount value) noexcept { return base::textOf(kAccount, value); }
std::string_view toText(LedgerKind value) noexcept { return base::textOf(kLedgerKind, value); }
std::string_view toText(MoneyEventKind value) noexcept { return base::textOf(kMoneyEvent, value); }
std::optional<ReturnStatus> returnStatusFrom(std::string_view text) noexcept {
    return base::valueOf(kReturnStatus, text);
}
std::optional<GoodsState> goodsStateFrom(std::string_view text) noexcept { return base::valueOf(kGoodsState, text); }
std::optional<GoodsRule> goodsRuleFrom(std::string_view text) noexcept { return base::valueOf(kGoodsRule, text); }
std::optional<ReturnStage> returnStageFrom(std::string_view text) noexcept { return base::valueOf(kReturnStage, text); }
std::optional<RefundStatus> refundStatusFrom(std::string_view text) noexcept {
    return base::valueOf(kRefundStatus, text);
}
std::optional<RefundCause> refundCauseFrom(std::string_view text) noexcept { return base::valueOf(kRefundCause, text); }
std::optional<RefundProviderKind> refundProviderFrom(std::string_view text) noexcept {
    return base::valueOf(kProvider, text);
}
std::optional<LedgerAccount> ledgerAccountFrom(std::string_view text) noexcept { return base::valueOf(kAccount, text); }
std::optional<LedgerKind> ledgerKindFrom(std::string_view text) noexcept { return base::valueOf(kLedgerKind, text); }
std::optional<MoneyEventKind> moneyEventKindFrom(std::string_view text) noexcept {
    return base::valueOf(kMoneyEvent, text);
}
std::span<const ReturnStage> allReturnStages() noexcept { return kAllStages; }
std::span<const RefundStatus> allRefundStatuses() noexcept { return kAllRefunds; }
std::span<const LedgerAccount> allLedgerAccounts() noexcept { return kAllAccounts; }

bool mayMove(ReturnStatus from, ReturnStatus to) noexcept {
    return from != to && (from == ReturnStatus::Requested || to == ReturnStatus::Requested);
}

bool mayMove(GoodsState from, GoodsState to) noexcept {
    switch (from) {
        case GoodsState::None: return to == GoodsState::Awaited || to == GoodsState::Skipped;
        case GoodsState::Awaited: return to != GoodsState::Awaited;
        case GoodsState::Received: return to == GoodsState::Awaited;
        case GoodsState::Skipped: return to == GoodsState::Awaited || to == GoodsState::None;
    }
    return false;
}

bool mayMove(RefundStatus from, RefundStatus to) noexcept {
    using S = RefundStatus;
    switch (from) {
        case S::Requested: return to == S::Held || to == S::Pending || to == S::Cancelled;
        case S::Held: return to == S::Pending || to == S::Cancelled;
        case S::Pending: return to == S::Held || to == S::Sent || to == S::Succeeded || to == S::Cancelled;
        case S::Sent: return to == S::Pending || to == S::Succeeded || to == S::Failed;
        case S::Failed: return to == S::Pending || to == S::Succeeded || to == S::Cancelled;
        case S::Succeeded:
        case S::Cancelled: return false;
    }
    return false;
}

ReturnStage stageOf(ReturnStatus status, bool second, GoodsState goods, std::optional<RefundStatus> refund) noexcept {
    switch (status) {
        case ReturnStatus::Requested: return second ? ReturnStage::SecondApproval : ReturnStage::Approval;
        case ReturnStatus::Rejected: return ReturnStage::Rejected;
        case ReturnStatus::Cancelled: return ReturnStage::Cancelled;
        case ReturnStatus::Approved: break;
    }
    if (refund == RefundStatus::Failed) {
        return ReturnStage::Failed;
    }
    if (goods == GoodsState::Awaited) {
        return ReturnStage::Goods;
    }
    return refund && refund != RefundStatus::Succeeded && refund != RefundStatus::Cancelled ? ReturnStage::Money
                                                                                            : ReturnStage::Done;
}

}  // namespace evenhand::api
