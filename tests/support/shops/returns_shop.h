// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) with returns in every stage, refunds in every state and of every cause.
// Thread: as Shop.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/shops/shop.h"

namespace evenhand::test {

class ReturnsShop : public Shop {
public:
    /// `empty`: without returns and refunds.
    explicit ReturnsShop(int orders = 40, bool empty = false);

    /// Two rices and a tea of paidOrder(order) back. Orders 21 … 25 have no return yet.
    ReturnId askBack(int order, const std::string& requester, const std::string& reason);
    void setPolicy(const api::ReturnPolicy& policy, const CampusId& campus = {});
    [[nodiscard]] api::ReturnDetail returned(ReturnId id);
    [[nodiscard]] std::vector<api::ReturnRow> returns(api::ReturnFilter filter = {});
    /// For an approval, the first or the second.
    [[nodiscard]] std::int64_t returnsWaiting();
    [[nodiscard]] std::vector<api::RefundRow> refunds(api::RefundFilter filter = {});
    [[nodiscard]] api::RefundRow refund(RefundId id);
    /// That of the campus, or the workspace's where it has none of its own.
    [[nodiscard]] api::ReturnPolicyRow policy(const CampusId& campus = {});
    [[nodiscard]] api::RefundSettings refundSettings() { return must(engine().refunds().settings(by("root"))); }

private:
    static void fill(Shop& shop);
};

}  // namespace evenhand::test
