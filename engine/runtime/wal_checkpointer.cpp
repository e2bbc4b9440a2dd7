// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/wal_checkpointer.h"

#include "engine/base/log.h"

namespace evenhand::runtime {

void WalCheckpointer::begin(std::int64_t nowNs) {
    constexpr std::int64_t kAtMostEveryNs = 200'000'000;
    // Each round is for what was written during the one before; the owner's last one takes about as long as the one
    // that ends them, with everybody waiting.
    constexpr int kRounds = 16;
    constexpr std::int64_t kShortNs = 8'000'000;
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
            bool caughtUp = false;
            for (int round = 0; done && !caughtUp && round < kRounds; ++round) {
                m_finishing.store(round > 0, std::memory_order_relaxed);
                const auto from = m_steadyNs();
                done = (*database)->checkpoint(false);
                caughtUp = m_steadyNs() - from <= kShortNs;
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

void WalCheckpointer::stop() {
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::runtime
