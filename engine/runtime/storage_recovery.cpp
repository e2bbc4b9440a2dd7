// SPDX-License-Identifier: GPL-3.0-or-later
// A database server that is away, and conflicts with others on it: batches are run again as a whole, never half. Where
// the commit itself broke, the journal's record of that batch tells whether it happened (EmbeddedEngine::resume).
#include "engine/runtime/storage_recovery.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/invariant.h"
#include "engine/store/database/migrator.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kFirstDelayMs = 20;
constexpr std::int64_t kMaxDelayMs = 2'000;
constexpr std::int64_t kPaceMs = 20;

/// What callers are told while nothing can be written: one code for each reason, whenever they ask.
Error readOnly(const Error& reason) {
    const bool taken = reason.code == ErrorCode::WorkspaceInUse;
    return {taken ? ErrorCode::WorkspaceInUse : ErrorCode::ReadOnly,
            (taken ? "this engine no longer owns the workspace: " : "storage failed, the workspace is read-only: ") +
                reason.message,
            reason.field, reason.value};
}

}  // namespace

Error outcomeUnknown(const Error& reason) {
    return {ErrorCode::OutcomeUnknown,
            "the connection broke during the commit, it may or may not have happened: " + reason.message, reason.field,
            reason.value};
}

Result<void> StorageRecovery::open() {
    EVENHAND_ASSIGN(m_parts.database, m_parts.openDatabase());
    m_parts.unit.attach(m_parts.database.get());
    m_parts.runner.attach(m_parts.database.get());
    m_parts.journal = std::make_unique<store::JournalStore>(*m_parts.database);
    auto recovered = recover();
    if (!recovered) {
        m_parts.journal.reset();
        m_parts.database->keepLogAtClose();
        m_parts.database.reset();
        return recovered;
    }
    // The last process may have died of a failed sync. If the disk takes nothing now, the workspace is open for
    // reading.
    if (auto confirmed = store::confirmStorage(*m_parts.database); !confirmed) {
        lost(confirmed.error());
    }
    return {};
}

Result<void> StorageRecovery::recover() {
    m_parts.keyspace.clear();
    EVENHAND_ASSIGN(const auto end, m_parts.journal->replay([this](std::string_view record) {
        return m_parts.keyspace.applyJournal(record);
    }));
    m_parts.keyspace.commit();
    if (m_parts.keyspace.dirty()) {
        (void)m_parts.keyspace.takeJournal();  // what was just read is on disk
    }
    EVENHAND_TRY(m_parts.audit.restart(*m_parts.database));
    m_parts.setStandingReason(api::kServerNotDurable, m_parts.database->durabilityDoubt());
    if (end.seq < m_parts.seq) {
        return fail(ErrorCode::WorkspaceDamaged,
                    "this is not the database that was open: its journal ends at record " + std::to_string(end.seq) +
                        ", and " + std::to_string(m_parts.seq) + " was acknowledged",
                    "path", m_parts.database->location());
    }
    // Where others have committed meanwhile, they may have turned engine time back.
    m_parts.now = end.seq == m_parts.seq ? std::max(m_parts.now, end.at) : end.at;
    m_parts.seq = end.seq;
    m_parts.keyspace.setNow(m_parts.now);
    m_parts.status.setEngineTime(m_parts.now);
    m_parts.compactor.restart(end);
    m_background.restartConsumers();
    m_parts.figuresStale = true;
    m_lifecycle.recovered();
    return {};
}

void StorageRecovery::close() {
    if (!withoutFiles() && m_parts.database->isOpen()) {
        if (auto there = m_parts.lookAtFiles(true); !there) {
            lost(there.error());
        } else {
            // A reader may still hold the log; then the next start does it.
            std::ignore = m_parts.database->checkpoint(true);
        }
    }
    if (withoutFiles()) {
        runSaves();
        if (phase() == Phase::FilesLost && m_parts.options.rescue && !m_overwritten) {
            m_parts.options.rescue(*m_parts.database);  // not where another program wrote: what is read is not ours
        }
    }
    leaveLostFiles(&StorageLifecycle::closed);
    m_parts.journal.reset();
    m_parts.database.reset();
}

void StorageRecovery::lost(const Error& failed) {
    // Whatever failed: files that have gone from their place would be lost for ever if they were closed.
    const auto there = m_parts.database->isOpen() ? m_parts.database->checkFiles() : Result<void>();
    const Error reason = there ? failed : there.error();
    if (!there) {
        m_parts.database->rollback();
        m_overwritten = m_overwritten || reason.code == ErrorCode::WorkspaceDamaged;
        m_lifecycle.filesLost();
    } else {
        m_parts.database->close();
        m_lifecycle.repairNeeded();
    }
    m_parts.keyspace.clear();
    m_repairMs = m_parts.options.repairFirstMs;
    m_repairAtNs = m_parts.clock.monotonicNs();            // the first try at once
    m_parts.setState(api::EngineState::ReadOnly, reason);  // first: whoever is refused looks why
    m_parts.queue.refuseNew(readOnly(reason));
    if (!there) {
        m_parts.queue.refuseWaiting(readOnly(reason));  // repair() would, and is not tried until the files are back
    }
}

bool StorageRecovery::tryRepair() {
    if (withoutFiles()) {
        waitForFiles();
    }
    return !withoutFiles() && nextTryInNs() <= 0 && repair();
}

bool StorageRecovery::repair() {
    if (withoutFiles()) {
        return false;  // what is still open is all that can be read of them
    }
    auto repaired = m_parts.database->reopen();
    if (repaired) {
        // After a failed sync the system may show pages that the disk does not have. What is seen is written anew, and
        // a commit behind it shows that the disk takes it, before anything more is acknowledged.
        repaired = store::confirmStorage(*m_parts.database);
    }
    if (repaired) {
        repaired = recover();
    }
    if (!repaired) {
        m_parts.database->close();
        m_lifecycle.repairFailed();
        m_repairAtNs = m_parts.clock.monotonicNs() + m_repairMs * kNsPerMs;
        m_repairMs = std::min(m_repairMs * 2, m_parts.options.repairMaxMs);
        const auto& reason = repaired.error();
        const auto refusal = readOnly(reason);
        m_parts.queue.refuseNew(refusal);
        m_parts.queue.refuseWaiting(refusal);
        m_parts.setState(api::EngineState::ReadOnly, reason);
        return false;
    }
    m_parts.queue.refuseNew(std::nullopt);
    m_background.endWaiting();
    m_parts.setState(api::EngineState::Live);
    return true;
}

/// Saves what somebody asks for, and looks whether the files are back.
void StorageRecovery::waitForFiles() {
    runSaves();
    const auto ns = m_parts.clock.monotonicNs();
    if (ns < m_repairAtNs) {
        return;
    }
    m_repairAtNs = ns + m_parts.options.repairMaxMs * kNsPerMs;
    if (m_parts.database->checkFiles()) {
        leaveLostFiles(&StorageLifecycle::filesFound);
        m_repairAtNs = ns;
    }
}

void StorageRecovery::runSaves() {
    std::vector<std::function<bool(store::Database&)>> saves;
    {
        const std::lock_guard lock(m_savesMutex);
        saves.swap(m_saves);
    }
    for (const auto& save : saves) {
        if (save(*m_parts.database)) {
            m_lifecycle.filesSaved();
        }
    }
}

void StorageRecovery::leaveLostFiles(void (StorageLifecycle::*leave)()) {
    while (true) {
        {
            const std::lock_guard lock(m_savesMutex);
            if (m_saves.empty()) {
                (m_lifecycle.*leave)();
                return;
            }
        }
        runSaves();
    }
}

bool StorageRecovery::readLostFiles(std::function<bool(store::Database&)> save) {
    {
        const std::lock_guard lock(m_savesMutex);
        if (!withoutFiles()) {
            return false;
        }
        m_saves.push_back(std::move(save));
    }
    if (m_parts.threaded) {
        m_parts.queue.wake();
    } else {
        runSaves();
    }
    return true;
}

void StorageRecovery::hold(Held held, const Error& reason) {
    held.seq = m_parts.seq + 1;
    held.at = m_parts.now;
    held.sinceNs = held.nextTryNs = m_parts.realClock.monotonicNs();
    m_held = std::move(held);
    m_lifecycle.serverLost();
    m_parts.database->close();
    m_parts.keyspace.clear();
    m_background.restartConsumers();
    m_parts.setState(api::EngineState::Disconnected, reason);
}

std::optional<StorageRecovery::Held> StorageRecovery::reconnect() {
    auto& held = *m_held;
    const auto leftNs = held.nextTryNs - m_parts.realClock.monotonicNs();
    if (leftNs > 0) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(leftNs, kPaceMs * kNsPerMs)));
        return std::nullopt;
    }
    auto opened = m_parts.database->reopen();
    if (opened) {
        opened = recover();
    }
    if (opened) {
        m_parts.queue.refuseNew(std::nullopt);
        m_background.endWaiting();
        m_parts.setState(api::EngineState::Live);
        return std::exchange(m_held, std::nullopt);
    }
    m_parts.database->close();
    const auto& reason = opened.error();
    if (reason.code != ErrorCode::Storage) {
        // Somebody else owns the workspace now, or it cannot be used any more: waiting for the server is over.
        refuseHeld(reason);
        lost(reason);
        return std::nullopt;
    }
    held.delayMs = std::clamp(held.delayMs * 2, kFirstDelayMs, kMaxDelayMs);
    held.nextTryNs = m_parts.realClock.monotonicNs() + held.delayMs * kNsPerMs;
    if (m_parts.realClock.monotonicNs() - held.sinceNs >= m_parts.options.holdMs * kNsPerMs) {
        refuseHeldForTooLong(reason);
    }
    m_parts.setState(api::EngineState::Disconnected, reason);
    return std::nullopt;
}

void StorageRecovery::refuseHeldForTooLong(const Error& reason) {
    auto& held = *m_held;
    const Error refusal{ErrorCode::ReadOnly, "the database server cannot be reached: " + reason.message, reason.field,
                        reason.value};
    m_parts.queue.refuseNew(refusal);
    m_parts.queue.refuse(held.rest, refusal);
    held.rest.clear();
    m_parts.queue.refuse(held.slots, held.unknown ? outcomeUnknown(reason) : refusal);
    held.slots.clear();
    m_parts.queue.refuseWaiting(refusal);
}

void StorageRecovery::refuseHeld(const Error& reason) {
    if (!m_held) {
        return;
    }
    const auto held = std::exchange(m_held, std::nullopt).value();
    m_parts.queue.refuse(held.slots, held.unknown ? outcomeUnknown(reason) : reason);
    m_parts.queue.refuse(held.rest, reason);
}

void StorageRecovery::invalidate(const Error& reason) {
    {
        const std::lock_guard lock(m_requestMutex);
        m_invalidation = reason;
        m_invalidated = true;
    }
    m_parts.queue.wake();
}

void StorageRecovery::handleInvalidation() {
    if (!m_invalidated.load(std::memory_order_relaxed)) {
        return;
    }
    Error reason;
    {
        const std::lock_guard lock(m_requestMutex);
        reason = m_invalidation;
        m_invalidated = false;
    }
    if (working() && m_parts.database) {  // else it is being opened anew already
        hold({}, reason);
    }
}

void StorageRecovery::endWriting(const Error& why) {
    {
        const std::lock_guard lock(m_requestMutex);
        m_writingEndWhy = why;
        if (m_writing == Writing::Allowed) {
            m_writing = Writing::Ending;
        }
    }
    m_parts.queue.wake();
}

void StorageRecovery::handleEndOfWriting() {
    if (m_writing == Writing::Ending) {
        Error why;
        {
            const std::lock_guard lock(m_requestMutex);
            why = m_writingEndWhy;
            EVENHAND_INVARIANT(m_writing == Writing::Ending, "callers would be told of an end that nobody asked for");
            m_writing = Writing::Ended;
        }
        const Error refusal{ErrorCode::ReadOnly, "the workspace is read-only: " + why.message, why.field, why.value};
        m_parts.setState(api::EngineState::ReadOnly, why);  // first: whoever is refused looks why
        refuseHeld(refusal);
        m_parts.queue.refuseNew(refusal);
        m_parts.queue.refuseWaiting(refusal);
    }
    if (withoutFiles()) {
        waitForFiles();
    }
}

}  // namespace evenhand::runtime
