// SPDX-License-Identifier: GPL-3.0-or-later
// A database server that is away, and conflicts with others on it: batches are run again as a whole, never half. Where
// the commit itself broke, the journal's record of that batch tells whether it happened.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/runtime/embedded_engine.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kFirstDelayMs = 20;
constexpr std::int64_t kMaxDelayMs = 2'000;
constexpr std::int64_t kPaceMs = 20;

/// Waiting for a server takes real time, also where the engine's clock is virtual.
std::int64_t steadyNs() { return base::SystemClock().monotonicNs(); }

Error outcomeUnknown(const Error& reason) {
    return {ErrorCode::OutcomeUnknown,
            "the connection broke during the commit, it may or may not have happened: " + reason.message, reason.field,
            reason.value};
}

}  // namespace

bool EmbeddedEngine::serverLost() const noexcept {
    return m_database->faultKind() == store::Database::FaultKind::Dropped;
}

/// Once more, as one batch of its own. Messages and due work follow with the next batch.
void EmbeddedEngine::retryBatch(std::vector<Slot> slots, int tries) {
    if (slots.empty()) {
        m_backgroundAtNs = m_clock.monotonicNs() + (kPaceMs << tries) * kNsPerMs;
        return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(tries));
    rerun(std::move(slots), tries);
}

/// At once. Messages and due work come with the next batch.
void EmbeddedEngine::rerun(std::vector<Slot> slots, int tries) {
    if (slots.empty()) {
        return;
    }
    Error reason;
    m_slots = std::move(slots);
    const auto outcome = attempt(&m_slots, reason);
    slots = std::move(m_slots);
    m_slots = {};
    conclude(outcome, std::move(slots), reason, tries);
}

void EmbeddedEngine::hold(std::vector<Slot> slots, bool unknown, std::vector<Slot> rest, const Error& reason) {
    Held held;
    held.slots = std::move(slots);
    held.rest = std::move(rest);
    held.unknown = unknown;
    held.seq = m_seq + 1;
    held.at = m_now;
    if (unknown) {
        held.record = std::move(m_record);
        held.events = std::move(m_unit.events);
        m_unit.events = {};
    }
    held.sinceNs = held.nextTryNs = steadyNs();
    m_held = std::move(held);
    m_recovered = false;
    m_database->close();
    m_keyspace.clear();
    for (auto& consumer : m_consumers) {
        consumer->restart();
    }
    setState(api::EngineState::Disconnected, reason);
}

/// Tries to get the server back; false: not yet. Paces itself, so that it may be called in a loop.
bool EmbeddedEngine::reconnect() {
    auto& held = *m_held;
    const auto leftNs = held.nextTryNs - steadyNs();
    if (leftNs > 0) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(leftNs, kPaceMs * kNsPerMs)));
        return false;
    }
    auto opened = m_database->reopen();
    if (opened) {
        opened = recover();
    }
    if (opened) {
        m_queue.refuseNew(std::nullopt);
        m_backgroundAtNs = 0;
        setState(api::EngineState::Live);
        resume(std::exchange(m_held, std::nullopt).value());
        return true;
    }
    m_database->close();
    const auto& reason = opened.error();
    if (reason.code != ErrorCode::Storage) {
        // Somebody else owns the workspace now, or it cannot be used any more: waiting for the server is over.
        refuseHeld(reason);
        storageLost(reason);
        return false;
    }
    held.delayMs = std::clamp(held.delayMs * 2, kFirstDelayMs, kMaxDelayMs);
    held.nextTryNs = steadyNs() + held.delayMs * kNsPerMs;
    if (steadyNs() - held.sinceNs >= m_options.holdMs * kNsPerMs) {
        const Error refusal{ErrorCode::ReadOnly, "the database server is away: " + reason.message, reason.field,
                            reason.value};
        m_queue.refuseNew(refusal);
        refuse(held.rest, refusal);
        if (!held.unknown) {
            refuse(held.slots, refusal);
            held.slots.clear();
        } else if (!held.refused) {
            refuse(held.slots, outcomeUnknown(reason));
            held.slots.clear();
        }
        held.rest.clear();
        held.refused = true;
        m_queue.refuseWaiting(refusal);
    }
    setState(api::EngineState::Disconnected, reason);
    return false;
}

/// The server is back and the keyspace is what was committed.
void EmbeddedEngine::resume(Held held) {
    if (held.unknown && (!held.slots.empty() || !held.events.empty())) {
        const auto committed = m_journal->holds(held.seq, held.at, held.record, m_seq);
        if (!committed) {
            refuse(held.slots, outcomeUnknown(committed.error()));
            held.slots.clear();
        } else if (!*committed) {
            refuse(held.slots, outcomeUnknown({ErrorCode::WorkspaceInUse, "another engine has gone on since", {}, {}}));
            held.slots.clear();
        } else if (**committed) {
            base::log(base::LogLevel::Info, "engine", "the commit that broke had happened");
            m_unit.events = std::move(held.events);
            m_slots = std::move(held.slots);
            concluded();
            held.slots.clear();
        }
    }
    auto& slots = held.slots;
    slots.insert(slots.end(), held.rest.begin(), held.rest.end());
    if (!slots.empty()) {
        retryBatch(std::move(slots), 0);
    }
}

void EmbeddedEngine::refuseHeld(const Error& reason) {
    if (!m_held) {
        return;
    }
    auto held = std::exchange(m_held, std::nullopt).value();
    refuse(held.slots, held.unknown ? outcomeUnknown(reason) : reason);
    refuse(held.rest, reason);
}

void EmbeddedEngine::invalidate(const Error& reason) {
    {
        const std::lock_guard lock(m_invalidationMutex);
        m_invalidation = reason;
        m_invalidated = true;
    }
    m_queue.wake();
}

void EmbeddedEngine::handleInvalidation() {
    Error reason;
    {
        const std::lock_guard lock(m_invalidationMutex);
        reason = m_invalidation;
        m_invalidated = false;
    }
    if (!m_recovered || !m_database) {
        return;  // being opened anew already
    }
    hold({}, false, {}, reason);
}

}  // namespace evenhand::runtime
