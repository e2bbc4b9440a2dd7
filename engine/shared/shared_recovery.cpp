// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/shared_recovery.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/log.h"
#include "engine/store/records/node_store.h"

namespace evenhand::shared {
namespace {

using base::kNsPerMs;
namespace nodes = store::nodes;

constexpr std::int64_t kFirstDelayMs = 20;
constexpr std::int64_t kMaxDelayMs = 2'000;
constexpr std::int64_t kPaceMs = 20;
constexpr int kMeasures = 3;  ///< at an opening; the best one counts

Error outcomeUnknown(const Error& reason) {
    return {ErrorCode::OutcomeUnknown,
            "the connection broke during the commit, it may or may not have happened: " + reason.message, reason.field,
            reason.value};
}

}  // namespace

Result<void> SharedRecovery::open() {
    EVENHAND_ASSIGN(m_parts.database, m_parts.openDatabase());
    m_parts.unit.attach(m_parts.database.get());
    m_parts.runner.attach(m_parts.database.get());
    auto entered = enter();
    if (!entered) {
        m_parts.database.reset();
    }
    return entered;
}

Result<void> SharedRecovery::enter() {
    auto& database = *m_parts.database;
    EVENHAND_TRY(nodes::holdName(database, m_parts.given.node));
    database.setOpenGuard(
        [node = m_parts.given.node](store::Database& reopened) { return nodes::holdName(reopened, node); });
    EVENHAND_ASSIGN(const auto joined, nodes::join(database, m_parts.given.node));
    database.shareWriting(joined.slot);
    m_parts.slot = joined.slot;
    m_parts.batch = 0;
    for (int i = 0; i < kMeasures; ++i) {
        EVENHAND_TRY(readTime());
    }
    m_parts.time.atLeast(joined.newest);
    m_parts.now = m_parts.time.now();
    m_parts.status.setEngineTime(m_parts.now);
    EVENHAND_TRY(m_parts.audit.restart(database));
    m_parts.setStandingReason(api::kServerNotDurable, database.durabilityDoubt());
    // A wrong password is nothing to wait for; a server of Redis that is away is: its commands are refused meanwhile.
    if (const auto known = m_parts.client.isCluster(); !known && known.error().code == ErrorCode::PermissionDenied) {
        return fail(known.error());
    }
    return {};
}

void SharedRecovery::close() {
    EVENHAND_INVARIANT(!away(), "commands would wait for a connection that nobody opens any more");
    if (m_parts.database && m_parts.database->isOpen()) {
        std::ignore = nodes::leave(*m_parts.database, m_parts.given.node);  // else the slot is free in a day
    }
    m_parts.database.reset();
}

Result<void> SharedRecovery::readTime() {
    const auto before = m_parts.time.monotonicNs();
    EVENHAND_ASSIGN(const auto told, nodes::databaseTime(*m_parts.database));
    m_parts.time.measured(told, before, m_parts.time.monotonicNs());
    m_measureNs = m_parts.realClock.monotonicNs() + m_parts.given.measureTimeMs * kNsPerMs;
    return {};
}

void SharedRecovery::measureTime() {
    if (m_parts.realClock.monotonicNs() >= m_measureNs) {
        // Of a connection that has gone the next batch finds out, and does about it what is to be done.
        std::ignore = readTime();
        m_measureNs = m_parts.realClock.monotonicNs() + m_parts.given.measureTimeMs * kNsPerMs;
    }
}

void SharedRecovery::hold(Held held, const Error& reason) {
    EVENHAND_INVARIANT(!away(), "what became of a batch would be forgotten for another one");
    if (held.unknown) {
        // As after any batch that was not kept: what was remembered of it may be wrong.
        m_parts.audit.undone();
        m_background.batchUndone();
    }
    m_held = std::move(held);
    m_sinceNs = m_nextTryNs = m_parts.realClock.monotonicNs();
    m_delayMs = 0;
    m_parts.database->close();
    m_parts.setState(api::EngineState::Disconnected, reason);
}

std::optional<SharedRecovery::Back> SharedRecovery::reconnect() {
    const auto leftNs = m_nextTryNs - m_parts.realClock.monotonicNs();
    if (leftNs > 0) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(leftNs, kPaceMs * kNsPerMs)));
        return std::nullopt;
    }
    Back back;
    auto opened = m_parts.database->reopen();  // with it the former connection ends
    if (opened && m_held->unknown) {
        auto fate = fateOf(m_parts.batch + 1);
        if (fate) {
            back.fate = *fate;
        } else {
            opened = fail(std::move(fate).error());
        }
    }
    if (opened) {
        opened = readTime();
    }
    if (opened) {
        opened = m_parts.audit.restart(*m_parts.database);
    }
    if (!opened) {
        m_parts.database->close();
        m_delayMs = std::clamp(m_delayMs * 2, kFirstDelayMs, kMaxDelayMs);
        m_nextTryNs = m_parts.realClock.monotonicNs() + m_delayMs * kNsPerMs;
        if (m_parts.realClock.monotonicNs() - m_sinceNs >= m_parts.options.holdMs * kNsPerMs) {
            refuseForTooLong(opened.error());
        }
        m_parts.setState(api::EngineState::Disconnected, opened.error());
        return std::nullopt;
    }
    back.held = *std::exchange(m_held, std::nullopt);
    if (back.held.unknown && back.fate == Fate::RolledBack) {
        m_parts.unit.takeBack(std::move(*back.held.unknown));
    } else if (back.held.unknown && back.fate == Fate::Committed) {
        base::log(base::LogLevel::Info, "engine", "the commit that broke had happened");
        ++m_parts.batch;
        m_parts.unit.finish(std::move(*back.held.unknown));
    }
    m_parts.queue.refuseNew(std::nullopt);
    m_background.endWaiting();
    m_parts.setState(api::EngineState::Live);
    return back;
}

Result<SharedRecovery::Fate> SharedRecovery::fateOf(std::int64_t batch) {
    EVENHAND_ASSIGN(const auto last, nodes::lastBatch(*m_parts.database, m_parts.given.node));
    if (!last) {
        return Fate::Unknown;
    }
    return *last >= batch ? Fate::Committed : Fate::RolledBack;
}

void SharedRecovery::refuseForTooLong(const Error& reason) {
    const Error refusal{ErrorCode::ReadOnly, "the database server cannot be reached: " + reason.message, reason.field,
                        reason.value};
    m_parts.queue.refuseNew(refusal);
    m_parts.queue.refuse(m_held->rest, refusal);
    m_held->rest.clear();
    // What they did to the keyspace is still held: it is taken back, or not, when it is known what became of them.
    m_parts.queue.refuse(m_held->slots, m_held->unknown ? outcomeUnknown(reason) : refusal);
    m_held->slots.clear();
    m_parts.queue.refuseWaiting(refusal);
}

void SharedRecovery::refuseHeld(const Error& reason) {
    if (!m_held) {
        return;
    }
    const auto held = *std::exchange(m_held, std::nullopt);
    m_parts.queue.refuse(held.slots, held.unknown ? outcomeUnknown(reason) : reason);
    m_parts.queue.refuse(held.rest, reason);
}

}  // namespace evenhand::shared
