// SPDX-License-Identifier: GPL-3.0-or-later
#include "dispatch_model.h"

#include <algorithm>

namespace evenhand::sim {

using Status = api::OrderStatus;

void DispatchModel::orderIs(std::int64_t id, std::string no, std::map<std::string, std::int64_t> lines) {
    auto& order = orders[id];
    if (order.no.empty()) {
        m_ids[no] = id;
        order.no = std::move(no);
        order.lines = std::move(lines);
    }
}

void DispatchModel::reassignedTo(const std::string& no, std::int64_t epoch, const std::string& courier,
                                 bool overLimit) {
    auto& order = orders[m_ids[no]];
    order.wanted[epoch] = courier;
    if (overLimit) {
        order.overLimit.insert(epoch);
    }
}

std::int64_t DispatchModel::inHand(const std::string& courier) const {
    return std::count_if(orders.begin(), orders.end(), [&](const auto& entry) {
        const auto& order = entry.second;
        return order.courier == courier && (order.status == Status::WaitPickUp || order.status == Status::Delivering);
    });
}

bool DispatchModel::hasRoom(const std::string& courier) const {
    const auto limit = couriers.at(courier).limit.value_or(m_campusLimit);
    return limit == 0 || inHand(courier) < limit;
}

bool DispatchModel::mayGet(const std::string& courier) const { return couriers.at(courier).onDuty && hasRoom(courier); }

bool DispatchModel::broken(const std::string& what) {
    m_fault = what;
    return false;
}

bool DispatchModel::moved(ModelOrder& order, std::initializer_list<Status> from, Status to) {
    if (std::find(from.begin(), from.end(), order.status) == from.end()) {
        return broken(order.no + " went from " + std::string(api::toText(order.status)) + " to " +
                      std::string(api::toText(to)));
    }
    order.status = to;
    return true;
}

std::size_t DispatchModel::countOnDuty() const {
    return static_cast<std::size_t>(
        std::count_if(couriers.begin(), couriers.end(), [](const auto& entry) { return entry.second.onDuty; }));
}

std::int64_t DispatchModel::lowerMedian() const {
    std::vector<std::int64_t> weights;
    for (const auto& [id, courier] : couriers) {
        if (courier.onDuty) {
            weights.push_back(courier.weight);
        }
    }
    std::sort(weights.begin(), weights.end());
    return weights[(weights.size() - 1) / 2];
}

bool DispatchModel::assigned(ModelOrder& order, const std::string& courier) {
    if (!order.courier.empty()) {
        return broken(order.no + " has a courier and got another");
    }
    auto& chosen = couriers[courier];
    if (!chosen.onDuty) {
        return broken(order.no + " went to " + courier + ", who is off duty");
    }
    const auto wanted = order.wanted[order.epoch];
    const bool byName =
        !wanted.empty() && couriers[wanted].onDuty && (order.overLimit.contains(order.epoch) || hasRoom(wanted));
    if (byName && courier != wanted) {
        return broken(order.no + " was for " + wanted);
    }
    if (!byName) {
        if (!hasRoom(courier)) {
            return broken(order.no + " went to " + courier + ", who has as many orders as allowed");
        }
        const bool mayAvoid =
            !order.avoid.empty() && std::any_of(couriers.begin(), couriers.end(), [&](const auto& other) {
                return other.first != order.avoid && mayGet(other.first);
            });
        for (const auto& [id, other] : couriers) {
            if (other.weight > chosen.weight && mayGet(id) && !(mayAvoid && id == order.avoid)) {
                return broken(order.no + " went to " + courier + ", but " + id + " weighs more");
            }
        }
        if (mayAvoid && courier == order.avoid) {
            return broken(order.no + " went back to " + courier);
        }
    }
    if (order.status == Status::Paid) {
        order.status = Status::WaitPickUp;
    } else if (order.status != Status::WaitPickUp && order.status != Status::Delivering) {
        return broken(order.no + " was assigned in " + std::string(api::toText(order.status)));
    }
    chosen.weight -= m_step;
    order.courier = courier;
    order.charged = m_step;
    order.pickedUp = false;
    order.avoid.clear();
    ++assignments;
    return true;
}

bool DispatchModel::released(ModelOrder& order) {
    if (!order.courier.empty()) {
        couriers[order.courier].weight += order.charged;
        ++givenBack;
    }
    order.charged = 0;
    return true;
}

bool DispatchModel::courierChanged(const std::string& id) {
    auto& asked = m_asked[id];
    const auto known = couriers.find(id);
    const auto isSo = [&](const Asked& what) {
        return what.ofLimit ? what.limit == known->second.limit : what.onDuty == known->second.onDuty;
    };
    while (known != couriers.end() && !asked.empty() && isSo(asked.front())) {
        asked.pop_front();  // there was nothing to do
    }
    if (asked.empty()) {
        return broken("courier " + id + " changed and nobody asked");
    }
    const auto what = asked.front();
    asked.pop_front();
    if (what.ofLimit) {
        couriers[id].limit = what.limit;
        return true;
    }
    return putOnDuty(id, what.onDuty);
}

bool DispatchModel::putOnDuty(const std::string& id, bool onDuty) {
    if (!couriers.contains(id)) {
        couriers[id].weight = m_start;
    }
    auto& courier = couriers[id];
    if (onDuty) {
        if (countOnDuty() > 0 && !m_catchUp) {
            const auto median = lowerMedian();
            courier.weight = courier.hasLeft ? courier.weight - courier.medianWhenLeft + median : median;
        }
        courier.onDuty = true;
        courier.hasLeft = false;
    } else if (courier.onDuty) {
        courier.onDuty = false;
        courier.hasLeft = true;
        courier.medianWhenLeft = countOnDuty() > 0 ? lowerMedian() : courier.weight;
    }
    return true;
}

bool DispatchModel::apply(const api::Event& event) {
    if (event.kind == api::Event::Kind::CourierChanged) {
        return courierChanged(event.courier.str());
    }
    if (event.kind != api::Event::Kind::OrderChanged || !event.what) {
        return true;
    }
    const auto found = orders.find(event.order.value);
    if (found == orders.end()) {
        return broken("an order that nobody placed: " + std::to_string(event.order.value));
    }
    auto& order = found->second;
    switch (*event.what) {
        case api::EventKind::Placed:
            if (order.placed) {
                return broken(order.no + " was placed twice");
            }
            order.placed = true;
            for (const auto& [sku, units] : order.lines) {
                stock[sku] -= units;
                if (stock[sku] < 0) {
                    return broken("more of " + sku + " was sold than there is");
                }
            }
            return true;
        case api::EventKind::Paid: return moved(order, {Status::WaitPay}, Status::Paid);
        case api::EventKind::Assigned: return assigned(order, event.courier.str());
        case api::EventKind::ReassignRequested:
            if (order.status != Status::Paid && order.status != Status::WaitPickUp &&
                order.status != Status::Delivering) {
                return broken(order.no + " was reassigned in " + std::string(api::toText(order.status)));
            }
            released(order);
            if (!order.courier.empty()) {
                order.avoid = order.courier;
            }
            order.courier.clear();
            ++order.epoch;
            return true;
        case api::EventKind::Closed:
            if (!moved(order, {Status::WaitPay, Status::Paid, Status::WaitPickUp}, Status::Closed)) {
                return false;
            }
            for (const auto& [sku, units] : order.lines) {
                stock[sku] += units;
            }
            return order.pickedUp || released(order);
        case api::EventKind::PickedUp:
            order.pickedUp = true;
            return moved(order, {Status::WaitPickUp}, Status::Delivering);
        case api::EventKind::Delivered: return moved(order, {Status::Delivering}, Status::Delivered);
        case api::EventKind::DeliveryFailed: return moved(order, {Status::Delivering}, Status::WaitPickUp);
        case api::EventKind::AssignmentReleased:
        case api::EventKind::Completed:
        case api::EventKind::LatePayment:
        case api::EventKind::UnmatchedPayment:
        case api::EventKind::TimerPostponed:
        case api::EventKind::TimerCancelled:
        case api::EventKind::ReturnChanged:
        case api::EventKind::RefundChanged:
        case api::EventKind::Noted:
        case api::EventKind::Late: return true;
    }
    return broken("an unknown event");
}

}  // namespace evenhand::sim
