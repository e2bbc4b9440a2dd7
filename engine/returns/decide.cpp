// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/decide.h"

#include <algorithm>

#include "engine/base/invariant.h"
#include "engine/ledger_entries/post.h"
#include "engine/order_closing/close.h"
#include "engine/refunds/closing.h"
#include "engine/refunds/history.h"
#include "engine/returns/four_eyes.h"
#include "engine/returns/rules.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/draw_store.h"
#include "engine/store/records/payment_store.h"

namespace evenhand::returns {
namespace {

using api::GoodsState;
using api::MoneyEventKind;
using api::ReturnStatus;
using runtime::UnitOfWork;
using Line = store::returns::Line;

Money compared(const Settlement& settlement) { return {settlement.committed.minor + settlement.amount.minor}; }

Result<void> expectMove(const Return& made, ReturnStatus to) {
    if (api::mayMove(made.status, to)) {
        return {};
    }
    return fail(wrongStatus("the return's status does not allow it", "status", api::toText(made.status)));
}

std::string unitsText(const std::vector<api::ReturnLine>& approved) {
    std::string text;
    for (const auto& line : approved) {
        if (text.size() > 200) {
            return text + ", …";
        }
        text += (text.empty() ? "" : ", ") + std::to_string(line.units) + " x " + line.sku.str();
    }
    return text;
}

/// The first of two has seen these units; the second sees the same.
Result<api::ReturnOutcome> approveFirst(UnitOfWork& work, Return& made, const std::vector<Line>& lines,
                                        const std::vector<api::ReturnLine>& approved) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        auto line = lines[i];
        line.approved = approved[i].units;
        EVENHAND_TRY(store::returns::updateLine(work.database(), made.id, line));
    }
    made.firstApprover = work.call().actor.name;
    made.stage = api::ReturnStage::SecondApproval;
    EVENHAND_TRY(saveReturn(work, made, MoneyEventKind::FirstApproval, unitsText(approved)));
    return outcomeOf(made);
}

/// Before pick-up the return of the last unit closes the order: nobody is sent. Of an imported return the goods had
/// arrived, so that says nothing about the order.
Result<void> closeIfNothingIsLeft(UnitOfWork& work, Return& made, const Deducted& order) {
    const bool picked = order.status != api::OrderStatus::Paid && order.status != api::OrderStatus::WaitPickUp;
    if (picked || made.imported) {
        return {};
    }
    EVENHAND_ASSIGN(const bool nothing, nothingIsLeft(work, order.order));
    if (!nothing) {
        return {};
    }
    EVENHAND_TRY(orders::close(work, {order.orderNo, 0}, api::CloseReason::Returned));
    EVENHAND_ASSIGN(made, findReturn(work.database(), {made.id, 0}));  // closing has moved it on
    return {};
}

/// What is kept of its refund, or given up again; a fee of 0 moves nothing.
Result<void> moveFee(UnitOfWork& work, const Return& made, api::LedgerKind kind) {
    if (made.fee.minor == 0) {
        return {};
    }
    EVENHAND_ASSIGN(const auto payment, store::payments::ofOrder(work.database(), made.order));
    return ledger::postFee(work, kind, made.order, payment ? payment->paymentNo : PaymentNo(), made.fee);
}

/// Everybody has agreed: units, shares and money.
Result<void> approveNow(UnitOfWork& work, Return& made, const Deducted& order, const Shares& shares,
                        const std::vector<Line>& lines, const std::vector<api::ReturnLine>& approved,
                        const Settlement& settlement, const api::ReturnPolicy& policy) {
    EVENHAND_INVARIANT(lines.size() == approved.size(), "units of one line would be approved for another");
    auto& database = work.database();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EVENHAND_ASSIGN(const bool held, store::returns::hold(database, made.deduction, lines[i].sku, -lines[i].units,
                                                              approved[i].units));
        if (!held) {
            return fail(ErrorCode::Internal, "the units are not held", "sku", lines[i].sku);
        }
        auto line = lines[i];
        line.approved = approved[i].units;
        EVENHAND_TRY(store::returns::updateLine(database, made.id, line));
    }
    if (!shares.stored) {
        EVENHAND_TRY(store::returns::insertShares(database, order.order, shares.lines));
    }
    EVENHAND_TRY(store::returns::settle(database, order.order, made.id, settlement.taken));
    ++made.round;
    made.status = ReturnStatus::Approved;
    made.amount = settlement.amount;
    made.fee = settlement.fee;
    made.decider = work.call().actor.name;
    made.decidedAt = work.now();
    made.decisionReason.clear();
    made.goods = policy.goods == api::GoodsRule::NoGoods ? GoodsState::Skipped : GoodsState::Awaited;
    made.goodsFirst = policy.goods == api::GoodsRule::GoodsFirst;
    std::optional<api::RefundStatus> status;
    if (settlement.amount.minor > 0) {
        EVENHAND_ASSIGN(const auto refund,
                        refundReturn(work, made, order, settlement.amount, made.goodsFirst, work.call().actor.name));
        status = refund.status;
    }
    made.stage = api::stageOf(made.status, false, made.goods, status);
    EVENHAND_TRY(saveReturn(work, made, MoneyEventKind::Approved,
                            unitsText(approved) + "; " + std::to_string(settlement.amount.minor)));
    if (made.fee.minor > 0) {
        const auto points = feePoints(policy, order.status, made.reasonCode, made.imported);
        EVENHAND_TRY(moveFee(work, made, api::LedgerKind::FeeKept));
        EVENHAND_TRY(noteReturn(work, made, MoneyEventKind::ByRule, feeText(points, made.fee)));
    }
    if (made.stage == api::ReturnStage::Done) {
        EVENHAND_TRY(giveDiscountBack(work, made.order, made.deduction));
    }
    return closeIfNothingIsLeft(work, made, order);
}

/// What an approval of these units takes, before anybody has said whether it may be.
struct Weighed {
    std::vector<Line> lines;
    std::vector<api::ReturnLine> approved;
    Shares shares;
    Settlement settlement;
};
Result<Weighed> weigh(store::Database& database, const Return& made, const Deducted& order,
                      const std::vector<api::ReturnLine>& wanted, const api::ReturnPolicy& policy) {
    Weighed weighed;
    EVENHAND_ASSIGN(weighed.lines, store::returns::linesOf(database, made.id));
    EVENHAND_ASSIGN(weighed.approved, approvedUnits(weighed.lines, wanted));
    EVENHAND_ASSIGN(weighed.shares, sharesOf(database, order));
    EVENHAND_ASSIGN(weighed.settlement, settlementOf(database, order, weighed.shares, weighed.approved,
                                                     feePoints(policy, order.status, made.reasonCode, made.imported)));
    return weighed;
}

void clearDecision(Return& made) {
    made.amount.reset();
    made.fee = {};
    made.goods = GoodsState::None;
    made.goodsFirst = false;
    made.goodsAt.reset();
    made.firstApprover.reset();
    made.decider.reset();
    made.decidedAt.reset();
    made.customerNote.clear();
}

/// To REJECTED or CANCELLED: the units may be returned again.
Result<api::ReturnOutcome> end(UnitOfWork& work, const api::ReturnRef& ref, ReturnStatus to, MoneyEventKind what,
                               const std::string& customerNote) {
    EVENHAND_ASSIGN(auto made, findReturn(work.database(), ref));
    if (made.status != ReturnStatus::Requested) {
        return fail(wrongStatus("the return is decided already", "status", api::toText(made.status)));
    }
    EVENHAND_ASSIGN(const auto lines, store::returns::linesOf(work.database(), made.id));
    EVENHAND_TRY(releaseUnits(work, made, lines));
    clearDecision(made);
    made.status = to;
    made.stage = api::stageOf(to, false, made.goods, std::nullopt);
    made.decider = work.call().actor.name;
    made.decidedAt = work.now();
    made.decisionReason = work.call().reason;
    made.customerNote = customerNote;
    EVENHAND_TRY(saveReturn(work, made, what, work.call().reason));
    return outcomeOf(made);
}

/// A rejection or a cancel back: the units are held again, if they are still there.
Result<void> undoEnd(UnitOfWork& work, Return& made) {
    EVENHAND_ASSIGN(const auto order, orderOf(work.database(), made));
    EVENHAND_TRY(expectOpen(order));
    EVENHAND_ASSIGN(const auto lines, store::returns::linesOf(work.database(), made.id));
    for (const auto& line : lines) {
        EVENHAND_ASSIGN(const bool held,
                        store::returns::hold(work.database(), made.deduction, line.sku, line.units, 0));
        if (!held) {
            return fail(ErrorCode::ExceedsDeducted, "the units of " + line.sku + " are in another return now", "units",
                        std::to_string(line.units));
        }
    }
    clearDecision(made);
    made.status = ReturnStatus::Requested;
    made.stage = api::ReturnStage::Approval;
    made.decisionReason = work.call().reason;
    return saveReturn(work, made, MoneyEventKind::Undone, work.call().reason);
}

Result<void> undoFirst(UnitOfWork& work, Return& made) {
    EVENHAND_ASSIGN(const auto lines, store::returns::linesOf(work.database(), made.id));
    for (const auto& line : lines) {
        EVENHAND_TRY(store::returns::updateLine(work.database(), made.id, {line.sku, line.units, {}, {}, {}}));
    }
    clearDecision(made);
    made.stage = api::ReturnStage::Approval;
    made.decisionReason = work.call().reason;
    return saveReturn(work, made, MoneyEventKind::Undone, work.call().reason);
}

}  // namespace

int agreeing(const api::ReturnPolicy& policy, const Settlement& settlement) noexcept {
    return settlement.amount.minor == 0 ? 0 : approversNeeded(policy, compared(settlement));
}

api::RequestDecision decisionOf(const api::ReturnPolicy& policy, const Settlement& settlement,
                                std::string_view reasonCode, bool approve, bool history) noexcept {
    if (agreeing(policy, settlement) > 0) {
        return api::RequestDecision::Approval;
    }
    if (approve) {
        return api::RequestDecision::Approved;
    }
    return !history && approvesByRule(policy, reasonCode, compared(settlement)) ? api::RequestDecision::ByRule
                                                                                : api::RequestDecision::Approval;
}

Result<api::ReturnOutcome> approve(UnitOfWork& work, const api::ReturnRef& ref,
                                   const std::vector<api::ReturnLine>& wanted) {
    auto& database = work.database();
    EVENHAND_ASSIGN(auto made, findReturn(database, ref));
    EVENHAND_TRY(expectMove(made, ReturnStatus::Approved));
    EVENHAND_ASSIGN(const auto order, orderOf(database, made));
    EVENHAND_TRY(expectOpen(order));
    EVENHAND_ASSIGN(const auto policy, store::returns::policy(database, order.campus));
    EVENHAND_ASSIGN(const auto weighed, weigh(database, made, order, wanted, policy));
    const auto& [lines, approved, shares, settlement] = weighed;
    const auto& actor = work.call().actor.name;
    const int others = agreeing(policy, settlement);
    const auto verdict = judge(others, made.requester, made.firstApprover.value_or(std::string()), actor);
    switch (verdict) {
        case Verdict::Refuse: return fail(refusal(made.requester, actor));
        case Verdict::FirstOfTwo:
        case Verdict::Approve: break;
    }
    if (others > 0) {
        EVENHAND_TRY(runtime::checkReason(work.call()));
    }
    if (verdict == Verdict::FirstOfTwo) {
        return approveFirst(work, made, lines, approved);
    }
    if (made.firstApprover) {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].approved != approved[i].units) {
                return fail(ErrorCode::Conflict, "the first approver approved other units", "lines", lines[i].sku);
            }
        }
    }
    EVENHAND_TRY(approveNow(work, made, order, shares, lines, approved, settlement, policy));
    return outcomeOf(made);
}

namespace {

/// False: four eyes must agree after all, since in a shared deployment another refund of the order came in between.
Result<bool> approveWhole(UnitOfWork& work, Return& made, const Deducted& order, const api::ReturnPolicy& policy) {
    EVENHAND_ASSIGN(const auto weighed, weigh(work.database(), made, order, {}, policy));
    const auto& [lines, approved, shares, settlement] = weighed;
    if (agreeing(policy, settlement) > 0) {
        return false;
    }
    EVENHAND_TRY(approveNow(work, made, order, shares, lines, approved, settlement, policy));
    return true;
}

/// By the system, which the audit log has beside the request.
Result<void> approveByRule(UnitOfWork& work, Return& made, const Deducted& order, const api::ReturnPolicy& policy) {
    const auto number = made.number.str();
    const auto rule = autoApprovalText(policy, made.reasonCode);
    AsSystem system(work);
    EVENHAND_ASSIGN(const bool approved, approveWhole(system, made, order, policy));
    if (!approved) {
        return {};
    }
    EVENHAND_TRY(noteReturn(system, made, MoneyEventKind::ByRule, rule));
    api::AuditRecord record;
    record.actor = system.call().actor.name;
    record.operation = api::infoOf(api::Operation::ReturnsApprove).name;
    record.subject = "return " + number;
    record.detail = rule;
    return work.record(std::move(record));
}

}  // namespace

Result<void> decideAtOnce(UnitOfWork& work, Return& made, const Deducted& order, api::RequestDecision decision) {
    EVENHAND_ASSIGN(const auto policy, store::returns::policy(work.database(), order.campus));
    switch (decision) {
        case api::RequestDecision::Approved: {
            EVENHAND_ASSIGN(const bool approved, approveWhole(work, made, order, policy));
            (void)approved;  // else it waits for somebody else
            break;
        }
        case api::RequestDecision::ByRule: return approveByRule(work, made, order, policy);
        case api::RequestDecision::Approval: break;
    }
    return {};
}

Result<api::ReturnOutcome> reject(UnitOfWork& work, const api::ReturnRef& ref, const std::string& customerNote) {
    return end(work, ref, ReturnStatus::Rejected, MoneyEventKind::Rejected, customerNote);
}

Result<api::ReturnOutcome> cancelReturn(UnitOfWork& work, const api::ReturnRef& ref) {
    return end(work, ref, ReturnStatus::Cancelled, MoneyEventKind::Cancelled, {});
}

Result<void> undoApproval(UnitOfWork& work, Return& made) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto order, orderOf(database, made));
    EVENHAND_TRY(expectOpen(order));
    if (made.goods == GoodsState::Received) {
        return fail(wrongStatus("the goods are received", "goods", api::toText(made.goods)));
    }
    EVENHAND_ASSIGN(auto refund, store::refunds::ofReturn(database, made.id));
    if (refund && !api::mayMove(refund->status, api::RefundStatus::Cancelled)) {
        return fail(wrongStatus("the refund has left", "refund", api::toText(refund->status)));
    }
    EVENHAND_ASSIGN(const bool campaigns, store::campaigns::any(database));
    if (campaigns) {
        EVENHAND_ASSIGN(const auto draw, store::draws::ofOrder(database, made.order));
        if (draw && draw->givenBackAt) {
            return fail(
                wrongStatus("all of the order came back, and so did its discount", "status", api::toText(made.status)));
        }
    }
    if (refund) {
        EVENHAND_TRY(cancel(work, *refund, work.call().reason));
    }
    EVENHAND_TRY(moveFee(work, made, api::LedgerKind::FeeWaived));
    EVENHAND_ASSIGN(const auto lines, store::returns::linesOf(database, made.id));
    for (const auto& line : lines) {
        EVENHAND_ASSIGN(const bool held, store::returns::hold(database, made.deduction, line.sku, line.units,
                                                              -line.approved.value_or(0)));
        if (!held) {  // what was not approved may be in another return by now
            return fail(ErrorCode::ExceedsDeducted, "the units of " + line.sku + " are in another return now", "units",
                        std::to_string(line.units));
        }
        EVENHAND_TRY(store::returns::updateLine(database, made.id, {line.sku, line.units, {}, {}, {}}));
    }
    EVENHAND_TRY(store::returns::unsettle(database, made.order, made.id));
    clearDecision(made);
    made.status = ReturnStatus::Requested;
    made.stage = api::ReturnStage::Approval;
    made.decisionReason = work.call().reason;
    return saveReturn(work, made, MoneyEventKind::Undone, work.call().reason);
}

Result<api::ReturnOutcome> undo(UnitOfWork& work, const api::ReturnRef& ref) {
    EVENHAND_ASSIGN(auto made, findReturn(work.database(), ref));
    const bool cancelled = made.status == ReturnStatus::Cancelled;
    EVENHAND_TRY(runtime::checkPermission(
        work.call(), cancelled ? api::Permission::RequestReturns : api::Permission::ApproveReturns));
    work.setOperation(cancelled ? api::Operation::ReturnsUndoCancel : api::Operation::ReturnsUndoDecision);
    switch (made.status) {
        case ReturnStatus::Requested:
            if (!made.firstApprover) {
                return fail(wrongStatus("nothing was decided", "status", api::toText(made.status)));
            }
            EVENHAND_TRY(undoFirst(work, made));
            break;
        case ReturnStatus::Approved: EVENHAND_TRY(undoApproval(work, made)); break;
        case ReturnStatus::Rejected:
        case ReturnStatus::Cancelled: EVENHAND_TRY(undoEnd(work, made)); break;
    }
    return outcomeOf(made);
}

namespace {

api::FourEyes fourEyes(const api::Actor& actor, const Return& made, const api::ReturnPolicy& policy,
                       const Settlement& settlement) {
    api::FourEyes eyes;
    eyes.needed = agreeing(policy, settlement);
    eyes.requester = made.requester;
    eyes.first = made.firstApprover.value_or(std::string());
    eyes.compared = compared(settlement);
    if (made.status != ReturnStatus::Requested) {
        eyes.refusal = wrongStatus("the return is decided already", "status", api::toText(made.status));
    } else if (!actor.may(api::Permission::ApproveReturns)) {
        eyes.refusal =
            Error{ErrorCode::PermissionDenied, actor.name + " lacks the permission", "permission", "approve_returns"};
    } else if (judge(eyes.needed, eyes.requester, eyes.first, actor.name) == Verdict::Refuse) {
        eyes.refusal = refusal(eyes.requester, actor.name);
    }
    return eyes;
}

}  // namespace

Result<api::FourEyes> fourEyesOf(store::Database& database, const api::Actor& actor, const Return& made,
                                 const Deducted& order) {
    EVENHAND_ASSIGN(const auto policy, store::returns::policyFresh(database, order.campus));
    Settlement settlement;
    EVENHAND_ASSIGN(settlement.committed, committedOf(database, order));
    if (made.status == ReturnStatus::Requested) {
        EVENHAND_ASSIGN(auto weighed, weigh(database, made, order, {}, policy));
        settlement = std::move(weighed.settlement);
    }
    return fourEyes(actor, made, policy, settlement);
}

Result<api::ApprovalPreview> preview(store::Database& database, const api::Actor& actor, ReturnId id,
                                     const std::vector<api::ReturnLine>& wanted) {
    EVENHAND_ASSIGN(const auto made, findReturn(database, {id, 0}));
    EVENHAND_TRY(expectMove(made, ReturnStatus::Approved));
    EVENHAND_ASSIGN(const auto order, orderOf(database, made));
    EVENHAND_TRY(expectOpen(order));
    EVENHAND_ASSIGN(const auto policy, store::returns::policyFresh(database, order.campus));
    EVENHAND_ASSIGN(const auto weighed, weigh(database, made, order, wanted, policy));
    const auto& [lines, approved, shares, settlement] = weighed;
    api::ApprovalPreview seen;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        api::ReturnDetailLine line;
        line.sku = Sku(lines[i].sku);
        line.requested = lines[i].units;
        line.approved = approved[i].units;
        line.amount = Money{};
        for (const auto& share : settlement.taken) {
            line.amount->minor += share.sku == lines[i].sku ? share.amount.minor : 0;
        }
        seen.lines.push_back(std::move(line));
    }
    seen.amount = settlement.amount;
    seen.settlement = settlement.whole;
    seen.fee = settlement.fee;
    seen.fourEyes = fourEyes(actor, made, policy, settlement);
    const bool second = seen.fourEyes.needed == 2 && seen.fourEyes.first.empty();
    seen.becomes = second                                       ? api::RefundStatus::Requested
                   : policy.goods == api::GoodsRule::GoodsFirst ? api::RefundStatus::Held
                                                                : api::RefundStatus::Pending;
    return seen;
}

}  // namespace evenhand::returns
