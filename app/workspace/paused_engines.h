// SPDX-License-Identifier: GPL-3.0-or-later
// The engines that share a workspace, paused: none runs a batch while this one exists, and their callers wait, so that
// rows and keyspace are looked at as they are at one moment. For as long as it takes to copy the keyspace.
//
// It is a gate that is closed for no reason (store/records/gate_store.h). Whoever dies holding it is followed by a
// KeyspaceKeeper, which opens it after a lease.
// Thread: the caller's.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/base/clock.h"
#include "engine/runtime/reader_thread.h"
#include "engine/store/records/gate_store.h"

namespace evenhand::app {

class PausedEngines {
public:
    /// `open`: a connection that writes. `step`: called while it waits, where an engine of this thread has to be run
    /// on. Busy: the keyspace is made anew, or somebody else has paused them for too long. An engine that does not
    /// answer within a lease loses its connection.
    [[nodiscard]] static Result<std::unique_ptr<PausedEngines>> begin(const runtime::OpenForReading& open,
                                                                      const Clock& clock,
                                                                      const std::function<void()>& step);
    ~PausedEngines();
    PausedEngines(const PausedEngines&) = delete;
    PausedEngines& operator=(const PausedEngines&) = delete;

    /// Still holds them. Now and then while something takes long. Busy: somebody has taken this one for dead, so what
    /// was seen is not of one moment.
    [[nodiscard]] Result<void> renew();
    /// They go on. Busy: as above.
    [[nodiscard]] Result<void> end();

private:
    PausedEngines(std::unique_ptr<store::Database> database, const Clock& clock, store::gate::Gate gate);

    std::unique_ptr<store::Database> m_database;
    const Clock& m_clock;
    store::gate::Gate m_gate;
    std::int64_t m_renewNs = 0;
    bool m_ended = false;
};

}  // namespace evenhand::app
