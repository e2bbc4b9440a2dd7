// SPDX-License-Identifier: GPL-3.0-or-later
// A console window over the real engine in memory.
#pragma once

#include "tests/support/shops/order_shop.h"
#include "tests/ui/console_over.h"

namespace evenhand::test {

/// Has its shop before the window, so that it outlives it.
struct ConsoleShop {
    OrderShop shop;
};
class Console : public ConsoleShop, public ConsoleOver {
public:
    Console() : ConsoleOver(shop) {}
};

}  // namespace evenhand::test
