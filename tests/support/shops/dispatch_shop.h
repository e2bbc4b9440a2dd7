// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) for dispatch: couriers with orders in hand, one of C1 who has none, and at C1 and C2 orders whose
// messages were given up while the weights of their campus could not be read; these wait for somebody.
// Thread: as Shop.
#pragma once

#include "tests/support/fakes/altered_dispatch.h"
#include "tests/support/fakes/altered_engine.h"
#include "tests/support/shops/shop.h"

namespace evenhand::test {

class DispatchShop : public Shop, public AlteredEngine {
public:
    /// With fewer orders than 80, or with other campuses than the four, that is all there is.
    explicit DispatchShop(int orders = kOrders, int campuses = 4);

    AlteredDispatch& dispatch() override { return m_altered; }
    [[nodiscard]] api::CourierRow courierRow(const CourierId& id);
    /// Past every rule, so that calibration finds it.
    void driftWeight(const CampusId& campus, const CourierId& courier, std::int64_t by);
    /// Events of orders of C1, of which nothing has happened.
    void burst(int events);

private:
    static constexpr int kOrders = 80;
    static void fill(Shop& shop);
    AlteredDispatch m_altered;
};

}  // namespace evenhand::test
