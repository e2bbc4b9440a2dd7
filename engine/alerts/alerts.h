// SPDX-License-Identifier: GPL-3.0-or-later
// The room of alerts: what the composition root needs of it. Register every source with the engine, let heard() be told
// of its events, then give out the desk. What other rooms call is in raise.h.
// Thread: makeAlerts() from any; the parts as their interfaces say.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/api/alert_desk.h"
#include "engine/api/engine_api.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::alerts {

struct Alerts {
    std::unique_ptr<api::AlertDesk> desk;
    /// They must live as long as the engine runs.
    std::vector<std::unique_ptr<runtime::DueSource>> sources;
    /// What was committed, and changes of the engine's state; as a handler of EngineApi::subscribe(). Outlives nothing:
    /// not to be called once the sources are gone.
    api::EngineApi::EventHandler heard;
};

/// Engine, reader and clock (the machine's) must outlive all parts. `status`: of the engine; empty: no sources (a
/// workspace opened for reading).
[[nodiscard]] Alerts makeAlerts(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock,
                                std::function<api::EngineStatus()> status);

}  // namespace evenhand::alerts
