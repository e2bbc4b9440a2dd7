// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and details of returns for the outside, sums for stats, rows for checks. A page walks an index that covers its
// filter and order first, then reads the rows it shows. Thread: that of the Database (the reader's).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/api/returns_detail.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::returnPages {

/// InvalidArgument for an offset or a limit out of range.
[[nodiscard]] Result<std::vector<api::ReturnRow>> page(Database& database, const api::ReturnQuery& query);
using Counts = CountCache<api::ReturnFilter>;
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::ReturnFilter& filter, Counts& kept);
/// In the order of `ids`; unknown ones are left out.
[[nodiscard]] Result<std::vector<api::ReturnRow>> rows(Database& database, std::span<const ReturnId> ids);
[[nodiscard]] Result<api::ReturnCounts> counts(Database& database, const CampusId& campus);
/// Everything but FourEyes::refusal, which the rules judge. NotFound.
[[nodiscard]] Result<api::ReturnDetail> detail(Database& database, ReturnId id);
/// Without refusal. NotFound.
[[nodiscard]] Result<api::ReturnableOrder> returnable(Database& database, const OrderNo& orderNo);
[[nodiscard]] Result<std::vector<api::MoneyEvent>> events(Database& database, ReturnId id);

struct Sums {
    std::int64_t accepted = 0;  ///< REQUESTED and APPROVED
    std::int64_t units = 0;     ///< of these: approved ones, else requested ones
    std::int64_t pending = 0;   ///< REQUESTED
};
[[nodiscard]] Result<Sums> sums(Database& database);

// Rows for R1, R2, R4 and exports; every row once, in order of id, in constant memory.
struct UnitSums {
    std::string orderNo, sku;
    std::int64_t deducted = 0, givenBack = 0, requested = 0, returned = 0, restocked = 0;  ///< as counted
    std::int64_t linesRequested = 0, linesReturned = 0, linesSellable = 0;                 ///< summed over returns
};
[[nodiscard]] Result<void> eachUnitSums(Database& database, const std::function<void(const UnitSums&)>& fn);
struct ReturnSums {
    ReturnId id;
    std::optional<api::ReturnStatus> status;
    std::optional<api::ReturnStage> stage;
    api::GoodsState goods = api::GoodsState::None;
    bool second = false;  ///< somebody has approved and another one must
    std::int64_t units = 0, amount = 0, fee = 0;
    std::int64_t lineUnits = 0, approved = 0;  ///< summed over its lines
    std::int64_t shareUnits = 0, shares = 0;   ///< of return_share
    std::int64_t refunds = 0, refunded = 0;    ///< not cancelled: how many, and their sum
    std::optional<api::RefundStatus> refund;   ///< of that one
    std::int64_t sameNumber = 0;               ///< returns of the deduction with its number
};
[[nodiscard]] Result<void> eachReturnSums(Database& database, const std::function<void(const ReturnSums&)>& fn);
struct ShareSums {
    std::string orderNo;
    std::int64_t paid = 0, shares = 0, quantity = 0, units = 0, settled = 0;  ///< of line_share
    std::int64_t takenUnits = 0, taken = 0;                                   ///< of return_share
    std::int64_t amounts = 0;                                                 ///< of approved returns
};
[[nodiscard]] Result<void> eachShareSums(Database& database, const std::function<void(const ShareSums&)>& fn);
struct ExportRow {
    api::ReturnRow row;
    api::ReturnDetailLine line;
    std::string reason, customerNote;
};
/// Returns behind `after` that the filter lets through, at most `limit` of them, with all their lines.
[[nodiscard]] Result<std::vector<ExportRow>> slice(Database& database, const api::ReturnFilter& filter,
                                                   const std::optional<api::ReturnKey>& after, std::int64_t limit);

}  // namespace evenhand::store::returnPages
