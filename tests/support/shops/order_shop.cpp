// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/order_shop.h"

namespace evenhand::test {
namespace {

constexpr int kOrders = 160;

}  // namespace

OrderShop::OrderShop()
    : Shop({kOrders, &OrderShop::fill}), AlteredEngine(Shop::engine()), m_altered(Shop::engine().orders()) {}

std::int64_t OrderShop::size() { return must(engine().orders().count(by("root"), {})); }

void OrderShop::fill(Shop& shop) {
    for (int i = 0; i < kOrders / 2; ++i) {
        const auto no = shop.paidOrder(i);
        if (i % 5 != 0) {
            shop.carry(no, i % 5 > 2);
        }
        if (i % 5 == 4) {  // what else happens after a week
            (void)shop.must(shop.engine().timers().run(by("root"), {{no, api::TimerKind::AutoConfirm, {}}}));
        }
    }
    shop.setDuty(3, false);
    for (int i = 0; i < 3; ++i) {
        (void)shop.sell(3);  // and nobody takes them
    }
    api::WebhookInput till;
    till.name = "Till";
    till.url = "https://till.example/in";
    till.events = {api::WebhookEvent::OrderClosed};
    const auto made = shop.must(shop.engine().webhooks().create(by("root"), till, {}));
    (void)shop.must(shop.engine().webhooks().test(by("root"), made.row.id));
}

}  // namespace evenhand::test
