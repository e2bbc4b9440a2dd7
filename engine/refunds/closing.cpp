// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/refunds/closing.h"

#include <algorithm>
#include <array>

#include "engine/base/invariant.h"
#include "engine/ledger_entries/post.h"
#include "engine/refunds/history.h"
#include "engine/refunds/refund.h"
#include "engine/seckill_slots/give_back.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/payment_store.h"
#include "engine/store/records/product_store.h"

namespace evenhand::returns {
namespace {

using api::MoneyEventKind;
using runtime::UnitOfWork;

constexpr std::string_view kClosed = "the order is closed";

Result<void> cancelRequested(UnitOfWork& work, Return& made) {
    EVENHAND_INVARIANT(made.status == api::ReturnStatus::Requested,
                       "a return that was decided would be cancelled, and its units be in two places");
    EVENHAND_ASSIGN(const auto lines, store::returns::linesOf(work.database(), made.id));
    EVENHAND_TRY(releaseUnits(work, made, lines));
    made.status = api::ReturnStatus::Cancelled;
    made.stage = api::ReturnStage::Cancelled;
    made.firstApprover.reset();
    made.decider = work.call().actor.name;
    made.decidedAt = work.now();
    made.decisionReason = kClosed;
    return saveReturn(work, made, MoneyEventKind::Cancelled, kClosed);
}

Result<void> receiveAll(UnitOfWork& work, Return& made) {
    auto& database = work.database();
    EVENHAND_ASSIGN(auto lines, store::returns::linesOf(database, made.id));
    for (auto& line : lines) {
        line.sellable = line.approved.value_or(0);
        line.damaged = 0;
        EVENHAND_TRY(store::returns::updateLine(database, made.id, line));
        if (*line.sellable > 0) {
            EVENHAND_TRY(store::products::giveBack(database, line.sku, *line.sellable));
            EVENHAND_TRY(store::returns::addRestocked(database, made.deduction, line.sku, *line.sellable));
        }
    }
    EVENHAND_ASSIGN(auto refund, store::refunds::ofReturn(database, made.id));
    if (refund && refund->status == api::RefundStatus::Held) {
        EVENHAND_TRY(grant(work, *refund, MoneyEventKind::Granted));
    }
    made.goods = api::GoodsState::Received;
    made.goodsAt = work.now();
    made.stage = api::stageOf(made.status, false, made.goods, refund ? std::optional(refund->status) : std::nullopt);
    return saveReturn(work, made, MoneyEventKind::GoodsReceived, kClosed);
}

/// All money of a closed order goes back, what the approval of a return has kept of it, too.
Result<void> waiveFee(UnitOfWork& work, Return& made) {
    if (made.fee.minor == 0) {
        return {};
    }
    EVENHAND_ASSIGN(const auto payment, store::payments::ofOrder(work.database(), made.order));
    EVENHAND_TRY(ledger::postFee(work, api::LedgerKind::FeeWaived, made.order,
                                 payment ? payment->paymentNo : PaymentNo(), made.fee));
    made.fee = {};
    return saveReturn(work, made, MoneyEventKind::ByRule, "restocking_fee; 0; 0");
}

/// The goods are where they were when the order was placed. Skipped by rule: nobody said so at any time (goodsAt).
bool neverLeft(const Return& made) {
    return made.goods == api::GoodsState::Awaited || (made.goods == api::GoodsState::Skipped && !made.goodsAt);
}

/// Units of a flash sale that came back as returns are in the voucher's stock: the sale has them no more.
Result<void> countOut(UnitOfWork& work, const store::orders::Record& order, DeductionId deduction) {
    EVENHAND_ASSIGN(const auto units, store::returns::unitsOf(work.database(), deduction));
    std::int64_t returned = 0, left = 0;
    for (const auto& sku : units) {
        returned += sku.returned;
        left += sku.deducted - sku.givenBack - sku.returned;
    }
    if (returned == 0) {
        return {};
    }
    return left == 0 ? seckill::giveSlotBack(work, order, returned)
                     : store::activities::countReturned(work.database(), order.activity, returned);
}

}  // namespace

Result<void> endReturns(UnitOfWork& work, const store::orders::Record& order) {
    constexpr std::array kOpen{api::ReturnStatus::Requested, api::ReturnStatus::Approved};
    EVENHAND_ASSIGN(auto all, store::returns::ofOrder(work.database(), order.id, kOpen));
    for (auto& made : all) {
        if (made.status == api::ReturnStatus::Requested) {
            EVENHAND_TRY(cancelRequested(work, made));
            continue;
        }
        EVENHAND_TRY(waiveFee(work, made));
        if (neverLeft(made)) {
            EVENHAND_TRY(receiveAll(work, made));
        }
    }
    return all.empty() || order.activity.empty() ? Result<void>() : countOut(work, order, all.front().deduction);
}

Result<bool> nothingIsLeft(UnitOfWork& work, OrderId order) {
    constexpr std::array kApproved{api::ReturnStatus::Approved};
    EVENHAND_ASSIGN(const auto approved, store::returns::ofOrder(work.database(), order, kApproved));
    if (approved.empty()) {
        return false;
    }
    const auto last = std::max_element(approved.begin(), approved.end(), [](const Return& a, const Return& b) {
        return std::pair(a.decidedAt, !a.imported) < std::pair(b.decidedAt, !b.imported);
    });
    EVENHAND_ASSIGN(const auto units, store::returns::unitsOf(work.database(), approved.front().deduction));
    return !last->imported &&
           std::all_of(units.begin(), units.end(), [](const auto& sku) { return sku.returned == sku.deducted; });
}

}  // namespace evenhand::returns
