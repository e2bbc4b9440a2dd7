// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) that is run by several people: one of each role, a token, a webhook with a message that a worker
// has taken and one that waits, orders of an hour and a half ago that wait to be picked up, and one that has just come.
// Thread: as Shop.
#pragma once

#include <string>

#include "tests/support/shops/shop.h"

namespace evenhand::test {

class PeopleShop : public Shop {
public:
    static constexpr const char* kPassword = "seven quiet rivers";
    explicit PeopleShop(int orders = 24) : Shop({orders, &PeopleShop::fill}) {}
    [[nodiscard]] std::int64_t refusals() {
        api::AuditFilter filter;
        filter.outcomes = {api::AuditOutcome::Refused};
        return must(engine().audit().count(by("root"), filter));
    }

private:
    static void fill(Shop& shop) {
        auto& engine = shop.engine();
        const auto boss = Shop::by("root");
        shop.clock().advanceMs(90 * 60'000);  // not late yet: the limit is two hours
        engine.runUntilIdle();
        for (const auto role : api::allRoles()) {
            (void)shop.must(engine.accounts().create(boss, {std::string(toText(role)), "", {role}}, Secret(kPassword)));
        }
        (void)shop.must(engine.tokens().create(boss, {"till", api::bitOf(api::TokenScope::OrdersRead), 0}));
        const auto hook =
            shop.must(engine.webhooks().create(
                          boss, {"Till", "https://till.example/in", {api::WebhookEvent::OrderClosed}}, Secret()))
                .row.id;
        (void)shop.must(engine.webhooks().test(boss, hook));
        api::TaskClaim claim;
        claim.worker = "w1";
        claim.kinds = {api::TaskKind::Webhook};
        (void)shop.must(engine.tasks().claim(boss, claim));
        (void)shop.must(engine.webhooks().test(boss, hook));
        (void)shop.sell(0);  // one that is not late
        engine.runUntilIdle();
    }
};

}  // namespace evenhand::test
