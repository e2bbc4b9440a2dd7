// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/refusal_recorder.h"

#include <chrono>

#include "engine/base/log.h"

namespace evenhand::app {

RefusalRecorder::RefusalRecorder(api::TokenDesk& desk, const Clock& clock)
    : m_desk(desk), m_clock(clock), m_thread([this] { loop(); }) {}

void RefusalRecorder::refused(std::string_view holder, std::string_view peer, int status, std::string_view reason) {
    const std::lock_guard lock(m_mutex);
    const bool first = m_sums.empty();
    m_sums.add(holder, peer, status, reason, m_clock.now());
    if (first) {
        m_changed.notify_one();
    }
}

void RefusalRecorder::loop() {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        m_changed.wait(lock, [this] { return m_stopping || !m_sums.empty(); });
        m_changed.wait_for(lock, std::chrono::milliseconds(ingest::RefusalSums::kWindowMs),
                           [this] { return m_stopping; });
        write(lock);
    }
}

void RefusalRecorder::write(std::unique_lock<std::mutex>& lock) {
    const auto sums = m_sums.take();
    lock.unlock();
    for (const auto& sum : sums) {
        const auto written = m_desk.noteRefused(sum).result();
        if (!written) {
            base::log(base::LogLevel::Warning, "http",
                      "refused requests are not in the audit log: " + written.error().text());
        }
    }
    lock.lock();
}

void RefusalRecorder::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_changed.notify_all();
    }
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::app
