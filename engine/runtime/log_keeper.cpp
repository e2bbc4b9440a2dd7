// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/log_keeper.h"

#include "engine/base/log.h"

namespace evenhand::runtime {

void LogKeeper::begin(std::int64_t nowNs) {
    constexpr std::int64_t kAtMostEveryNs = 200'000'000;
    constexpr int kRounds = 3;  // each is for what was written during the one before
    if (active() || (m_begunNs != 0 && nowNs - m_begunNs < kAtMostEveryNs)) {
        return;
    }
    stop();
    m_begunNs = nowNs;
    m_done = false;
    m_active.store(true, std::memory_order_release);
    m_thread = std::thread([this] {
        {
            auto database = m_open();
            auto done = database ? Result<void>() : Result<void>(tl::unexpect, database.error());
            for (int round = 0; done && round < kRounds; ++round) {
                m_finishing.store(round > 0, std::memory_order_relaxed);
                done = (*database)->checkpoint(false);
            }
            m_done = done && (*database)->logPages() == 0;
            if (!done) {
                // The log keeps everything, so nothing is lost; the next one tries again.
                base::log(base::LogLevel::Warning, "engine", done.error().text());
            }
        }
        m_finishing.store(false, std::memory_order_relaxed);
        m_active.store(false, std::memory_order_release);
    });
}

void LogKeeper::stop() {
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::runtime
