// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/paused_engines.h"

#include <chrono>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/base/rng.h"
#include "engine/store/records/node_store.h"

namespace evenhand::app {
namespace {

namespace gates = store::gate;
using base::kNsPerMs;

constexpr std::int64_t kPauseLeaseMs = 10'000;
constexpr std::int64_t kOthersMs = 30'000;  ///< so long somebody else's pause is waited for
constexpr std::int64_t kPauseRenewMs = 1'000;
constexpr std::int64_t kPausePaceMs = 5;

void waitAWhile(const std::function<void()>& step) {
    if (step) {
        step();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kPausePaceMs));
}

/// The gate, closed by this one.
Result<gates::Gate> closedGate(store::Database& database, const Clock& clock, const std::function<void()>& step) {
    const auto name = "a look by " + Rng(Rng::systemSeed()).uuid();
    const auto fromNs = clock.monotonicNs();
    while (true) {
        EVENHAND_ASSIGN(auto gate, gates::read(database));
        if (gate.isOpen) {
            EVENHAND_ASSIGN(const bool ours, gates::close(database, gate, name, {}, clock.now().plusMs(kPauseLeaseMs)));
            if (ours) {
                return gate;
            }
        } else if (!gate.reason.empty() || clock.monotonicNs() - fromNs > kOthersMs * kNsPerMs) {
            return fail(ErrorCode::Busy, "the keyspace is made anew already, or the service is not at work");
        }
        waitAWhile(step);
    }
}

}  // namespace

Result<std::unique_ptr<PausedEngines>> PausedEngines::begin(const runtime::OpenForReading& open, const Clock& clock,
                                                            const std::function<void()>& step) {
    EVENHAND_ASSIGN(auto database, open());
    EVENHAND_ASSIGN(auto gate, closedGate(*database, clock, step));
    std::unique_ptr<PausedEngines> paused(new PausedEngines(std::move(database), clock, std::move(gate)));
    const auto fromNs = clock.monotonicNs();
    while (true) {
        EVENHAND_ASSIGN(const auto others, gates::notSeenBy(*paused->m_database, paused->m_gate.number));
        if (others.empty()) {
            return paused;
        }
        if (clock.monotonicNs() - fromNs > kPauseLeaseMs * kNsPerMs) {
            for (const auto& node : others) {
                EVENHAND_TRY(store::nodes::disconnect(*paused->m_database, node));
            }
        }
        EVENHAND_TRY(paused->renew());
        waitAWhile(step);
    }
}

PausedEngines::PausedEngines(std::unique_ptr<store::Database> database, const Clock& clock, gates::Gate gate)
    : m_database(std::move(database)), m_clock(clock), m_gate(std::move(gate)) {}

PausedEngines::~PausedEngines() {
    std::ignore = end();  // else a keeper opens it
}

Result<void> PausedEngines::renew() {
    const auto nowNs = m_clock.monotonicNs();
    if (nowNs < m_renewNs) {
        return {};
    }
    m_renewNs = nowNs + kPauseRenewMs * kNsPerMs;
    EVENHAND_ASSIGN(const bool ours, gates::renew(*m_database, m_gate));
    return ours ? Result<void>() : fail(ErrorCode::Busy, "the look at the keyspace took too long");
}

Result<void> PausedEngines::end() {
    if (std::exchange(m_ended, true)) {
        return {};
    }
    EVENHAND_ASSIGN(const bool ours, gates::open(*m_database, m_gate, m_gate.masters));
    return ours ? Result<void>() : fail(ErrorCode::Busy, "the look at the keyspace took too long");
}

}  // namespace evenhand::app
