// SPDX-License-Identifier: GPL-3.0-or-later
// What every rule of returns looks at first: the return as it was seen, its order, its shares.
// Thread: that of the database; stateless.
#pragma once

#include <vector>

#include "engine/api/returns_detail.h"
#include "engine/refunds/refund.h"
#include "engine/returns/settlement.h"

namespace evenhand::returns {

/// NotFound, Conflict.
[[nodiscard]] Result<Return> findReturn(store::Database& database, const api::ReturnRef& ref);
/// NotFound.
[[nodiscard]] Result<Deducted> orderOf(store::Database& database, const Return& made);
/// From PAID on, not closed: WrongStatus (status).
[[nodiscard]] Result<void> expectOpen(const Deducted& order);
[[nodiscard]] Error wrongStatus(std::string message, std::string field, std::string_view value);

/// The lines' shares of an order, stored or as they would be. In order of SKU and line.
struct Shares {
    std::vector<store::returns::Share> lines;
    bool stored = false;
};
[[nodiscard]] Result<Shares> sharesOf(store::Database& database, const Deducted& order);
/// What was committed of its payment so far.
[[nodiscard]] Result<Money> committedOf(store::Database& database, const Deducted& order);

/// What an approval of these units would do; `feePoints`: see returns/rules.
struct Settlement {
    std::vector<store::returns::TakenShare> taken;
    Money whole;      ///< the lines' shares
    Money amount;     ///< of it what is still refundable, less the fee
    Money fee;        ///< kept
    Money committed;  ///< before
};
[[nodiscard]] Result<Settlement> settlementOf(store::Database& database, const Deducted& order, const Shares& shares,
                                              const std::vector<api::ReturnLine>& units, std::int64_t feePoints);

/// What an approval approves: `wanted` checked against what was requested, every line of the return in its order; all
/// that was requested if `wanted` is empty. InvalidArgument (sku, units).
[[nodiscard]] Result<std::vector<api::ReturnLine>> approvedUnits(const std::vector<store::returns::Line>& lines,
                                                                 const std::vector<api::ReturnLine>& wanted);

/// 0 to `maxCharacters` of plain text.
[[nodiscard]] api::ReturnOutcome outcomeOf(const Return& made);

}  // namespace evenhand::returns
