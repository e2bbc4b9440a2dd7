// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) with orders in every status and some of each, and an endpoint that waits for a delivery.
// Thread: as Shop.
#pragma once

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/fakes/altered_orders.h"
#include "tests/support/shops/shop.h"

namespace evenhand::test {

class OrderShop : public Shop, public AlteredEngine {
public:
    OrderShop();

    AlteredOrders& orders() override { return m_altered; }
    [[nodiscard]] std::int64_t size();

private:
    static void fill(Shop& shop);
    AlteredOrders m_altered;
};

}  // namespace evenhand::test
