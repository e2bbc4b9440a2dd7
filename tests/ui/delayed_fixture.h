// SPDX-License-Identifier: GPL-3.0-or-later
// The page of delayed orders over the real engine in memory.
#pragma once

#include "tests/support/shops/delay_shop.h"
#include "tests/ui/delayed_hand.h"
#include "tests/ui/fake_import.h"

namespace evenhand::test {

/// Has its shop before the window, so that it outlives it.
struct DelayedShop {
    DelayShop shop;
    FakeImport imports;
};
struct Delayed : DelayedShop, DelayedHand {
    explicit Delayed(bool shown = true) : DelayedHand(shop) {
        look.imports = &imports;
        open();
        window->resize(1400, 860);
        if (shown) {
            show();
        }
    }
    void moveTime(std::int64_t byMs) {
        shop.pass(byMs);
        window->context().bridge.poll();
    }
    /// The reason given last.
    [[nodiscard]] QString reason() { return QString::fromStdString(shop.lastReason()); }
};

}  // namespace evenhand::test
