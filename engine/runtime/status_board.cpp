// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/status_board.h"

#include <algorithm>

#include "engine/runtime/csv_export.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kRateSeconds = 5;  ///< whole seconds averaged

std::string joined(const std::vector<api::StandingReason>& reasons) {
    std::string text;
    for (const auto& reason : reasons) {
        text += (text.empty() ? "" : "; ") + reason.text;
    }
    return text;
}

}  // namespace

/// The clock's instant to the minute, and without seconds, which would be wrong: the text must not change with every
/// look.
std::optional<api::StandingReason> clockReason(Instant clock, Instant committed) {
    if (committed.ms - clock.ms <= api::kClockToleranceMs) {
        return std::nullopt;
    }
    constexpr std::size_t kToTheMinute = std::string_view("2026-01-05T10:00").size();
    return api::StandingReason{
        std::string(api::kClockBehind),
        "the machine's clock (" + csvTime(clock).substr(0, kToTheMinute) +
            "Z) is behind the newest committed instant (" + csvTime(committed) +
            "): timers wait for it; correct the clock, or continue from it with evenhandctl clock reset"};
}

void StatusBoard::committed(std::size_t commands, std::int64_t commitNs, Instant engineTime) {
    m_now.store(engineTime.ms, std::memory_order_relaxed);
    m_committed.fetch_add(commands, std::memory_order_relaxed);
    const std::int64_t second = m_clock.monotonicNs() / kNsPerSecond;
    auto& slot = m_seconds[static_cast<std::size_t>(second) % kSeconds];
    if (slot.second.load(std::memory_order_relaxed) != second) {
        slot.commands.store(0, std::memory_order_relaxed);
        slot.second.store(second, std::memory_order_relaxed);
    }
    slot.commands.fetch_add(commands, std::memory_order_relaxed);
    m_commitTimes.add(static_cast<double>(commitNs) / 1e9);
    const auto index = m_commits.load(std::memory_order_relaxed);
    m_commitNs[index % kCommits].store(commitNs, std::memory_order_relaxed);
    m_commits.store(index + 1, std::memory_order_release);
}

void StatusBoard::setState(api::EngineState state, const std::string& reason, std::optional<ErrorCode> cause) {
    const std::lock_guard lock(m_reasonMutex);
    m_reason = reason;
    m_cause = cause;
    if (m_state.load(std::memory_order_relaxed) != state) {
        m_since.store(m_clock.now().ms, std::memory_order_relaxed);
    }
    m_state.store(state, std::memory_order_release);
}

bool StatusBoard::setStandingReason(std::string_view code, std::optional<std::string> text) {
    const std::lock_guard lock(m_reasonMutex);
    const auto found = std::find_if(m_standing.begin(), m_standing.end(),
                                    [code](const api::StandingReason& reason) { return reason.code == code; });
    if (found == m_standing.end()) {
        if (!text) {
            return false;
        }
        if (m_standing.empty()) {
            m_standingSince = m_clock.now();
        }
        m_standing.push_back({std::string(code), *std::move(text)});
    } else if (!text) {
        m_standing.erase(found);
    } else if (found->text != *text) {
        found->text = *std::move(text);
    } else {
        return false;
    }
    m_anyStands.store(!m_standing.empty(), std::memory_order_release);
    return true;
}

void StatusBoard::addReasons(api::EngineStatus& status) const {
    Instant since{INT64_MAX};
    if (status.state != api::EngineState::Live || m_anyStands.load(std::memory_order_acquire)) {
        const std::lock_guard lock(m_reasonMutex);
        status.reason = m_reason;
        status.cause = m_cause;
        if (status.state == api::EngineState::Degraded) {
            status.standing.push_back({std::string(api::kStorageFailed), m_reason});
        }
        status.standing.insert(status.standing.end(), m_standing.begin(), m_standing.end());
        since = m_standing.empty() ? since : m_standingSince;
    }
    if (m_machine != nullptr) {
        status.clock = m_machine->now();
        if (auto reason = clockReason(status.clock, status.committedAt)) {
            std::int64_t none = 0;
            m_behindSince.compare_exchange_strong(none, status.clock.ms);
            since = std::min(since, Instant{m_behindSince.load()});
            status.standing.push_back(*std::move(reason));
        } else {
            m_behindSince.store(0);
        }
    }
    if (status.state == api::EngineState::Live && !status.standing.empty()) {
        status.state = api::EngineState::Degraded;
        status.since = since;
    }
    if (status.state == api::EngineState::Degraded) {
        status.reason = joined(status.standing);
    }
}

void StatusBoard::setCounts(const store::Figures& figures) noexcept {
    m_unassigned.store(figures.unassigned, std::memory_order_relaxed);
    m_deadLetters.store(figures.openDeadLetters, std::memory_order_relaxed);
    m_late.store(figures.late, std::memory_order_relaxed);
    m_overdue.store(figures.overdue, std::memory_order_relaxed);
    m_deadTimers.store(figures.deadTimers, std::memory_order_relaxed);
    m_alerts.store(figures.alerts, std::memory_order_relaxed);
    m_returnsWaiting.store(figures.returnsWaiting, std::memory_order_relaxed);
    m_refundsFailed.store(figures.refundsFailed, std::memory_order_relaxed);
    m_deadTasks.store(figures.deadTasks, std::memory_order_relaxed);
    m_outwardHeld.store(figures.outwardHeld > 0, std::memory_order_relaxed);
}

api::EngineStatus StatusBoard::copy(std::size_t inboxDepth) const {
    api::EngineStatus status;
    status.state = ownState();
    status.since.ms = m_since.load(std::memory_order_relaxed);
    status.committedAt.ms = m_now.load(std::memory_order_relaxed);
    addReasons(status);
    status.deployment = m_deployment;
    status.now.ms = std::max(status.committedAt.ms, m_clock.now().ms);
    status.committed = m_committed.load(std::memory_order_relaxed);
    status.inboxDepth = inboxDepth;
    status.unassigned = m_unassigned.load(std::memory_order_relaxed);
    status.deadLetters = m_deadLetters.load(std::memory_order_relaxed);
    status.late = m_late.load(std::memory_order_relaxed);
    status.overdue = m_overdue.load(std::memory_order_relaxed);
    status.deadTimers = m_deadTimers.load(std::memory_order_relaxed);
    status.alerts = m_alerts.load(std::memory_order_relaxed);
    status.returnsWaiting = m_returnsWaiting.load(std::memory_order_relaxed);
    status.refundsFailed = m_refundsFailed.load(std::memory_order_relaxed);
    status.deadTasks = m_deadTasks.load(std::memory_order_relaxed);
    status.commitTimes = m_commitTimes.copy();
    status.outwardHeld = m_outwardHeld.load(std::memory_order_relaxed);

    const std::int64_t second = m_clock.monotonicNs() / kNsPerSecond;
    std::uint64_t commands = 0;
    for (const auto& slot : m_seconds) {
        const auto of = slot.second.load(std::memory_order_relaxed);
        if (of >= second - kRateSeconds && of < second) {
            commands += slot.commands.load(std::memory_order_relaxed);
        }
    }
    status.committedPerSecond = static_cast<double>(commands) / static_cast<double>(kRateSeconds);

    const auto commits = std::min<std::uint64_t>(m_commits.load(std::memory_order_acquire), kCommits);
    if (commits == 0) {
        status.commitP50Ms = status.commitP99Ms = -1;
        return status;
    }
    std::vector<std::int64_t> times(commits);
    for (std::size_t i = 0; i < times.size(); ++i) {
        times[i] = m_commitNs[i].load(std::memory_order_relaxed);
    }
    const auto quantile = [&times](std::size_t percent) {
        const auto at = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) * percent / 100);
        std::nth_element(times.begin(), at, times.end());
        return static_cast<double>(*at) / 1e6;
    };
    status.commitP50Ms = quantile(50);
    status.commitP99Ms = quantile(99);
    return status;
}

}  // namespace evenhand::runtime
