// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/view.h"

#include <algorithm>
#include <unordered_map>

#include "engine/returns/rules.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/order_roots.h"

namespace evenhand::returns {

Error wrongStatus(std::string message, std::string field, std::string_view value) {
    return {ErrorCode::WrongStatus, std::move(message), std::move(field), std::string(value)};
}

Result<Return> findReturn(store::Database& database, const api::ReturnRef& ref) {
    EVENHAND_TRY(store::lockForReturn(database, ref.id));  // its goods may go back to stock, its order may end
    EVENHAND_ASSIGN(auto made, store::returns::find(database, ref.id));
    if (!made) {
        return fail(ErrorCode::NotFound, "no such return", "return", std::to_string(ref.id.value));
    }
    if (ref.version != 0 && ref.version != made->version) {
        return fail(runtime::returnChanged(database, made->id, made->version, ref.version));
    }
    return std::move(*made);
}

Result<Deducted> orderOf(store::Database& database, const Return& made) {
    EVENHAND_ASSIGN(auto order, store::returns::findDeduction(database, made.deduction));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such deduction", "deduction", std::to_string(made.deduction.value));
    }
    return std::move(*order);
}

Result<void> expectOpen(const Deducted& order) {
    switch (order.status) {
        case api::OrderStatus::Paid:
        case api::OrderStatus::WaitPickUp:
        case api::OrderStatus::Delivering:
        case api::OrderStatus::Delivered:
        case api::OrderStatus::Completed: return {};
        case api::OrderStatus::WaitPay:
            return fail(wrongStatus("the order is not paid", "status", api::toText(order.status)));
        case api::OrderStatus::Closed: break;
    }
    return fail(wrongStatus("the order is closed", "status", api::toText(order.status)));
}

Result<Shares> sharesOf(store::Database& database, const Deducted& order) {
    EVENHAND_ASSIGN(auto stored, store::returns::sharesOf(database, order.order));
    if (!stored.empty()) {
        return Shares{std::move(stored), true};
    }
    EVENHAND_ASSIGN(auto lines, store::returns::valuesOf(database, order.order));
    std::vector<Money> values;
    values.reserve(lines.size());
    for (const auto& line : lines) {
        values.push_back(line.share);
    }
    const auto shares = paidByLine(order.paid, values);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].share = shares[i];
    }
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.sku < b.sku; });
    return Shares{std::move(lines), false};
}

Result<Money> committedOf(store::Database& database, const Deducted& order) {
    EVENHAND_ASSIGN(const auto sums, store::refunds::orderSums(database, order.order));
    return sums ? sums->committed : Money{};
}

Result<Settlement> settlementOf(store::Database& database, const Deducted& order, const Shares& shares,
                                const std::vector<api::ReturnLine>& units, std::int64_t feePoints) {
    Settlement settlement;
    for (const auto& line : units) {
        auto some = take(shares.lines, line.sku.str(), line.units);
        settlement.taken.insert(settlement.taken.end(), some.begin(), some.end());
    }
    settlement.whole = sumOf(settlement.taken);
    EVENHAND_ASSIGN(settlement.committed, committedOf(database, order));
    const auto refundable = std::min(settlement.whole, Money{order.paid.minor - settlement.committed.minor});
    settlement.fee = feeOf(refundable, feePoints);
    settlement.amount.minor = refundable.minor - settlement.fee.minor;
    return settlement;
}

Result<std::vector<api::ReturnLine>> approvedUnits(const std::vector<store::returns::Line>& lines,
                                                   const std::vector<api::ReturnLine>& wanted) {
    std::unordered_map<std::string, std::int64_t> bySku;
    std::int64_t total = 0;
    for (const auto& line : wanted) {
        const auto requested =
            std::find_if(lines.begin(), lines.end(), [&](const auto& one) { return one.sku == line.sku.str(); });
        if (requested == lines.end()) {
            return fail(ErrorCode::InvalidArgument, "is not part of the return", "sku", line.sku.str());
        }
        if (line.units < 0 || line.units > requested->units) {
            return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(requested->units), "units",
                        std::to_string(line.units));
        }
        if (!bySku.emplace(line.sku.str(), line.units).second) {
            return fail(ErrorCode::InvalidArgument, "is named twice", "sku", line.sku.str());
        }
        total += line.units;
    }
    if (!wanted.empty() && total == 0) {
        return fail(ErrorCode::InvalidArgument, "at least one unit must be approved", "units", "0");
    }
    std::vector<api::ReturnLine> approved;
    for (const auto& line : lines) {
        const auto named = bySku.find(line.sku);
        approved.push_back({Sku(line.sku), wanted.empty() ? line.units : named == bySku.end() ? 0 : named->second});
    }
    return approved;
}

api::ReturnOutcome outcomeOf(const Return& made) { return {made.id, std::nullopt, made.stage, made.version}; }

}  // namespace evenhand::returns
