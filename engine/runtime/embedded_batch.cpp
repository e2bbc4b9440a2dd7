// SPDX-License-Identifier: GPL-3.0-or-later
// One batch: begin, messages, commands and due work, a slice of the snapshot, the journal record, commit, answers,
// events.
#include <algorithm>
#include <thread>
#include <utility>

#include "engine/base/log.h"
#include "engine/runtime/embedded_engine.h"
#include "engine/runtime/run_once.h"
#include "engine/store/database/migrator.h"

namespace evenhand::runtime {
namespace {

constexpr std::size_t kClockEvery = 16;          ///< commands between looks at the clock
constexpr std::size_t kGroupCommitSiblings = 4;  ///< callers at a time from which on a batch waits for them all
constexpr std::size_t kReadAhead = 128;          ///< commands read for at once, where reading ahead saves time
constexpr std::size_t kAloneFailures = 3;        ///< storage failures in a row after which the rest is not tried
constexpr std::int64_t kSourceDelayMs = 1'000;
constexpr std::int64_t kMaxSourceDelayMs = 60'000;
constexpr std::size_t kExpirySlice = 1'024;
constexpr std::int64_t kSharedForNs = 1'000 * kNsPerMs;  ///< so long callers that asked side by side are expected again

/// An entry about a refusal; nobody waits for it.
class RefusalJob final : public Job {
public:
    RefusalJob(const api::Call& call, api::Operation operation, std::string detail, RefusalLimit& limit)
        : Job({{call.actor.name, 0, {}, call.actor.via}, {}, {}}),
          m_operation(operation),
          m_detail(std::move(detail)),
          m_limit(limit) {}
    [[nodiscard]] bool run(std::size_t, UnitOfWork& work) override {
        api::AuditRecord record;
        record.operation = api::infoOf(m_operation).name;
        record.outcome = api::AuditOutcome::Refused;
        record.detail = m_detail;
        return work.record(std::move(record)).has_value();
    }
    void refuse(std::size_t, const Error&) override { m_limit.failed(call().actor.name); }
    void resolve() override {}

private:
    const api::Operation m_operation;
    const std::string m_detail;
    RefusalLimit& m_limit;
};

}  // namespace

void EmbeddedEngine::batch() {
    Error reason;
    m_slots.clear();
    const auto outcome = attempt(nullptr, reason);
    auto slots = std::move(m_slots);
    m_slots = {};
    conclude(outcome, std::move(slots), reason, 0);
}

void EmbeddedEngine::conclude(Batch outcome, std::vector<Slot> slots, const Error& reason, int tries) {
    switch (outcome) {
        case Batch::Done: return;
        case Batch::Unknown:
            if (serverLost()) {
                hold(std::move(slots), true, {}, reason);
                return;
            }
            storageLost(reason);
            refuse(slots,
                   {ErrorCode::OutcomeUnknown, "the commit failed, it may or may not have happened: " + reason.message,
                    reason.field, reason.value});
            return;
        case Batch::Lost:
            storageLost(reason);
            refuse(slots, reason);
            return;
        case Batch::RolledBack: break;
    }
    if (serverLost()) {
        hold(std::move(slots), false, {}, reason);
        return;
    }
    using Kind = store::Database::FaultKind;
    if (m_database->faultKind() == Kind::Undone) {
        m_savepointBatches = m_options.savepointBatches;
        rerun(std::move(slots), tries);
        return;
    }
    if (m_database->faultKind() == Kind::Conflict && tries < m_options.conflictTries) {
        retryBatch(std::move(slots), tries + 1);
        return;
    }
    m_backgroundDelayMs = std::clamp(m_backgroundDelayMs * 2, m_options.repairFirstMs, m_options.repairMaxMs);
    m_backgroundAtNs = m_clock.monotonicNs() + m_backgroundDelayMs * kNsPerMs;
    setState(api::EngineState::Degraded, reason);
    if (slots.empty()) {
        if (!m_begun) {
            m_queue.refuseWaiting(reason);  // a locked database, say
        }
        return;
    }
    runIndividually(slots);
}

EmbeddedEngine::Batch EmbeddedEngine::attempt(const std::vector<Slot>* only, Error& reason) {
    using Undo = store::Database::Undo;
    const bool savepoints = only != nullptr || m_savepointBatches > 0;
    m_savepointBatches -= m_savepointBatches > 0 ? 1 : 0;
    const auto begun = m_database->begin(savepoints ? Undo::Scope : Undo::Transaction);
    m_begun = begun.has_value();
    if (!begun) {
        reason = begun.error();
        return Batch::RolledBack;
    }
    m_batchMark = m_keyspace.mark();
    m_nowAtBegin = m_now;
    for (auto& consumer : m_consumers) {
        consumer->seen(m_batchMark);
    }
    m_unit.events.clear();
    m_kept = 0;
    m_nextDue = earliestDue(true);
    bool sound = true;
    if (only != nullptr) {
        sound = runSlots(*only, reason);
    } else {
        // The messages of the batch before come first: its callers have been answered and are about to ask again.
        sound = runMessages(reason) && (m_backgroundSlice || runQueue(reason)) && runDue(reason);
    }
    if (!sound) {
        rollBack();
        return Batch::RolledBack;
    }
    return commit(only == nullptr, reason);
}

/// Reads what commands will ask for; one that asks for nonsense will hear of it itself.
bool EmbeddedEngine::readAhead(const store::ReadAhead& ahead, Error& reason) {
    const auto read = m_database->readAhead(ahead);
    if (!read && m_database->faulted()) {
        reason = m_database->fault();
        return false;
    }
    return true;
}

bool EmbeddedEngine::runSlots(const std::vector<Slot>& slots, Error& reason) {
    const bool readsAhead = m_database->readsAhead();
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
void EmbeddedEngine::awaitGroupCommit(std::int64_t& delayLeftNs) {
    if (!m_threaded || m_lastCallers < kGroupCommitSiblings || m_callers >= m_lastCallers) {
        return;
    }
    const std::int64_t from = paceNs();
    const auto known = m_queue.depth();
    std::int64_t waited = 0;
    while (m_queue.depth() == known && waited < delayLeftNs) {
        std::this_thread::yield();
        waited = paceNs() - from;
    }
    delayLeftNs -= waited;
    m_queue.collect();
}

/// Whoever asks for one thing beside somebody who asks for a hundred thousand waits for up to two batches: the one that
/// is being committed when the command comes, and its own. What is committed while the checkpointer is at its last
/// rounds has to be written back by this thread, with everybody waiting. Batches are short then.
std::int64_t EmbeddedEngine::batchNs(std::int64_t usualNs, std::int64_t nowNs) const noexcept {
    if (m_checkpointer.finishing()) {
        return std::min(usualNs, m_options.briefBatchNs);
    }
    const bool shared = m_sharedAtNs && nowNs - *m_sharedAtNs < kSharedForNs;
    return shared ? std::min(usualNs, m_options.sharedBatchNs) : usualNs;
}

bool EmbeddedEngine::runQueue(Error& reason) {
    const std::int64_t fromNs = m_clock.monotonicNs();
    std::int64_t delayLeftNs = m_options.groupCommitDelayNs;
    m_lastCallers = std::exchange(m_callers, 0);
    m_backgroundRun = 0;
    std::size_t prefetched = 0;
    for (std::size_t count = 1; count <= m_options.batchCommands; ++count) {
        if (m_queue.peek() == nullptr) {
            m_queue.collect();
        }
        if (m_queue.peek() == nullptr) {
            awaitGroupCommit(delayLeftNs);
        }
        const Job* job = m_queue.peek();
        if (job == nullptr) {
            break;
        }
        if (prefetched == 0 && m_database->readsAhead()) {
            store::ReadAhead ahead;
            prefetched = m_queue.prefetch(kReadAhead, ahead);
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
        m_slots.push_back(*m_queue.next());
        m_callers += m_slots.back().index == 0 ? 1 : 0;
        if (m_slots.back().job->call().actor.name != m_slots.front().job->call().actor.name) {
            m_sharedAtNs = fromNs;
        }
        if (!runSlot(m_slots.back(), reason)) {
            return false;
        }
        if (count % kClockEvery == 0) {
            const auto nowNs = m_clock.monotonicNs();
            if (nowNs - fromNs >= batchNs(m_options.batchNs, nowNs)) {
                break;
            }
            m_queue.collect();  // whoever has come meanwhile need not wait for the next batch
        }
    }
    if (m_threaded) {
        m_pace.asked(m_slots.size(), paceNs());
    }
    return true;
}

bool EmbeddedEngine::runSlot(const Slot& slot, Error& reason) {
    const auto& call = slot.job->call();
    if (call.at && !m_options.importClock) {
        slot.job->refuse(slot.index,
                         {ErrorCode::InvalidArgument, "only an import may set the time of a command", "at", {}});
        return true;
    }
    if (!recheckPermission(slot)) {
        return true;
    }
    m_now = std::max(m_now, instantOf(*slot.job));
    const auto ran = m_runner.run(m_now, call, [&](UnitOfWork& work) { return runOnce(*slot.job, slot.index, work); });
    if (ran == Ran::Faulted) {
        reason = m_database->fault();
        return false;
    }
    if (m_runner.damage()) {
        slot.job->refuse(slot.index, *m_runner.damage());
    }
    m_kept += ran == Ran::Kept ? 1 : 0;
    if (ran == Ran::Kept && m_unit.turnedBack()) {
        timeTurnedBack();
    }
    return true;
}

/// A command has turned engine time back: nothing that was remembered of instants may keep work waiting for them. If
/// the batch is rolled back after all, engine time is again what it was when it began.
void EmbeddedEngine::timeTurnedBack() {
    m_now = m_unit.now();
    for (auto& consumer : m_consumers) {
        consumer->restart();
    }
    for (auto& source : m_sources) {
        source.source->timeTurnedBack();
        source.notBefore = {};
    }
    m_backgroundAtNs = 0;
    m_figuresDue.reset();
    m_nextDue = earliestDue(true);
}

/// What its actor may do can have changed since the desk looked.
bool EmbeddedEngine::recheckPermission(const Slot& slot) {
    const auto& call = slot.job->call();
    if (!call.operation || !call.actor.grant) {
        return true;
    }
    const auto& needed = api::infoOf(*call.operation).permission;
    if (!call.actor.ended() && (!needed || call.actor.may(*needed))) {
        return true;
    }
    if (call.actor.ended()) {
        slot.job->refuse(slot.index, {ErrorCode::SessionEnded, call.actor.name + " is not signed in any more", {}, {}});
    } else {
        noteRefusal(call, *call.operation, *needed);
        slot.job->refuse(slot.index, {ErrorCode::PermissionDenied, call.actor.name + " lacks the permission",
                                      "permission", std::string(api::toText(*needed))});
    }
    return false;
}

/// The moment of its arrival; where another caller's command has waited for longer, that one's. Callers take turns, so
/// a later command may run first, and time must not pass one that waits: a payment that came in time stays in time.
Instant EmbeddedEngine::instantOf(const Job& job) const noexcept {
    return std::min(CommandQueue::arrival(job), m_queue.oldestOfOthers(job).value_or(CommandQueue::arrival(job)));
}

/// What falls due before the command's instant happens before the command, in order of time. An import also lets every
/// message be handled at the instant at which it was published. With `reached` no more than fits a batch: false, and
/// the command goes with the next one.
bool EmbeddedEngine::advanceTo(const Job& job, bool* reached, Error& reason) {
    Instant target = std::max(m_now, instantOf(job));
    const bool import = m_options.importClock && job.call().at;
    if (import) {
        target = std::max(target, *job.call().at);
    }
    if (!(import && target > m_now) && !(m_nextDue && *m_nextDue <= target)) {
        return true;
    }
    while (true) {
        if (import && target > m_now && !runConsumers(reason)) {
            return false;
        }
        m_nextDue = earliestDue(true);
        if (reached != nullptr && m_backgroundRun > m_options.batchDue) {
            *reached = false;
            return true;
        }
        if (!m_nextDue || *m_nextDue > target) {
            break;
        }
        m_now = std::max(m_now, *m_nextDue);
        if (!runDueItem(reason, true)) {
            return false;
        }
    }
    m_now = target;
    return true;
}

bool EmbeddedEngine::mayRunBackgroundWork() {
    if (backgroundWaits()) {
        return false;
    }
    m_now = std::max(m_now, backgroundNow());
    return true;
}

bool EmbeddedEngine::runMessages(Error& reason) { return !mayRunBackgroundWork() || runConsumers(reason); }

bool EmbeddedEngine::runDue(Error& reason) {
    if (!mayRunBackgroundWork()) {
        return true;
    }
    const std::int64_t fromNs = m_clock.monotonicNs();
    const std::int64_t until = fromNs + batchNs(m_options.dueNs, fromNs);
    for (std::size_t i = 0; i < m_options.batchDue; ++i) {
        m_nextDue = earliestDue();
        if (!m_nextDue || *m_nextDue > m_now || (i > 0 && m_clock.monotonicNs() >= until)) {
            break;  // looked at every time: a slice of something large takes milliseconds
        }
        if (!runDueItem(reason)) {
            return false;
        }
    }
    return true;
}

/// Callers on threads of their own do not come with a virtual clock.
std::int64_t EmbeddedEngine::paceNs() const noexcept {
    return m_threaded ? base::SystemClock().monotonicNs() : m_clock.monotonicNs();
}

bool EmbeddedEngine::runConsumers(Error& reason) {
    for (auto& consumer : m_consumers) {
        consumer->touchIfChanged(m_keyspace.mark());
        if (!consumer->ready(m_now)) {
            continue;
        }
        Consumer::Enough enough;
        const bool paced = consumer->mayFallBehind() && !m_options.importClock;
        const auto began = paced ? paceNs() : 0;
        bool cut = false;
        if (paced) {
            if (m_rush) {
                continue;
            }
            enough = [this, &cut, until = began + m_pace.allowanceNs(began)] { return cut = paceNs() >= until; };
        }
        auto done = consumer->work(m_runner, m_now, m_options.batchMessages, enough);
        if (paced) {
            m_pace.took(paceNs() - began, cut);
        }
        consumer->seen(m_keyspace.mark());
        if (!done) {
            reason = m_database->faulted() ? m_database->fault() : std::move(done).error();
            return false;
        }
        m_backgroundRun += *done;
    }
    return true;
}

/// One item of the source that has been due longest, the retries that are due, or a sweep of expired keys.
/// `needed`: only what commands have to wait for.
bool EmbeddedEngine::runDueItem(Error& reason, bool needed) {
    ++m_backgroundRun;
    Source* first = nullptr;
    std::optional<Instant> earliest;
    for (auto& source : m_sources) {
        if (needed && !m_options.importClock && source.source->mayFallBehind()) {
            continue;
        }
        const auto due = source.source->nextDue();
        if (due && std::max(*due, source.notBefore) <= m_now && (!earliest || *due < *earliest)) {
            first = &source;
            earliest = due;
        }
    }
    if (first == nullptr) {
        m_keyspace.setNow(m_now);
        m_keyspace.expireDue(kExpirySlice);
        return runConsumers(reason);
    }
    Error why;
    const auto ran = m_runner.run(m_now, m_systemCall, [&](UnitOfWork& work) {
        auto done = first->source->runDue(work);
        if (!done) {
            why = std::move(done).error();
        }
        return done.has_value();
    });
    switch (ran) {
        case Ran::Kept:
            first->failures = 0;
            first->notBefore = {};
            return true;
        case Ran::Undone: {
            if (m_runner.damage()) {
                why = *m_runner.damage();
                first->source->undone();  // it may take the item for done
            }
            if (first->source->notesFailures()) {
                return true;
            }
            const std::int64_t delay =
                std::min(kMaxSourceDelayMs, kSourceDelayMs << std::min<std::int64_t>(first->failures++, 10));
            first->notBefore = m_now.plusMs(delay);
            base::log(base::LogLevel::Warning, "engine", "due work failed: " + why.text());
            return true;
        }
        case Ran::Faulted: reason = m_database->fault(); return false;
    }
    return true;
}

EmbeddedEngine::Batch EmbeddedEngine::commit(bool compact, Error& reason) {
    const bool changed = m_database->transactionChanged() || m_keyspace.mark() != m_batchMark;
    std::size_t recordBytes = 0;
    Result<void> written;
    if (compact && m_compactor.active()) {
        written = m_compactor.work(*m_journal, m_seq, m_now);
    }
    if (written && changed) {
        m_record = m_keyspace.takeJournal();
        recordBytes = m_record.size();
        written = m_journal->append(m_seq + 1, m_now, m_record);
    }
    if (written && !changed && compact && m_status.ownState() == api::EngineState::Degraded) {
        written = store::probeStorage(*m_database);  // only a commit shows that storage takes writes again
    }
    if (written) {
        written = m_database->flush();
    }
    if (!written || m_database->faulted()) {
        reason = m_database->faulted() ? m_database->fault() : std::move(written).error();
        rollBack();
        return Batch::RolledBack;
    }
    if (changed || m_database->transactionChanged()) {
        if (auto there = lookAtFiles(false); !there) {
            reason = std::move(there).error();
            rollBack();
            return Batch::Lost;
        }
        const auto started = m_clock.monotonicNs();
        if (auto committed = m_database->commit(); !committed) {
            reason = std::move(committed).error();
            if (reason.code == ErrorCode::WorkspaceInUse) {
                return Batch::Lost;
            }
            using Kind = store::Database::FaultKind;
            const auto kind = m_database->faultKind();
            if (reason.code != ErrorCode::OutcomeUnknown && (kind == Kind::Conflict || kind == Kind::Dropped)) {
                rollBack();  // failed before the commit was sent
                return Batch::RolledBack;
            }
            return Batch::Unknown;
        }
        m_status.committed(m_kept, m_clock.monotonicNs() - started, m_now);
        if (changed) {
            ++m_seq;
            const std::lock_guard lock(m_committedMutex);
            m_committed = m_journal->appended();
        }
        if (m_options.committed) {
            m_options.committed();  // whoever it tells may ask for the mark at once
        }
    } else {
        m_database->rollback();
    }
    for (auto& consumer : m_consumers) {
        consumer->touchIfChanged(m_keyspace.mark());
    }
    m_keyspace.commit();
    if (compact) {
        m_compactor.committed(static_cast<std::int64_t>(recordBytes), changed);
        m_backgroundDelayMs = 0;
    } else {
        m_compactor.recordCommitted(static_cast<std::int64_t>(recordBytes), changed);
    }
    concluded();
    return Batch::Done;
}

/// The batch is durable (or changed nothing): answers, then events.
void EmbeddedEngine::concluded() {
    if (m_status.ownState() == api::EngineState::Degraded && m_backgroundDelayMs == 0) {
        setState(api::EngineState::Live);
    }
    if (m_audit.committed()) {
        api::Event grown;
        grown.kind = api::Event::Kind::AuditGrown;
        m_unit.events.push_back(std::move(grown));
    }
    m_queue.answer(m_slots);
    m_slots.clear();
    if (!m_unit.events.empty()) {
        const auto events = std::move(m_unit.events);
        m_unit.events = {};
        m_figuresStale = true;
        m_events.publish(events);
    }
}

void EmbeddedEngine::rollBack() {
    m_database->rollback();
    m_keyspace.undoTo(m_batchMark);
    m_unit.events.clear();
    m_compactor.rolledBack();
    m_audit.undone();
    for (auto& consumer : m_consumers) {
        consumer->restart();
    }
    for (const auto& source : m_sources) {
        source.source->undone();
    }
    m_now = m_nowAtBegin;
}

/// A batch failed as a whole: its commands once more, each as a batch of its own, so that one that storage cannot take
/// does not fail the others.
void EmbeddedEngine::runIndividually(const std::vector<Slot>& slots) {
    std::size_t failures = 0;
    Error reason;
    for (auto at = slots.begin(); at != slots.end(); ++at) {
        const auto& slot = *at;
        if (failures >= kAloneFailures) {
            refuse({slot}, reason);
            continue;
        }
        if (!m_recovered && !repair()) {
            refuse({slot},
                   {ErrorCode::ReadOnly, "storage failed, the workspace is read-only: " + reason.message, {}, {}});
            continue;
        }
        m_slots = {slot};
        const auto outcome = attempt(&m_slots, reason);
        if (outcome != Batch::Done && serverLost()) {
            m_slots.clear();
            hold({slot}, outcome == Batch::Unknown, {at + 1, slots.end()}, reason);
            return;
        }
        switch (outcome) {
            case Batch::Done: failures = 0; break;
            case Batch::Lost:
                m_slots.clear();
                storageLost(reason);
                refuse({at, slots.end()}, reason);
                return;
            case Batch::RolledBack:
                ++failures;
                m_slots.clear();
                refuse({slot}, reason);
                break;
            case Batch::Unknown:
                m_slots.clear();
                storageLost(reason);
                refuse({slot}, {ErrorCode::OutcomeUnknown,
                                "the commit failed, it may or may not have happened: " + reason.message,
                                {},
                                {}});
                break;
        }
    }
}

void EmbeddedEngine::noteRefusal(const api::Call& call, api::Operation operation, api::Permission missing) {
    const auto leftOut = m_refusals.admit(call.actor.name, m_clock.now());
    if (!leftOut) {
        return;
    }
    std::string detail = "lacks " + std::string(api::toText(missing));
    if (*leftOut > 0) {
        detail += "; " + std::to_string(*leftOut) + " refusals before it are not written";
    }
    submit(std::make_unique<RefusalJob>(call, operation, std::move(detail), m_refusals));
}

void EmbeddedEngine::refuse(const std::vector<Slot>& slots, const Error& error) {
    for (const auto& slot : slots) {
        slot.job->refuse(slot.index, error);
    }
    m_queue.answer(slots);
}

}  // namespace evenhand::runtime
