// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch over the real engine in memory.
#pragma once

#include "tests/support/shops/dispatch_shop.h"
#include "tests/ui/dispatch_hand.h"

namespace evenhand::test {

/// Has its shop before the page, so that it outlives it.
struct DispatchDepot {
    template <typename... Options>
    explicit DispatchDepot(Options... options) : shop(options...) {}
    DispatchShop shop;
};
struct Dispatch : DispatchDepot, DispatchHand {
    explicit Dispatch(api::Actor actor = api::Actor::administrator("local:test")) { open(shop, std::move(actor)); }
    /// A shop with nothing but so many orders and campuses.
    Dispatch(int orders, int campuses) : DispatchDepot(orders, campuses) { open(shop); }
    ~Dispatch() { close(); }
};

}  // namespace evenhand::test
