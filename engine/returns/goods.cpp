// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/goods.h"

#include <algorithm>

#include "engine/alerts/low_stock.h"
#include "engine/base/invariant.h"
#include "engine/refunds/history.h"
#include "engine/returns/view.h"
#include "engine/store/records/product_store.h"

namespace evenhand::returns {
namespace {

using api::GoodsState;
using api::MoneyEventKind;
using runtime::UnitOfWork;

/// An approved return of an open order.
Result<Return> approvedOne(UnitOfWork& work, const api::ReturnRef& ref) {
    EVENHAND_ASSIGN(auto made, findReturn(work.database(), ref));
    if (made.status != api::ReturnStatus::Approved) {
        return fail(wrongStatus("the return is not approved", "status", api::toText(made.status)));
    }
    EVENHAND_ASSIGN(const auto order, orderOf(work.database(), made));
    EVENHAND_TRY(expectOpen(order));
    return made;
}

Result<void> expectGoods(const Return& made, GoodsState to) {
    if (api::mayMove(made.goods, to)) {
        return {};
    }
    return fail(wrongStatus("the goods' state does not allow it", "goods", api::toText(made.goods)));
}

Error badCount(std::string_view field, std::int64_t value, std::int64_t approved) {
    return {ErrorCode::InvalidArgument, "sellable and damaged must add up to " + std::to_string(approved),
            std::string(field), std::to_string(value)};
}

/// What was found of each line; every approved SKU once.
Result<void> count(std::vector<store::returns::Line>& lines, const std::vector<api::ReceivedLine>& received) {
    for (const auto& found : received) {
        const auto line =
            std::find_if(lines.begin(), lines.end(), [&](const auto& one) { return one.sku == found.sku.str(); });
        if (line == lines.end()) {
            return fail(ErrorCode::InvalidArgument, "is not part of the return", "sku", found.sku.str());
        }
        if (line->sellable) {
            return fail(ErrorCode::InvalidArgument, "is named twice", "sku", found.sku.str());
        }
        const auto approved = line->approved.value_or(0);
        if (found.sellable < 0 || found.sellable > approved) {
            return fail(badCount("sellable", found.sellable, approved));
        }
        if (found.damaged != approved - found.sellable) {
            return fail(badCount("damaged", found.damaged, approved));
        }
        line->sellable = found.sellable;
        line->damaged = found.damaged;
    }
    for (auto& line : lines) {
        const auto approved = line.approved.value_or(0);
        if (!line.sellable && approved > 0 && !received.empty()) {
            return fail(ErrorCode::InvalidArgument, "is missing", "sku", line.sku);
        }
        line.sellable = line.sellable.value_or(approved);
        line.damaged = line.damaged.value_or(0);
    }
    return {};
}

/// The goods have moved: so does the refund that waited for them, and the stage.
Result<api::ReturnOutcome> finish(UnitOfWork& work, Return& made, GoodsState goods, MoneyEventKind what,
                                  std::string_view detail) {
    EVENHAND_ASSIGN(auto refund, store::refunds::ofReturn(work.database(), made.id));
    if (refund && refund->status == api::RefundStatus::Held && goods != GoodsState::Awaited) {
        EVENHAND_TRY(grant(work, *refund, MoneyEventKind::Granted));
    }
    EVENHAND_INVARIANT(made.status == api::ReturnStatus::Approved && goods != GoodsState::None,
                       "goods would arrive for a return that nobody has approved");
    made.goods = goods;
    made.goodsAt = goods == GoodsState::Awaited ? std::nullopt : std::optional(work.now());
    made.stage = api::stageOf(made.status, false, goods, refund ? std::optional(refund->status) : std::nullopt);
    EVENHAND_TRY(saveReturn(work, made, what, detail));
    if (made.stage == api::ReturnStage::Done) {
        EVENHAND_TRY(giveDiscountBack(work, made.order, made.deduction));
    }
    return outcomeOf(made);
}

}  // namespace

Result<api::ReturnOutcome> receive(UnitOfWork& work, const api::ReturnRef& ref,
                                   const std::vector<api::ReceivedLine>& received) {
    auto& database = work.database();
    EVENHAND_ASSIGN(auto made, approvedOne(work, ref));
    EVENHAND_TRY(expectGoods(made, GoodsState::Received));
    EVENHAND_ASSIGN(auto lines, store::returns::linesOf(database, made.id));
    EVENHAND_TRY(count(lines, received));
    std::int64_t sellable = 0, damaged = 0;
    for (const auto& line : lines) {
        EVENHAND_TRY(store::returns::updateLine(database, made.id, line));
        if (*line.sellable > 0) {
            EVENHAND_TRY(store::products::giveBack(database, line.sku, *line.sellable));
            EVENHAND_TRY(alerts::stockCame(work, line.sku));
            EVENHAND_TRY(store::returns::addRestocked(database, made.deduction, line.sku, *line.sellable));
        }
        sellable += *line.sellable;
        damaged += *line.damaged;
    }
    return finish(work, made, GoodsState::Received, MoneyEventKind::GoodsReceived,
                  std::to_string(sellable) + " sellable, " + std::to_string(damaged) + " damaged");
}

Result<api::ReturnOutcome> skipGoods(UnitOfWork& work, const api::ReturnRef& ref) {
    EVENHAND_ASSIGN(auto made, approvedOne(work, ref));
    EVENHAND_TRY(expectGoods(made, GoodsState::Skipped));
    return finish(work, made, GoodsState::Skipped, MoneyEventKind::GoodsSkipped, work.call().reason);
}

Result<api::ReturnOutcome> undoGoods(UnitOfWork& work, const api::ReturnRef& ref) {
    auto& database = work.database();
    EVENHAND_ASSIGN(auto made, approvedOne(work, ref));
    EVENHAND_TRY(expectGoods(made, GoodsState::Awaited));
    EVENHAND_ASSIGN(auto refund, store::refunds::ofReturn(database, made.id));
    const bool released = made.goodsFirst && refund && refund->status != api::RefundStatus::Held;
    if (released && refund->status != api::RefundStatus::Pending) {
        return fail(wrongStatus("the refund has left", "refund", api::toText(refund->status)));
    }
    EVENHAND_ASSIGN(auto lines, store::returns::linesOf(database, made.id));
    for (auto& line : lines) {
        if (const auto units = line.sellable.value_or(0); units > 0) {
            EVENHAND_ASSIGN(const bool taken, store::products::take(database, line.sku, units));
            if (!taken) {
                return fail(ErrorCode::OutOfStock, "the returned units were already sold again", "sku", line.sku);
            }
            EVENHAND_TRY(alerts::settleStock(work, line.sku));
            EVENHAND_TRY(store::returns::addRestocked(database, made.deduction, line.sku, -units));
        }
        line.sellable.reset();
        line.damaged.reset();
        EVENHAND_TRY(store::returns::updateLine(database, made.id, line));
    }
    if (released) {
        EVENHAND_TRY(holdAgain(work, *refund));
    }
    return finish(work, made, GoodsState::Awaited, MoneyEventKind::Undone, work.call().reason);
}

}  // namespace evenhand::returns
