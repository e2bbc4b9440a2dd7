// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/wal_checkpointer.h"

#include "engine/base/log.h"

namespace evenhand::runtime {

void WalCheckpointer::begin(std::int64_t nowNs) {
    constexpr std::int64_t kAtMostEveryNs = 200'000'000;
    // Each round writes back what came in during the round before, so rounds get shorter. The engine's own last one,
    // for which every caller waits, takes about as long as the last round here: so that has to be short. Where writers
    // stay ahead for good, the number of rounds ends it.
    constexpr int kRounds = 16;
    constexpr std::int64_t kShortNs = 8'000'000;
    if (active() || (m_begunNs != 0 && nowNs - m_begunNs < kAtMostEveryNs)) {
        return;
    }
    stop();  // the former thread has done its work, but one that was not joined would end the program below
    m_begunNs = nowNs;
    // Before the thread starts: else active() could say false while it works, and a second one would be begun.
    m_state.store(State::FirstRound, std::memory_order_release);
    m_thread = std::thread([this] {
        bool whole = false;
        {
            auto database = m_open();
            auto done = database ? Result<void>() : Result<void>(tl::unexpect, database.error());
            bool caughtUp = false;
            for (int round = 0; done && !caughtUp && round < kRounds; ++round) {
                if (round > 0) {
                    m_state.store(State::Finishing, std::memory_order_relaxed);
                }
                const auto from = m_steadyNs();
                done = (*database)->checkpoint(false);
                caughtUp = m_steadyNs() - from <= kShortNs;
            }
            // Pages that a reader has kept in the log would make the owner's last checkpoint long: then it is not asked
            // for.
            whole = done && (*database)->logPages() == 0;
            if (!done) {
                // The log keeps everything, so nothing is lost; the next one tries again.
                base::log(base::LogLevel::Warning, "engine", done.error().text());
            }
        }
        // Last of all, and by a release: whoever sees active() false finds the database closed.
        m_state.store(whole ? State::Done : State::Idle, std::memory_order_release);
    });
}

bool WalCheckpointer::takeDone() noexcept {
    auto done = State::Done;
    return m_state.compare_exchange_strong(done, State::Idle, std::memory_order_acquire);
}

void WalCheckpointer::stop() {
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::runtime
