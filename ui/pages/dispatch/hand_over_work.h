// SPDX-License-Identifier: GPL-3.0-or-later
// Handing over all that couriers have in hand, from a list whose rows are orders or are about orders: one order of
// somebody who does not come on is seldom the only one. Thread: GUI.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "ui/tables/table_spec.h"

namespace evenhand::ui {

/// `name`: the object name of the action.
[[nodiscard]] ActionLook handOverWorkLook(const QString& name);
/// Of a row whose order has no courier.
[[nodiscard]] QString whyNobodyHasIt();

/// The action but for whyNot, which is the list's own and must refuse rows without a courier. `courierOf`: who has the
/// order of a row now; `handOver` gets each of them once.
template <typename Row>
[[nodiscard]] RowAction<Row> handOverWorkAction(const QString& name, std::function<CourierId(const Row&)> courierOf,
                                                std::function<void(const std::vector<CourierId>&)> handOver) {
    RowAction<Row> action;
    action.look = handOverWorkLook(name);
    action.begin = [courierOf = std::move(courierOf), handOver = std::move(handOver)](const std::vector<Row>& frozen) {
        std::vector<CourierId> couriers;
        for (const auto& row : frozen) {
            const auto courier = courierOf(row);
            if (!courier.empty() && std::find(couriers.begin(), couriers.end(), courier) == couriers.end()) {
                couriers.push_back(courier);
            }
        }
        if (!couriers.empty()) {
            handOver(couriers);
        }
    };
    return action;
}

}  // namespace evenhand::ui
