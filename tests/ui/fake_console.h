// SPDX-License-Identifier: GPL-3.0-or-later
// A console window over an engine that answers what it was told.
#pragma once

#include "tests/support/fake_engine.h"
#include "tests/ui/console_over.h"

namespace evenhand::test {

/// Has its engine before the window, so that it outlives it.
struct FakeBehind {
    FakeEngine engine;
};
class FakeConsole : public FakeBehind, public ConsoleOver {
public:
    explicit FakeConsole(const QString& settings = {}) : ConsoleOver(engine, settings) {}
};

}  // namespace evenhand::test
