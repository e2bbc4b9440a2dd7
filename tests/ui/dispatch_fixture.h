// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch over an engine in memory.
#pragma once

#include "tests/support/fake_engine.h"
#include "tests/ui/dispatch_hand.h"

namespace evenhand::test {

struct Dispatch : DispatchHand {
    explicit Dispatch(FakeOptions options = {}, api::Actor actor = api::Actor::administrator("local:test"))
        : engine(options) {
        open(engine, std::move(actor));
    }
    ~Dispatch() { close(); }

    FakeEngine engine;
};

}  // namespace evenhand::test
