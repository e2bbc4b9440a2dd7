// SPDX-License-Identifier: GPL-3.0-or-later
// Details that FakeEngine answers with.
#pragma once

#include <functional>
#include <map>

#include "engine/api/engine_api.h"

namespace evenhand::test {

class FakeSubscription final : public api::Subscription {
public:
    explicit FakeSubscription(std::function<void()> end) : m_end(std::move(end)) {}
    ~FakeSubscription() override { m_end(); }

private:
    std::function<void()> m_end;
};

[[nodiscard]] bool fakeLess(const api::OrderRow& a, const api::OrderRow& b, api::OrderSort by);
[[nodiscard]] api::OrderDetail fakeDetail(const api::OrderRow& row, const std::vector<api::OrderEvent>& later);
[[nodiscard]] api::AssignmentEvidence fakeEvidence(const api::OrderRow& row,
                                                   const std::map<CourierId, api::CourierRow>& couriers);
template <typename Tag>
[[nodiscard]] std::string text(const base::TextId<Tag>& id) {
    return id.str();
}

}  // namespace evenhand::test
