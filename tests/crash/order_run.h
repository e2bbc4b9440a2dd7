// SPDX-License-Identifier: GPL-3.0-or-later
// Orders on a faulty disk: placing, paying, dispatch, courier reports, reassigning, cancelling, duty, timers.
#pragma once

#include <map>

#include "tests/crash/faulty_run.h"

namespace evenhand::test {

class OrderRun final : public FaultyRun {
public:
    explicit OrderRun(std::uint64_t seed) : FaultyRun(seed, {8, 20'000, 30, 60'000}) {}

    [[nodiscard]] std::size_t acknowledged() const {
        std::size_t count = 0;
        for (const auto& [no, yes] : m_paid) {
            count += yes ? 1 : 0;
        }
        return count;
    }

private:
    bool setUp() override {
        std::vector<api::CourierInput> couriers;
        for (int i = 0; i < 5; ++i) {
            const auto id = "k" + std::to_string(i);
            couriers.push_back({CourierId(id), CampusId(i < 3 ? "north" : "south"), id, "", true});
        }
        bool ready =
            get(workspace().dispatch().upsertCouriers(m_call, couriers)) &&
            get(workspace().orders().upsertProducts(m_call, {{Sku("tea"), "Tea", Money{250}, 100'000}}, false));
        // Timers that fall due while it runs.
        api::TimerPolicy policy;
        policy.unpaidMs = 25'000;
        policy.unassignedMs = 4'000;
        policy.pickUpLateMs = 15'000;
        policy.deliveryLateMs = 20'000;
        policy.autoConfirmMs = 30'000;
        policy.autoReassign = true;
        policy.alertRepeatMs = 10'000;
        for (const auto* campus : {"north", "south"}) {
            ready = ready && get(workspace().timers().setPolicy(m_call, CampusId(campus), policy));
        }
        return ready;
    }
    void forget() override {
        m_placed.clear();
        m_paid.clear();
        m_closed.clear();
        m_next = 0;
    }
    void checkPromises() override {
        for (const auto& [no, fate] : m_placed) {
            const auto detail = workspace().orders().detail(m_call, OrderNo(no)).result();
            const bool acknowledged = fate;
            if (acknowledged && !detail) {
                problem += " order " + no + " was acknowledged and is lost;";
                continue;
            }
            if (detail && m_paid.count(no) > 0 && m_paid[no] && !detail->paymentNo && detail->owed.empty()) {
                problem += " the payment of " + no + " was acknowledged and is lost;";
            }
            if (detail && m_closed.count(no) > 0 && m_closed[no] && detail->row.status != api::OrderStatus::Closed) {
                problem += " the closing of " + no + " was acknowledged and is lost;";
            }
            if (detail && detail->row.status == api::OrderStatus::Paid && !detail->row.wait) {
                problem += " order " + no + " is paid, without courier and does not wait;";
            }
        }
    }
    template <typename T>
    void note(api::Answer<T> answer, std::map<std::string, bool>& into, const std::string& key) {
        into.emplace(key, false);
        whenDone(std::move(answer), [&into, key](const T& result) {
            bool done = true;
            if constexpr (std::is_same_v<T, std::vector<api::RowOutcome>>) {
                done = !result.front().error;
            }
            into[key] = into[key] || done;
            return done;
        });
    }
    std::string some(Rng& rng) { return "o" + std::to_string(rng.between(1, std::max<std::int64_t>(1, m_next))); }

    void act(Rng& rng) override {
        const auto what = rng.below(12);
        if (what < 5) {
            const auto no = "o" + std::to_string(++m_next);
            api::PlaceOrder order;
            order.key = no;
            order.orderNo = OrderNo(no);
            order.user = UserId("u");
            order.campus = CampusId(rng.below(3) == 0 ? "south" : "north");
            order.lines = {{Sku("tea"), 1 + rng.between(0, 3), Money{250}}};
            m_amounts[no] = order.lines.front().quantity * 250;
            note(workspace().orders().place(m_call, order), m_placed, no);
            if (rng.below(4) != 0) {
                note(workspace().orders().pay(m_call, {base::PaymentNo("p" + no), OrderNo(no), Money{m_amounts[no]}}),
                     m_paid, no);
            }
        } else if (what < 7) {
            const auto no = some(rng);
            note(workspace().orders().cancel(m_call, {{OrderNo(no), 0}}), m_closed, no);
        } else if (what < 9) {
            (void)workspace().dispatch().reassign(m_call, {{OrderNo(some(rng)), 0}}, {});
        } else if (what < 11) {
            const auto detail = workspace().orders().detail(m_call, OrderNo(some(rng))).result();
            if (detail && !detail->row.courier.empty()) {
                api::CourierReport report;
                report.kind = detail->row.status == api::OrderStatus::Delivering ? api::CourierReport::Kind::Delivered
                                                                                 : api::CourierReport::Kind::PickedUp;
                report.orderNo = detail->row.orderNo;
                report.courier = detail->row.courier;
                report.epoch = detail->row.epoch;
                (void)workspace().orders().report(m_call, report);
            }
        } else {
            (void)workspace().dispatch().setDuty(m_call, CourierId("k" + std::to_string(rng.below(5))),
                                                 rng.below(3) != 0);
        }
    }

    std::map<std::string, bool> m_placed;  ///< order number → acknowledged
    std::map<std::string, bool> m_paid;
    std::map<std::string, bool> m_closed;
    std::map<std::string, std::int64_t> m_amounts;
    std::int64_t m_next = 0;
};

}  // namespace evenhand::test
