// SPDX-License-Identifier: GPL-3.0-or-later
// A small delivery business on a RuleBench: one campus, couriers, products, and short words for the commands.
// Thread: confined to its owner.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "engine/dispatch/assign.h"
#include "engine/dispatch/calibrate.h"
#include "engine/dispatch/consumers.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/reassign.h"
#include "engine/dispatch/roster.h"
#include "engine/dispatch/steps.h"
#include "engine/dispatch/topics.h"
#include "engine/order_closing/close.h"
#include "engine/orders/catalogue.h"
#include "engine/orders/pay.h"
#include "engine/orders/place.h"
#include "engine/orders/report.h"
#include "engine/store/pages/order_page_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"
#include "tests/support/shops/rule_bench.h"

namespace evenhand::test {

class RuleWorld : public RuleBench {
public:
    explicit RuleWorld(Deployment deployment = Deployment::OneCommit) : RuleBench(deployment) {
        addConsumer("order@@first", m_orders);
        addConsumer("order@@re", m_orders);
        addConsumer("campus@@wake", m_wake);
    }

    const CampusId campus{"north {1}:%"};

    Result<void> policy(api::CampusPolicy policy) {
        return run<void>([&](auto& work) { return dispatch::upsertCampus(work, {campus, "North", policy}); });
    }
    Result<void> couriers(std::initializer_list<const char*> ids, bool onDuty = true) {
        std::vector<api::CourierInput> inputs;
        for (const auto* id : ids) {
            inputs.push_back({CourierId(id), campus, std::string("Name of ") + id, "", onDuty});
        }
        return run<void>([&](auto& work) { return dispatch::upsertCouriers(work, inputs); });
    }
    Result<void> duty(const char* courier, bool onDuty) {
        return run<void>([&](auto& work) -> Result<void> {
            EVENHAND_TRY(dispatch::setDuty(work, CourierId(courier), onDuty));
            return {};
        });
    }
    Result<void> product(const char* sku, std::int64_t stock, bool add = false) {
        return run<void>([&](auto& work) {
            return orders::upsertProducts(work, {{Sku(sku), sku, Money{100}, stock}}, add);
        });
    }
    api::PlaceOrder request(const std::string& no, std::vector<api::OrderLine> lines = {{Sku("tea"), 1, Money{100}}}) {
        api::PlaceOrder order;
        order.key = no;
        order.orderNo = OrderNo(no);
        order.user = UserId("user");
        order.campus = campus;
        order.lines = std::move(lines);
        return order;
    }
    Result<api::PlacedOrder> place(const api::PlaceOrder& order) {
        return run<api::PlacedOrder>([&](auto& work) { return orders::place(work, order); });
    }
    Result<api::PaymentAnswer> pay(const std::string& no, std::int64_t amount = 100, std::string paymentNo = {}) {
        const api::PayOrder payment{PaymentNo(paymentNo.empty() ? "P" + no : paymentNo), OrderNo(no), Money{amount}};
        return run<api::PaymentAnswer>([&](auto& work) { return orders::pay(work, payment); });
    }
    /// Placed and paid, not yet dispatched.
    bool buy(const std::string& no) {
        const auto placed = place(request(no));
        if (!placed) {
            return false;
        }
        const auto paid = pay(no);
        return paid && paid->outcome == api::PaymentOutcome::Accepted;
    }
    Result<void> close(const std::string& no, std::int64_t version = 0) {
        return run<void>([&](auto& work) {
            return orders::close(work, {OrderNo(no), version}, api::CloseReason::Cancelled);
        });
    }
    Result<void> report(api::CourierReport::Kind kind, const std::string& no, const std::string& courier,
                        std::int64_t epoch, std::string note = {}) {
        const api::CourierReport report{kind, OrderNo(no), CourierId(courier), epoch, std::move(note)};
        return run<void>([&](auto& work) { return orders::report(work, report); });
    }
    Result<api::ReassignOutcome> reassign(const std::string& no, const char* to = "", std::int64_t version = 0) {
        return run<api::ReassignOutcome>([&](auto& work) {
            return dispatch::reassign(work, {OrderNo(no), version}, {CourierId(to)});
        });
    }
    Result<api::ReassignOutcome> reassignOverLimit(const std::string& no, const char* to) {
        return run<api::ReassignOutcome>([&](auto& work) {
            return dispatch::reassign(work, {OrderNo(no), 0}, {CourierId(to), true});
        });
    }
    /// How many orders a courier may have in hand; 0: any number, nullopt: as the campus has it.
    Result<std::int64_t> limit(const char* courier, std::optional<std::int64_t> limit, std::int64_t version = 0) {
        return run<std::int64_t>(
            [&](auto& work) { return dispatch::setLoadLimit(work, CourierId(courier), limit, version); });
    }
    Result<void> recount() {
        return run<void>([&](auto& work) -> Result<void> {
            EVENHAND_ASSIGN(const auto record, store::campuses::find(work.database(), campus));
            return dispatch::recount(work, campus, record->row.policy.loadLimit);
        });
    }
    Result<std::vector<api::CalibrationRow>> calibrate() {
        return run<std::vector<api::CalibrationRow>>([&](auto& work) { return dispatch::calibrate(work, campus); });
    }
    api::OrderDetail detail(const std::string& no) {
        auto found = store::orderPages::detail(database(), OrderNo(no));
        return found ? std::move(*found) : api::OrderDetail{};
    }
    std::string courierOf(const std::string& no) { return detail(no).row.courier.str(); }
    std::int64_t weight(const char* courier) {
        const auto snapshot = dispatch::weights(keyspace(), keys());
        for (const auto& [id, weight] : snapshot->onDuty) {
            if (id.str() == courier) {
                return weight;
            }
        }
        const auto kept = snapshot->kept.find(courier);
        return kept == snapshot->kept.end() ? -1 : kept->second;
    }
    std::int64_t stock(const char* sku) {
        return number(std::string("SELECT stock FROM product WHERE sku = '") + sku + "'");
    }
    /// D3, of every courier.
    bool weightsAgree() {
        const auto rows = dispatch::compareWeights(database(), keyspace(), campus);
        for (const auto& row : *rows) {
            if (row.difference != 0) {
                return false;
            }
        }
        return true;
    }
    std::int64_t inHand(const char* courier) { return dispatch::loads(keyspace(), keys())->inHandOf(courier); }
    /// Orders in hand and limits, of every courier: the keyspace has what the database has.
    bool loadsAgree() {
        const auto known = dispatch::loads(keyspace(), keys());
        const auto record = store::campuses::find(database(), campus);
        const auto stored = store::couriers::loads(database(), campus);
        std::size_t own = 0;
        for (const auto& courier : *stored) {
            const auto& id = courier.courier.str();
            own += courier.limit ? 1 : 0;
            if (known->inHandOf(id) != courier.inHand ||
                known->limitOf(id) != courier.limit.value_or((*record)->row.policy.loadLimit)) {
                return false;
            }
        }
        return own == known->ownLimits.size() && known->campusLimit == (*record)->row.policy.loadLimit;
    }
    /// Log entries left in the keyspace.
    std::size_t logEntries() {
        const auto reply = keyspace().call({"KEYS", "*:log:*"});
        return reply ? reply->elements.size() : 999;
    }
    [[nodiscard]] dispatch::CampusKeys keys() const { return dispatch::CampusKeys(campus); }

private:
    dispatch::OrderConsumer m_orders;
    dispatch::WakeConsumer m_wake;
};

}  // namespace evenhand::test
