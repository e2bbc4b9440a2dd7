// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/order_checks.h"

#include <optional>
#include <unordered_map>

#include "engine/api/status.h"
#include "engine/base/counted.h"
#include "engine/store/pages/verify_store.h"

namespace evenhand::orders {
namespace {

using api::EventKind;
using api::OrderStatus;
using runtime::Finding;
using runtime::ReadSnapshot;
using store::verify::OrderSums;

/// The status that an event leads to; nullopt: it leaves the status as it is.
std::optional<OrderStatus> statusAfter(EventKind kind, OrderStatus before) {
    switch (kind) {
        case EventKind::Placed: return OrderStatus::WaitPay;
        case EventKind::Paid: return OrderStatus::Paid;
        case EventKind::Assigned:  // of a reassigned order the status stays
            return before == OrderStatus::Paid ? std::optional(OrderStatus::WaitPickUp) : std::nullopt;
        case EventKind::PickedUp: return OrderStatus::Delivering;
        case EventKind::Delivered: return OrderStatus::Delivered;
        case EventKind::DeliveryFailed: return OrderStatus::WaitPickUp;
        case EventKind::Completed: return OrderStatus::Completed;
        case EventKind::Closed: return OrderStatus::Closed;
        case EventKind::AssignmentReleased:
        case EventKind::ReassignRequested:
        case EventKind::LatePayment:
        case EventKind::UnmatchedPayment:
        case EventKind::TimerPostponed:
        case EventKind::TimerCancelled:
        case EventKind::ReturnChanged:
        case EventKind::RefundChanged:
        case EventKind::Noted:
        case EventKind::Late: break;
    }
    return std::nullopt;
}

/// Where each order stands after the events so far: a byte an order.
constexpr std::uint8_t kUnknown = 0xff;
constexpr std::uint8_t kWrong = 0xfe;

Result<void> checkTransitions(ReadSnapshot& snapshot, Finding& finding) {
    std::vector<std::uint8_t> reached;  // by order id, which counts up from 1
    EVENHAND_TRY(store::verify::eachEvent(snapshot.database, [&](const store::verify::Event& event) {
        const auto order = static_cast<std::size_t>(event.order.value);
        if (event.order.value < 0 || !event.kind) {
            finding.offend("order id " + std::to_string(event.order.value) + " has an event that is not one");
            return;
        }
        if (order >= reached.size()) {
            reached.resize(order + order / 2 + 1, kUnknown);
        }
        std::uint8_t& at = reached[order];
        if (at == kWrong) {
            return;
        }
        const bool placed = *event.kind == EventKind::Placed;
        const auto before = static_cast<OrderStatus>(at);
        const auto after = at == kUnknown && !placed ? std::nullopt : statusAfter(*event.kind, before);
        const bool good = placed ? at == kUnknown : at != kUnknown && (!after || api::mayMove(before, *after));
        ++finding.checked;
        if (!good) {
            at = kWrong;
        } else if (after) {
            at = static_cast<std::uint8_t>(*after);
        }
    }));
    return store::verify::eachStatus(snapshot.database, [&](const store::verify::OrderStatusRow& row) {
        const auto order = static_cast<std::size_t>(row.order.value);
        const std::uint8_t at = order < reached.size() ? reached[order] : kUnknown;
        const bool good = row.status && at == static_cast<std::uint8_t>(*row.status);
        finding.expect(good, [&] {
            return "order " + row.orderNo +
                   (at == kWrong ? " made a step that is not allowed"
                                 : " is not in the status that its events lead to");
        });
    });
}

/// What is wrong with the money of an order, empty if nothing.
std::string moneyFault(const OrderSums& order) {
    if (order.payable != order.lineTotal - order.discount) {
        return "is payable with " + std::to_string(order.payable) + ", its lines sum to " +
               std::to_string(order.lineTotal) + " less a discount of " + std::to_string(order.discount);
    }
    if (!order.status) {
        return "has an unknown status";
    }
    const bool closed = order.status == OrderStatus::Closed;
    if (order.payment.has_value() != order.paidAt) {
        return order.paidAt ? "counts as paid without a payment" : "has a payment and does not count as paid";
    }
    if (!closed && order.paidAt != (order.status != OrderStatus::WaitPay)) {
        return "is " + std::string(api::toText(*order.status)) +
               (order.paidAt ? " though it is paid" : " though it is not paid");
    }
    if (order.payment && *order.payment != order.payable) {
        return "was paid " + std::to_string(*order.payment) + " of " + std::to_string(order.payable);
    }
    if (order.drawn != order.discount) {
        return "has a discount of " + std::to_string(order.discount) + ", its draw says " + std::to_string(order.drawn);
    }
    const std::int64_t paid = order.payment.value_or(0);
    if (closed ? order.refunds != paid : order.refunds > paid) {
        return "has " + std::to_string(order.refunds) + " going back of " + std::to_string(paid);
    }
    return {};
}

Result<void> checkMoney(ReadSnapshot& snapshot, Finding& finding) {
    return store::verify::eachOrderSums(snapshot.database, [&](const OrderSums& order) {
        const std::string fault = moneyFault(order);
        finding.expect(fault.empty(), [&] { return "order " + order.orderNo + " " + fault; });
    });
}

Result<void> checkStock(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_TRY(store::verify::eachStock(snapshot.database, [&](const store::verify::Stock& stock) {
        const std::int64_t expected = stock.received - stock.taken + stock.givenBack + stock.restocked;
        finding.expect(stock.onHand == expected && stock.onHand >= 0, [&] {
            return "SKU " + stock.sku + " has " + std::to_string(stock.onHand) + " on hand, the records say " +
                   std::to_string(expected);
        });
    }));
    return store::verify::eachOrderSums(snapshot.database, [&](const OrderSums& order) {
        const std::int64_t back = order.status == OrderStatus::Closed ? order.deductedUnits - order.returnedUnits : 0;
        finding.expect(
            order.deductions == 1 && order.deductedUnits == order.lineUnits && order.givenBackUnits == back, [&] {
                return "order " + order.orderNo + " has " + base::counted(order.lineUnits, "unit") + ", took " +
                       std::to_string(order.deductedUnits) + " and gave back " + std::to_string(order.givenBackUnits);
            });
    });
}

/// Nobody is sent for what came back. An imported return says nothing about the order's status: its goods had arrived.
Result<void> checkReturned(ReadSnapshot& snapshot, Finding& finding) {
    return store::verify::eachReturnedOrder(snapshot.database, [&](const store::verify::ReturnedOrder& order) {
        const bool history = !order.lastApproved || (order.lastImported && *order.lastImported >= *order.lastApproved);
        finding.expect(order.left > 0 || history,
                       [&] { return "order " + order.orderNo + " came back whole and still waits to be picked up"; });
    });
}

}  // namespace

std::vector<runtime::Check> orderChecks() {
    return {{"D6", "Every status reached was allowed from the one before", checkTransitions},
            {"D7", "No order all of whose units have come back is with a courier or waits for one", checkReturned},
            {"M0", "What is payable, paid and going back agrees for every order", checkMoney},
            {"M3",
             "Stock on hand and in flash sales = received - deducted + restocked + given back; each order took its "
             "lines once",
             checkStock}};
}

}  // namespace evenhand::orders
