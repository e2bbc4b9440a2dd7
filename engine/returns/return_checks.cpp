// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/return_checks.h"

#include "engine/base/counted.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/pages/return_page_store.h"

namespace evenhand::returns {
namespace {

using runtime::Finding;
using runtime::ReadSnapshot;
using store::refundPages::MoneySums;
using store::returnPages::ShareSums;
using store::returnPages::UnitSums;

std::string unitsOf(const UnitSums& sums) {
    return "order " + sums.orderNo + ", SKU " + sums.sku + ": " + std::to_string(sums.deducted) + " deducted, " +
           std::to_string(sums.givenBack) + " given back, " + std::to_string(sums.requested) + " (" +
           std::to_string(sums.linesRequested) + ") requested, " + std::to_string(sums.returned) + " (" +
           std::to_string(sums.linesReturned) + ") returned, " + std::to_string(sums.restocked) + " (" +
           std::to_string(sums.linesSellable) + ") restocked";
}

Result<void> checkUnits(ReadSnapshot& snapshot, Finding& finding) {
    return store::returnPages::eachUnitSums(snapshot.database, [&](const UnitSums& sums) {
        const bool good = sums.givenBack >= 0 && sums.requested >= 0 && sums.returned >= 0 &&
                          sums.givenBack + sums.requested + sums.returned <= sums.deducted &&
                          sums.requested == sums.linesRequested && sums.returned == sums.linesReturned;
        finding.expect(good, [&] { return unitsOf(sums); });
    });
}

Result<void> checkEffects(ReadSnapshot& snapshot, Finding& finding) {
    return store::returnPages::eachReturnSums(snapshot.database, [&](const store::returnPages::ReturnSums& sums) {
        const bool approved = sums.status == api::ReturnStatus::Approved;
        const bool good =
            sums.status && sums.sameNumber == 1 && sums.units == sums.lineUnits &&
            sums.refunds == (approved && sums.amount > 0 ? 1 : 0) && sums.refunded == (approved ? sums.amount : 0) &&
            sums.shareUnits == (approved ? sums.approved : 0) &&
            (approved ? sums.fee >= 0 && sums.amount + sums.fee <= sums.shares && sums.approved > 0 : sums.fee == 0);
        finding.expect(good, [&] {
            return "return " + std::to_string(sums.id.value) + " has " + base::counted(sums.refunds, "refund") +
                   " of " + std::to_string(sums.refunded) + " for " + std::to_string(sums.amount) + ", " +
                   base::counted(sums.shareUnits, "settled unit") + " for " + std::to_string(sums.approved) +
                   ", its number " + base::counted(sums.sameNumber, "time") + ", or a stage that is not its own";
        });
        finding.expect(sums.stage && sums.status &&
                           *sums.stage == api::stageOf(*sums.status, sums.second, sums.goods, sums.refund),
                       [&] { return "return " + std::to_string(sums.id.value) + " waits for something else"; });
    });
}

std::string moneyFault(const MoneySums& order) {
    if (order.committed.value_or(0) != order.refunds) {
        return "has committed " + std::to_string(order.committed.value_or(0)) + ", its refunds sum to " +
               std::to_string(order.refunds);
    }
    if (order.refunds > order.paid) {
        return "refunds " + std::to_string(order.refunds) + " of " + std::to_string(order.paid);
    }
    const bool closed = order.status == api::OrderStatus::Closed;
    if (!closed && order.whollyReturned && order.refunds + order.capped + order.fees < order.paid) {
        return "came back whole and refunds " + std::to_string(order.refunds) + " of " + std::to_string(order.paid);
    }
    if (!closed && order.closedOrder != 0) {
        return "is refunded as closed and is not";
    }
    if (closed && order.fees != 0) {
        return "is closed, and fees of " + std::to_string(order.fees) + " are kept of what goes back";
    }
    return {};
}

Result<void> checkMoney(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(store::returnPages::eachShareSums(snapshot.database, [&](const ShareSums& sums) {
        const bool good = sums.shares == sums.paid && sums.units == sums.takenUnits && sums.settled == sums.taken &&
                          sums.settled <= sums.shares && sums.amounts <= sums.settled &&
                          (sums.units < sums.quantity || sums.settled == sums.paid);
        finding.expect(good, [&] {
            return "order " + sums.orderNo + " was paid " + std::to_string(sums.paid) + ", its lines' shares sum to " +
                   std::to_string(sums.shares) + ", settled " + std::to_string(sums.settled) + " (" +
                   std::to_string(sums.taken) + ") for " + std::to_string(sums.units) + " (" +
                   std::to_string(sums.takenUnits) + ") of " + base::counted(sums.quantity, "unit");
        });
    }));
    EVENHAND_TRY(store::refundPages::eachMoneySums(snapshot.database, [&](const MoneySums& order) {
        const auto fault = moneyFault(order);
        finding.expect(fault.empty(), [&] { return "order " + order.orderNo + " " + fault; });
    }));
    return store::refundPages::eachOwed(snapshot.database, [&](const store::refundPages::OwedSums& owed) {
        finding.expect(owed.amount == owed.refunds, [&] {
            return "payment " + owed.paymentNo + " of " + std::to_string(owed.amount) + " was not accepted, " +
                   std::to_string(owed.refunds) + " goes back";
        });
    });
}

Result<void> checkRestocked(ReadSnapshot& snapshot, Finding& finding) {
    return store::returnPages::eachUnitSums(snapshot.database, [&](const UnitSums& sums) {
        finding.expect(sums.restocked >= 0 && sums.restocked == sums.linesSellable && sums.restocked <= sums.returned,
                       [&] { return unitsOf(sums); });
    });
}

}  // namespace

std::vector<runtime::Check> returnChecks() {
    return {{"R1", "Per deduction and SKU: accepted returns <= deducted", checkUnits},
            {"R2", "A return has its effect once", checkEffects},
            {"R3", "Refunds <= paid; what came back whole is refunded to the last unit of money, less its fees",
             checkMoney},
            {"R4", "Restocked = units received that can be sold", checkRestocked}};
}

}  // namespace evenhand::returns
