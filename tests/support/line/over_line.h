// SPDX-License-Identifier: GPL-3.0-or-later
// An engine of a test, or the same engine behind a real service on this machine and a real line to it: that is said by
// EVENHAND_TEST_LINE=1, with which CTest runs the console's tests a second time. So a test takes engine() for its
// console, and goes on to steer its own engine as before.
//
// With a line, calls reach the test's engine on the test's thread, in turns of its event loop; a turn waits until what
// is on the line has arrived, so that a test has to wait for an answer no longer than without. What the engine keeps
// back is not waited for. The status is the one of the moment, which the service is made to tell.
// Thread: confined to its owner, which has a Qt event loop.
#pragma once

#include <memory>
#include <optional>

#include "engine/api/engine_api.h"

namespace evenhand::test {

class OverLine {
public:
    /// `behind` outlives it. `actor`: who sits at the console and is what every call is made as; nullopt: nobody yet,
    /// and somebody signs in over the line.
    explicit OverLine(api::EngineApi& behind,
                      std::optional<api::Actor> actor = api::Actor::administrator("local:test"));
    ~OverLine();
    OverLine(const OverLine&) = delete;
    OverLine& operator=(const OverLine&) = delete;

    [[nodiscard]] api::EngineApi& engine() const;
    /// All that is on the line has arrived.
    void settle() const;
    /// Whether there are lines in this run.
    [[nodiscard]] static bool isOn();

private:
    class Line;
    api::EngineApi& m_behind;
    std::unique_ptr<Line> m_line;  ///< nullptr: there is none
};

}  // namespace evenhand::test
