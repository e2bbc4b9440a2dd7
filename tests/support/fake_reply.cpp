// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_reply.h"

#include <algorithm>

namespace evenhand::test {

bool fakeLess(const api::OrderRow& a, const api::OrderRow& b, api::OrderSort by) {
    switch (by) {
        case api::OrderSort::Placed: return a.placedAt < b.placedAt;
        case api::OrderSort::OrderNo: return a.orderNo < b.orderNo;
        case api::OrderSort::Status: return a.status < b.status;
        case api::OrderSort::Campus: return a.campus < b.campus;
        case api::OrderSort::Courier: return a.courier < b.courier;
        case api::OrderSort::Payable: return a.payable < b.payable;
        case api::OrderSort::User: return a.user < b.user;
        case api::OrderSort::PaidAt: return a.paidAt < b.paidAt;
    }
    return false;
}

api::OrderDetail fakeDetail(const api::OrderRow& row, const std::vector<api::OrderEvent>& later) {
    api::OrderDetail detail;
    detail.row = row;
    detail.deduction = {row.id.value};
    const auto tea = row.payable.minor / 4;
    detail.lines.push_back({{Sku("rice-01"), 1, {row.payable.minor - 2 * tea}}, "Fried rice 扬州炒饭"});
    detail.lines.push_back({{Sku("tea-07"), 2, {tea}}, "<b>Milk tea</b>"});
    detail.events.push_back({row.placedAt, api::EventKind::Placed, text(row.user), {}});
    if (row.paidAt) {
        detail.events.push_back({*row.paidAt, api::EventKind::Paid, "system", "P-" + row.orderNo.str()});
        detail.paymentNo = PaymentNo("P-" + row.orderNo.str());
        detail.paid = row.payable;
    }
    if (!row.courier.empty()) {
        detail.events.push_back({row.paidAt->plusMs(120), api::EventKind::Assigned, "system", row.courier.str()});
    }
    detail.events.insert(detail.events.end(), later.begin(), later.end());
    if (row.status == api::OrderStatus::Closed) {
        detail.owed.push_back(
            {PaymentNo("P-late"), row.orderNo.str(), row.payable, row.placedAt.plusMs(2'000'000), api::OwedKind::Late});
    }
    return detail;
}

api::AssignmentEvidence fakeEvidence(const api::OrderRow& row, const std::map<CourierId, api::CourierRow>& couriers) {
    api::AssignmentEvidence evidence;
    evidence.orderNo = row.orderNo;
    evidence.epoch = row.epoch;
    evidence.courier = row.courier;
    evidence.at = row.paidAt.value_or(row.placedAt).plusMs(120);
    evidence.step = 10;
    evidence.scriptSha = "3f786850e387550fdab836ed7e6dc881de23001b";
    for (const auto& [id, courier] : couriers) {
        if (courier.campus == row.campus) {
            if (courier.onDuty || id == row.courier) {
                evidence.ranking.emplace_back(id, courier.weight + (id == row.courier ? 20 : 0));
            } else {
                evidence.offDuty.push_back(id);
            }
        }
    }
    std::stable_sort(evidence.ranking.begin(), evidence.ranking.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return evidence;
}

}  // namespace evenhand::test
