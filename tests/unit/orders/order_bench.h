// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the order rules share: a world with a hundred of tea and five of rice, a new one for each function.
// Thread: the test's.
#pragma once

#include <QtTest>
#include <memory>

#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace evenhand::test::order_rules {

using test::RuleWorld;
using Kind = api::CourierReport::Kind;
using Status = api::OrderStatus;

class OrderBench {
protected:
    void begin() {
        m_world = std::make_unique<RuleWorld>();
        DONE(m_world->policy({}));
        DONE(m_world->product("tea", 100));
        DONE(m_world->product("rice", 5));
    }

    std::unique_ptr<RuleWorld> m_world;
};

}  // namespace evenhand::test::order_rules
