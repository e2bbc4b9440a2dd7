// SPDX-License-Identifier: GPL-3.0-or-later
// For tests that wait for answers without an event loop: an engine with threads of its own, or, with
// EVENHAND_TEST_LINE=1, the same engine behind a real service at a free port of this machine and a real line to it.
// Tests whose engine is steered on their own thread take over_line.h.
// Thread: made and destroyed on one; the engine is for any.
#pragma once

#include <memory>

#include "engine/api/engine_api.h"

namespace evenhand::test {

class ServiceLine {
public:
    /// `behind` outlives it. `actor`: what every call is made as, whoever the caller says it is.
    ServiceLine(api::EngineApi& behind, api::Actor actor);
    ~ServiceLine();
    ServiceLine(const ServiceLine&) = delete;
    ServiceLine& operator=(const ServiceLine&) = delete;

    [[nodiscard]] api::EngineApi& engine() const;

private:
    class Line;
    api::EngineApi& m_behind;
    std::unique_ptr<Line> m_line;  ///< nullptr: this run has none
};

}  // namespace evenhand::test
