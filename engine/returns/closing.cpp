// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/closing.h"

#include <array>

#include "engine/returns/history.h"
#include "engine/returns/refund.h"
#include "engine/seckill/give_back.h"
#include "engine/store/activity_store.h"
#include "engine/store/product_store.h"

namespace evenhand::returns {
namespace {

using api::MoneyEventKind;
using runtime::UnitOfWork;

constexpr std::string_view kClosed = "the order is closed";

Result<void> cancelRequested(UnitOfWork& work, Return& made) {
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
        } else if (made.goods == api::GoodsState::Awaited) {
            EVENHAND_TRY(receiveAll(work, made));
        }
    }
    return all.empty() || order.activity.empty() ? Result<void>() : countOut(work, order, all.front().deduction);
}

}  // namespace evenhand::returns
