// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a test's console either the test's engine itself or, with EVENHAND_TEST_LINE=1, the same engine behind a real
// service and a real line. CTest runs the console's tests both ways. So a test passes engine() to its console and
// otherwise uses its own engine directly.
//
// With a line, calls reach the test's engine on the test's thread, when its event loop runs. Each turn of the loop
// waits until everything on the line has arrived, so that a test waits for an answer no longer than without a line;
// calls that the engine holds back are not waited for. The service is made to send its status at once, so that it is
// never old.
// Thread: confined to its owner, which has a Qt event loop.
#pragma once

#include <memory>
#include <optional>

#include "engine/api/engine_api.h"

namespace evenhand::test {

class OverLine {
public:
    /// `behind` must outlive it. `actor`: the person at the console, in whose name all calls are made; nullopt: nobody
    /// yet, somebody signs in over the line.
    explicit OverLine(api::EngineApi& behind,
                      std::optional<api::Actor> actor = api::Actor::administrator("local:test"));
    ~OverLine();
    OverLine(const OverLine&) = delete;
    OverLine& operator=(const OverLine&) = delete;

    [[nodiscard]] api::EngineApi& engine() const;
    /// Waits until everything on the line has arrived.
    void settle() const;
    /// Whether this run uses lines.
    [[nodiscard]] static bool isOn();

private:
    class Line;
    api::EngineApi& m_behind;
    std::unique_ptr<Line> m_line;  ///< nullptr: this run uses no line
};

}  // namespace evenhand::test
