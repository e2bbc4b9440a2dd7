// SPDX-License-Identifier: GPL-3.0-or-later
// Payments that were accepted, and money that is owed back.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::payments {

/// Everything that decides what a payment is, read at once.
struct Lookup {
    struct Order {
        OrderId id;
        api::OrderStatus status = api::OrderStatus::WaitPay;
        Money payable;
        CampusId campus;
        std::int64_t epoch = 0;
        bool paused = false;  ///< dispatch of its campus
        std::int64_t version = 0;
        std::optional<Instant> due{};  ///< of its timer
        std::int64_t timerFlags = 0;
        Money discount{};  ///< taken off the lines' total
    };
    struct Known {
        std::string orderNo;
        Money amount;
        std::optional<api::OwedKind> owed;  ///< nullopt: it was accepted
    };
    std::optional<Order> order;
    std::optional<Known> known;  ///< the payment number was seen before: what was answered then
};
[[nodiscard]] Result<Lookup> lookup(Database& database, const PaymentNo& paymentNo, const OrderNo& orderNo);

/// Both inserts: lookup() has found the number unused.
[[nodiscard]] Result<void> insert(Database& database, const PaymentNo& paymentNo, OrderId order, Money amount,
                                  Instant at);
[[nodiscard]] Result<void> insertOwed(Database& database, const api::OwedPaymentRow& row);
[[nodiscard]] Result<std::optional<api::OwedPaymentRow>> findOwed(Database& database, const PaymentNo& paymentNo);
/// False: it has paid an order already, or is none.
[[nodiscard]] Result<bool> setMatched(Database& database, const PaymentNo& paymentNo, OrderId order);
struct Accepted {
    PaymentNo paymentNo;
    Money amount;
};
[[nodiscard]] Result<std::optional<Accepted>> ofOrder(Database& database, OrderId order);
// Both without those that have paid an order since.
/// Newest first.
[[nodiscard]] Result<std::vector<api::OwedPaymentRow>> owed(Database& database, std::int64_t offset,
                                                            std::int64_t limit);
[[nodiscard]] Result<std::vector<api::OwedPaymentRow>> owedOfOrder(Database& database, const OrderNo& orderNo);

}  // namespace evenhand::store::payments
