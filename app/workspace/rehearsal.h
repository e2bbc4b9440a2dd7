// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsals of flash sales: a generated crowd against an engine of its own in a scratch folder. It runs on a virtual
// clock, so that an hour takes seconds, and does not touch the real workspace.
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

/// Runs on the calling thread. `copy`: the sale whose price and duration are used. Error: Cancelled, once `cancelled`
/// returns true.
[[nodiscard]] Result<api::RehearsalResult> runRehearsal(const api::RehearsalPlan& plan,
                                                        const std::optional<api::ActivityRow>& copy,
                                                        const api::RehearsalWatch& watch,
                                                        const std::function<bool()>& cancelled);

/// Runs one rehearsal at a time on a thread of its own. The destructor cancels it and waits. start() may be called from
/// any thread.
class Rehearsals {
public:
    Rehearsals() = default;
    ~Rehearsals() { stop(); }
    Rehearsals(const Rehearsals&) = delete;
    Rehearsals& operator=(const Rehearsals&) = delete;

    /// Error: Busy, while one runs.
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
