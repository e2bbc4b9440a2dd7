// SPDX-License-Identifier: GPL-3.0-or-later
// Writes what the HTTP API has refused into the audit log, once a minute and at the end.
// Threads: refused() on the server's thread, the rest on the one that constructs it; a thread of its own writes.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/ingest/http/refusal_sums.h"

namespace evenhand::app {

class RefusalRecorder final : public ingest::RefusalSink {
public:
    /// Both must outlive it.
    RefusalRecorder(api::TokenDesk& desk, const Clock& clock);
    ~RefusalRecorder() override { stop(); }

    void refused(std::string_view holder, std::string_view peer, int status, std::string_view reason) override;
    /// Writes what is left; the engine must still be running. Idempotent.
    void stop();

private:
    void loop();
    void write(std::unique_lock<std::mutex>& lock);

    api::TokenDesk& m_desk;
    const Clock& m_clock;
    std::mutex m_mutex;  ///< guards the following
    std::condition_variable m_changed;
    ingest::RefusalSums m_sums;
    bool m_stopping = false;
    std::thread m_thread;
};

}  // namespace evenhand::app
