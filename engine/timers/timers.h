// SPDX-License-Identifier: GPL-3.0-or-later
// The room of timers: what the composition root needs of it. Register every source with the engine, then give out the
// desk. Thread: makeTimers() from any; the parts as their interfaces say.
#pragma once

#include <memory>
#include <vector>

#include "engine/api/timer_desk.h"
#include "engine/base/histogram.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/look_pace.h"
#include "engine/runtime/reader.h"

namespace evenhand::timers {

struct SharedState;

struct Timers {
    std::shared_ptr<SharedState> shared;  ///< of desk and sources
    std::unique_ptr<api::TimerDesk> desk;
    /// The delay queue first: at one instant it goes before the poller. They must live as long as the engine runs.
    std::vector<std::unique_ptr<runtime::DueSource>> sources;
};

/// How late timers had their effect, since start. Thread: any.
[[nodiscard]] base::HistogramCounts latenessOf(const Timers& timers);

/// Engine, reader, keyspace and clock must outlive all parts. `keyspace`: that of the engine, looked at between its
/// units on its thread; nullptr: no sources (a workspace opened for reading). `batches`: see runtime::LookPace.
[[nodiscard]] Timers makeTimers(runtime::Engine& engine, runtime::Reader& reader, keyspace::Keyspace* keyspace,
                                const Clock& clock, const runtime::BatchCounter& batches = {});

}  // namespace evenhand::timers
