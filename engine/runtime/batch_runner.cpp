// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/batch_runner.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "engine/runtime/run_once.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::runtime {
namespace {

constexpr std::size_t kClockEvery = 16;                  ///< commands between looks at the clock
constexpr std::size_t kGroupCommitSiblings = 4;          ///< callers at a time from which on a batch waits for them all
constexpr std::size_t kReadAhead = 128;                  ///< commands read for at once, where reading ahead saves time
constexpr std::int64_t kSharedForNs = 1'000 * kNsPerMs;  ///< so long callers of one batch are expected to share again

}  // namespace

BatchRunner::Ended BatchRunner::run() {
    m_slots.clear();
    return attempt(nullptr);
}

BatchRunner::Ended BatchRunner::run(std::vector<Slot> only) {
    m_slots = std::move(only);
    return attempt(&m_slots);
}

BatchRunner::Ended BatchRunner::attempt(const std::vector<Slot>* only) {
    using Undo = store::Database::Undo;
    const auto ended = [this](Outcome outcome, Error reason) {
        return Ended{outcome, std::move(reason), std::exchange(m_slots, {})};
    };
    const bool savepoints = only != nullptr || m_savepointBatches > 0;
    m_savepointBatches -= m_savepointBatches > 0 ? 1 : 0;
    if (auto begun = m_parts.database->begin(savepoints ? Undo::Scope : Undo::Transaction); !begun) {
        return ended(Outcome::NotBegun, std::move(begun).error());
    }
    m_storage.begun();
    m_mark = m_storage.mark();
    m_nowAtBegin = m_parts.now;
    m_storage.unit().events.clear();
    m_kept = 0;
    m_background.batchBegins(m_mark);
    Error reason;
    bool sound = true;
    if (only != nullptr) {
        sound = runSlots(*only, reason);
    } else {
        // The messages of the batch before come first: its callers have been answered and are about to ask again.
        sound = m_background.runMessages(reason) && (m_background.alone() || runQueue(reason));
        const auto fromNs = m_parts.clock.monotonicNs();
        sound = sound && m_background.runDue(fromNs + batchNs(m_parts.options.dueNs, fromNs), reason);
    }
    if (!sound) {
        rollBack();
        return ended(Outcome::RolledBack, std::move(reason));
    }
    const auto outcome = commit(only == nullptr, reason);
    return ended(outcome, std::move(reason));
}

/// Reads what commands will ask for. What cannot be read for one of them is that command's error, when it runs.
bool BatchRunner::readAhead(const store::ReadAhead& ahead, Error& reason) {
    const auto read = store::readAhead(*m_parts.database, ahead);
    if (!read && m_parts.database->faulted()) {
        reason = m_parts.database->fault();
        return false;
    }
    return true;
}

bool BatchRunner::runSlots(const std::vector<Slot>& slots, Error& reason) {
    const bool readsAhead = m_parts.database->gathers();
    for (std::size_t at = 0; at < slots.size(); ++at) {
        if (readsAhead && at % kReadAhead == 0) {
            store::ReadAhead ahead;
            for (std::size_t i = at; i < std::min(slots.size(), at + kReadAhead); ++i) {
                slots[i].job->prefetch(slots[i].index, ahead);
            }
            if (!readAhead(ahead, reason)) {
                return false;
            }
        }
        if (!advanceTo(*slots[at].job, nullptr, reason) || !runSlot(slots[at], reason)) {
            return false;
        }
    }
    return true;
}

/// Callers that were answered together ask again one after the other: whoever comes first waits a moment for the rest,
/// so that one commit serves them all (as commit_delay and commit_siblings of PostgreSQL).
void BatchRunner::awaitGroupCommit(std::int64_t& delayLeftNs) {
    if (!m_parts.threaded || m_lastCallers < kGroupCommitSiblings || m_callers >= m_lastCallers) {
        return;
    }
    const std::int64_t from = m_parts.paceNs();
    const auto known = m_parts.queue.depth();
    std::int64_t waited = 0;
    while (m_parts.queue.depth() == known && waited < delayLeftNs) {
        std::this_thread::yield();
        waited = m_parts.paceNs() - from;
    }
    delayLeftNs -= waited;
    m_parts.queue.collect();
}

/// How long a batch may take: less if callers share it, for a caller of one command waits for up to two batches, the
/// one that runs when the command comes, and its own. Least in the last rounds of the checkpointer: what is committed
/// then has to be written back by this thread, while everybody waits.
std::int64_t BatchRunner::batchNs(std::int64_t usualNs, std::int64_t nowNs) const noexcept {
    if (m_storage.wantsBriefBatches()) {
        return std::min(usualNs, m_parts.options.briefBatchNs);
    }
    const bool shared = m_sharedAtNs && nowNs - *m_sharedAtNs < kSharedForNs;
    return shared ? std::min(usualNs, m_parts.options.sharedBatchNs) : usualNs;
}

bool BatchRunner::runQueue(Error& reason) {
    const std::int64_t fromNs = m_parts.clock.monotonicNs();
    std::int64_t delayLeftNs = m_parts.options.groupCommitDelayNs;
    m_lastCallers = std::exchange(m_callers, 0);
    m_background.commandsBegin();
    std::size_t prefetched = 0;
    for (std::size_t count = 1; count <= m_parts.options.batchCommands; ++count) {
        if (m_parts.queue.peek() == nullptr) {
            m_parts.queue.collect();
        }
        if (m_parts.queue.peek() == nullptr) {
            awaitGroupCommit(delayLeftNs);
        }
        const Job* job = m_parts.queue.peek();
        if (job == nullptr) {
            break;
        }
        if (prefetched == 0 && m_parts.database->gathers()) {
            store::ReadAhead ahead;
            prefetched = m_parts.queue.prefetch(kReadAhead, ahead);
            if (!readAhead(ahead, reason)) {
                return false;
            }
        }
        prefetched -= prefetched > 0 ? 1 : 0;
        bool reached = true;
        if (!advanceTo(*job, &reached, reason)) {
            return false;
        }
        if (!reached) {
            break;
        }
        m_slots.push_back(*m_parts.queue.next());
        m_callers += m_slots.back().index == 0 ? 1 : 0;
        if (!CommandQueue::isOfSameCaller(*m_slots.back().job, *m_slots.front().job)) {
            m_sharedAtNs = fromNs;
        }
        if (!runSlot(m_slots.back(), reason)) {
            return false;
        }
        if (count % kClockEvery == 0) {
            const auto nowNs = m_parts.clock.monotonicNs();
            if (nowNs - fromNs >= batchNs(m_parts.options.batchNs, nowNs)) {
                break;
            }
            m_parts.queue.collect();  // whoever has come meanwhile need not wait for the next batch
        }
    }
    m_background.asked(m_slots.size());
    return true;
}

bool BatchRunner::runSlot(const Slot& slot, Error& reason) {
    const auto& call = slot.job->call();
    if (call.at && !m_parts.options.importClock) {
        slot.job->refuse(slot.index,
                         {ErrorCode::InvalidArgument, "only an import may set the time of a command", "at", {}});
        return true;
    }
    if (!recheckPermission(slot)) {
        return true;
    }
    m_parts.now = std::max(m_parts.now, instantOf(*slot.job));
    auto& runner = m_storage.runner();
    const auto ran =
        runner.run(m_parts.now, call, [&](UnitOfWork& work) { return runOnce(*slot.job, slot.index, work); });
    if (ran == Ran::Faulted) {
        reason = m_parts.database->fault();
        return false;
    }
    if (runner.damage()) {
        slot.job->refuse(slot.index, *runner.damage());
    }
    m_kept += ran == Ran::Kept ? 1 : 0;
    if (ran == Ran::Kept && m_storage.unit().turnedBack()) {
        // If the batch is rolled back after all, engine time is again what it was when it began.
        m_parts.now = m_storage.unit().now();
        m_parts.figuresDue.reset();
        m_background.timeTurnedBack();
    }
    return true;
}

/// What its actor may do can have changed since the desk looked.
bool BatchRunner::recheckPermission(const Slot& slot) {
    const auto& call = slot.job->call();
    if (!call.operation || !call.actor.grant) {
        return true;
    }
    const auto& needed = api::infoOf(*call.operation).permission;
    if (!call.actor.ended() && (!needed || call.actor.may(*needed))) {
        return true;
    }
    if (call.actor.ended()) {
        slot.job->refuse(slot.index, {ErrorCode::SessionEnded, call.actor.name + " is no longer signed in", {}, {}});
    } else {
        m_engine.noteRefusal(call, *call.operation, *needed);
        slot.job->refuse(slot.index, {ErrorCode::PermissionDenied, call.actor.name + " lacks the permission",
                                      "permission", std::string(api::toText(*needed))});
    }
    return false;
}

/// The moment of its arrival; where another caller's command has waited for longer, that one's. Callers take turns, so
/// a later command may run first, and time must not pass one that waits: a payment that came in time stays in time.
Instant BatchRunner::instantOf(const Job& job) const noexcept {
    return std::min(CommandQueue::arrival(job), m_parts.queue.oldestOfOthers(job).value_or(CommandQueue::arrival(job)));
}

bool BatchRunner::advanceTo(const Job& job, bool* reached, Error& reason) {
    Instant target = std::max(m_parts.now, instantOf(job));
    const bool import = m_parts.options.importClock && job.call().at;
    if (import) {
        target = std::max(target, *job.call().at);
    }
    return m_background.advanceTo(target, import, reached, reason);
}

BatchRunner::Outcome BatchRunner::commit(bool whole, Error& reason) {
    const bool changed = m_parts.database->transactionChanged() || m_storage.mark() != m_mark;
    if (auto written = m_storage.write(changed, whole); !written || m_parts.database->faulted()) {
        reason = m_parts.database->faulted() ? m_parts.database->fault() : std::move(written).error();
        rollBack();
        return Outcome::RolledBack;
    }
    if (changed || m_parts.database->transactionChanged()) {
        if (const auto outcome = commitTransaction(changed, reason); outcome != Outcome::Done) {
            return outcome;
        }
    } else {
        // Nothing is undone. Were it forgotten how many returns wait, the next figures would count all of them.
        auto& remembered = m_parts.database->memo(store::Database::Memo::Returns);
        auto kept = remembered;
        m_parts.database->rollback();
        remembered = std::move(kept);
    }
    m_background.batchKept();
    m_storage.kept(changed, whole);
    if (whole) {
        m_background.batchSucceeded();
    }
    concluded();
    return Outcome::Done;
}

BatchRunner::Outcome BatchRunner::commitTransaction(bool changed, Error& reason) {
    if (auto may = m_storage.mayCommit(); !may) {
        reason = std::move(may).error();
        rollBack();
        return Outcome::Lost;
    }
    const auto started = m_parts.clock.monotonicNs();
    if (auto committed = m_parts.database->commit(); !committed) {
        reason = std::move(committed).error();
        if (reason.code == ErrorCode::WorkspaceInUse) {
            return Outcome::Lost;
        }
        using Kind = store::Database::FaultKind;
        const auto kind = m_parts.database->faultKind();
        if (reason.code != ErrorCode::OutcomeUnknown && (kind == Kind::Conflict || kind == Kind::Dropped)) {
            rollBack();  // failed before the commit was sent
            return Outcome::RolledBack;
        }
        return Outcome::Unknown;
    }
    m_parts.status.committed(m_kept, m_parts.clock.monotonicNs() - started, m_parts.now);
    m_storage.committed(changed);
    if (m_parts.options.committed) {
        m_parts.options.committed();  // the callback may ask for the mark at once
    }
    return Outcome::Done;
}

std::vector<api::Event> BatchRunner::takeEvents() { return std::exchange(m_storage.unit().events, {}); }

void BatchRunner::answer(const std::vector<Slot>& slots, std::vector<api::Event> events) {
    m_slots = slots;
    m_storage.unit().events = std::move(events);
    concluded();
}

/// The batch is durable (or changed nothing): answers, then events.
void BatchRunner::concluded() {
    if (m_parts.status.ownState() == api::EngineState::Degraded && !m_background.failedBefore()) {
        m_parts.setState(api::EngineState::Live);
    }
    auto& told = m_storage.unit().events;
    if (m_parts.audit.committed()) {
        api::Event grown;
        grown.kind = api::Event::Kind::AuditGrown;
        told.push_back(std::move(grown));
    }
    m_parts.queue.answer(m_slots);
    m_slots.clear();
    if (!told.empty()) {
        const auto events = std::exchange(told, {});
        m_parts.figuresStale = true;
        m_parts.events.publish(events);
    }
}

void BatchRunner::rollBack() {
    m_parts.database->rollback();
    m_storage.rolledBack(m_mark);
    m_storage.unit().events.clear();
    m_parts.audit.undone();
    m_background.batchUndone();
    m_parts.now = m_nowAtBegin;
}

}  // namespace evenhand::runtime
