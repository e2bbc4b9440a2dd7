// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's figures: written by its thread, read by any without waiting.
// Each figure is one atomic; a copy may mix figures of two neighbouring batches, which a display does not notice.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/base/clock.h"
#include "engine/base/histogram.h"
#include "engine/store/pages/figures.h"

namespace evenhand::runtime {

/// Why the machine's clock does not fit what was committed; nullopt: it does.
[[nodiscard]] std::optional<api::StandingReason> clockReason(Instant clock, Instant committed);

class StatusBoard {
public:
    /// `machine`: the machine's clock, which engine time is compared with; nullptr: with none.
    StatusBoard(const Clock& clock, const Clock* machine, std::string deployment)
        : m_clock(clock), m_machine(machine), m_deployment(std::move(deployment)), m_since(clock.now().ms) {}

    // The engine's thread.
    void committed(std::size_t commands, std::int64_t commitNs, Instant engineTime);
    void setState(api::EngineState state, const std::string& reason, std::optional<ErrorCode> cause = std::nullopt);
    void setCounts(const store::Figures& figures) noexcept;
    void setEngineTime(Instant now) noexcept { m_now.store(now.ms, std::memory_order_relaxed); }

    // Any thread.
    /// Begins, changes or (nullopt) ends a standing reason; false: nothing has changed.
    bool setStandingReason(std::string_view code, std::optional<std::string> text);
    [[nodiscard]] api::EngineStatus copy(std::size_t inboxDepth) const;
    /// Without the standing reasons.
    [[nodiscard]] api::EngineState ownState() const noexcept { return m_state.load(std::memory_order_acquire); }

private:
    static constexpr std::size_t kSeconds = 8;    ///< ring of per-second counts
    static constexpr std::size_t kCommits = 512;  ///< ring of commit times

    struct Second {
        std::atomic<std::int64_t> second{-1};
        std::atomic<std::uint64_t> commands{0};
    };

    void addReasons(api::EngineStatus& status) const;

    const Clock& m_clock;
    const Clock* const m_machine;
    const std::string m_deployment;
    std::atomic<api::EngineState> m_state{api::EngineState::Live};
    mutable std::mutex m_reasonMutex;  ///< only taken when the state is not Live or a reason stands
    std::string m_reason;
    std::optional<ErrorCode> m_cause;
    std::vector<api::StandingReason> m_standing;
    Instant m_standingSince;  ///< when the first of those that stand began
    std::atomic<bool> m_anyStands{false};
    /// When the clock was first seen to be behind; 0: it is not. Readers of the status compare it: a sleeping engine
    /// would not notice that the clock was set back.
    mutable std::atomic<std::int64_t> m_behindSince{0};
    std::atomic<std::int64_t> m_since{0};
    std::atomic<std::int64_t> m_now{0};
    std::atomic<std::uint64_t> m_committed{0};
    std::atomic<std::int64_t> m_unassigned{-1};
    std::atomic<std::int64_t> m_deadLetters{-1};
    std::atomic<std::int64_t> m_late{-1};
    std::atomic<std::int64_t> m_overdue{-1};
    std::atomic<std::int64_t> m_deadTimers{-1};
    std::atomic<std::int64_t> m_alerts{-1};
    std::atomic<std::int64_t> m_returnsWaiting{-1};
    std::atomic<std::int64_t> m_refundsFailed{-1};
    std::atomic<std::int64_t> m_deadTasks{-1};
    std::atomic<bool> m_outwardHeld{false};
    std::array<Second, kSeconds> m_seconds;
    std::array<std::atomic<std::int64_t>, kCommits> m_commitNs{};
    std::atomic<std::uint64_t> m_commits{0};
    base::Histogram m_commitTimes;
};

}  // namespace evenhand::runtime
