// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsals of flash sales: a generated crowd against an engine of its own in a scratch folder, stepped on a virtual
// clock, so that an hour takes seconds and nothing of the workspace is touched.
// Thread: see each.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/seckill/seckill.h"

namespace evenhand::app {

/// Runs it on the calling thread. `copy`: whose price and duration to take. Cancelled once `cancelled` answers true.
[[nodiscard]] Result<api::RehearsalResult> runRehearsal(const api::RehearsalPlan& plan,
                                                        const std::optional<api::ActivityRow>& copy,
                                                        const api::RehearsalWatch& watch,
                                                        const std::function<bool()>& cancelled);

/// One at a time on a thread of its own; the destructor cancels and waits. start() from any thread.
class Rehearsals {
public:
    Rehearsals() = default;
    ~Rehearsals() { stop(); }
    Rehearsals(const Rehearsals&) = delete;
    Rehearsals& operator=(const Rehearsals&) = delete;

    /// Busy while one runs.
    [[nodiscard]] api::Answer<api::RehearsalResult> start(api::RehearsalPlan plan, api::RehearsalWatch watch,
                                                          seckill::CopyOf copy);
    void stop();

private:
    std::mutex m_mutex;  ///< guards m_thread
    std::thread m_thread;
    std::atomic<bool> m_running{false};
    std::atomic<bool> m_stopping{false};
};

}  // namespace evenhand::app
