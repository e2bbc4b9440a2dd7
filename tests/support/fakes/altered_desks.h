// SPDX-License-Identifier: GPL-3.0-or-later
// An engine whose desks of orders and of dispatch answer as a test wants; everything else passes through.
// Thread: as the engine behind it.
#pragma once

#include "tests/support/fakes/altered_dispatch.h"
#include "tests/support/fakes/altered_orders.h"

namespace evenhand::test {

class AlteredDesks : public AlteredEngine {
public:
    explicit AlteredDesks(api::EngineApi& behind)
        : AlteredEngine(behind), m_orders(behind.orders()), m_dispatch(behind.dispatch()) {}

    AlteredOrders& orders() override { return m_orders; }
    AlteredDispatch& dispatch() override { return m_dispatch; }

private:
    AlteredOrders m_orders;
    AlteredDispatch m_dispatch;
};

}  // namespace evenhand::test
