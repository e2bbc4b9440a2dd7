// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of refunds for the outside, sums for stats, rows for checks. Thread: that of the Database (the reader's).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/api/refund_types.h"
#include "engine/api/returns_detail.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::refundPages {

/// InvalidArgument for an offset or a limit out of range.
[[nodiscard]] Result<std::vector<api::RefundRow>> page(Database& database, const api::RefundQuery& query);
using Counts = CountCache<api::RefundFilter>;
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::RefundFilter& filter, Counts& kept);
/// In the order of `ids`; unknown ones are left out.
[[nodiscard]] Result<std::vector<api::RefundRow>> rows(Database& database, std::span<const RefundId> ids);
/// Also of those that belong to no campus.
[[nodiscard]] Result<api::RefundCounts> counts(Database& database, const CampusId& campus);
[[nodiscard]] Result<std::vector<api::MoneyEvent>> events(Database& database, RefundId id);
/// Oldest first, also those of its late payments.
[[nodiscard]] Result<std::vector<api::RefundRow>> ofOrder(Database& database, OrderId order);
[[nodiscard]] Result<std::vector<api::RefundRow>> ofReturn(Database& database, ReturnId id);
/// NotFound.
[[nodiscard]] Result<api::OrderMoney> moneyOf(Database& database, const OrderNo& orderNo);
/// Sum of PENDING, SENT and SUCCEEDED, of all causes: `money.refunded`.
[[nodiscard]] Result<std::int64_t> refundedMinor(Database& database);

// Rows for R3 and M1; every order (and every payment that was not accepted) with money, once.
struct MoneySums {
    std::string orderNo;
    std::optional<api::OrderStatus> status;
    std::int64_t paid = 0;
    std::optional<std::int64_t> committed;    ///< as counted; nullopt: no row
    std::int64_t refunds = 0;                 ///< of accepted payments, not CANCELLED, summed
    std::int64_t granted = 0, succeeded = 0;  ///< PENDING and beyond; SUCCEEDED
    std::int64_t closedOrder = 0;             ///< of that cause
    bool whollyReturned = false;              ///< every unit by approved returns
    std::int64_t fees = 0;                    ///< that approved returns kept
    std::int64_t capped = 0;                  ///< what else these settled and did not pay: not refundable then
};
[[nodiscard]] Result<void> eachMoneySums(Database& database, const std::function<void(const MoneySums&)>& fn);
struct OwedSums {
    std::string paymentNo;
    std::int64_t amount = 0, refunds = 0;
};
[[nodiscard]] Result<void> eachOwed(Database& database, const std::function<void(const OwedSums&)>& fn);

}  // namespace evenhand::store::refundPages
