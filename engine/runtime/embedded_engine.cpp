// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/embedded_engine.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/log.h"
#include "engine/runtime/desk_support.h"
#include "engine/runtime/refusal_job.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kFiguresEveryNs = 500'000'000;
constexpr std::int64_t kGiveWayNs = 10'000'000;  ///< the longest pause between two batches
constexpr std::int64_t kConflictPaceMs = 20;
constexpr std::size_t kAloneFailures = 3;  ///< storage failures in a row after which the rest is not tried

/// The answer to commands whose commit failed.
Error mayHaveHappened(const Error& reason) {
    return {ErrorCode::OutcomeUnknown, "the commit failed, it may or may not have happened: " + reason.message,
            reason.field, reason.value};
}

}  // namespace

EmbeddedEngine::EmbeddedEngine(const Clock& clock, OpenDatabase open, EngineOptions options)
    : m_parts(clock, std::move(open), std::move(options)),
      m_batchStorage(m_parts),
      m_background(m_parts, m_batchStorage),
      m_batches(m_parts, m_batchStorage, m_background, *this),
      m_storage(m_parts, m_background) {}

EmbeddedEngine::~EmbeddedEngine() { stop(); }

void EmbeddedEngine::addConsumer(std::string topic, std::string group, MessageHandler& handler, RetryPolicy policy) {
    m_background.addConsumer(
        std::make_unique<TopicConsumer>(m_parts.keyspace, std::move(topic), std::move(group), handler, policy));
}

void EmbeddedEngine::addFamily(std::string group, TopicFamily& family, RetryPolicy policy) {
    m_background.addConsumer(std::make_unique<FamilyConsumer>(m_parts.keyspace, std::move(group), family, policy));
}

void EmbeddedEngine::addDueSource(DueSource& source) { m_background.addSource(source); }

Result<void> EmbeddedEngine::open() { return m_storage.open(); }

Result<void> EmbeddedEngine::start() {
    m_parts.threaded = true;
    std::promise<Result<void>> opened;
    auto result = opened.get_future();
    m_thread = std::thread([this, &opened] {
        auto done = open();
        const bool running = done.has_value();
        opened.set_value(std::move(done));  // the caller goes on; `opened` is not touched again
        if (running) {
            loop();
        }
    });
    auto done = result.get();
    if (!done) {
        m_thread.join();
    }
    return done;
}

void EmbeddedEngine::loop() {
    while (true) {
        while (step()) {
        }
        if (m_parts.queue.closed()) {
            break;
        }
        housekeep(true);
        if (const auto pause = pauseNs()) {
            m_parts.queue.waitFor(*pause);
        } else {
            m_parts.queue.wait(nextWake());
        }
    }
    while (step()) {
    }
    compactOnStop();
    m_parts.checkpointer.stop();
    m_storage.close();
}

bool EmbeddedEngine::step() {
    if (m_storage.writingEnds()) {
        m_storage.handleEndOfWriting();
        return false;
    }
    m_storage.handleInvalidation();
    if (m_storage.phase() == Phase::ServerAway) {
        auto held = m_storage.reconnect();
        if (!held) {
            return false;
        }
        resume(*std::move(held));
        return true;
    }
    if (!m_storage.working() && !m_storage.tryRepair()) {
        return false;
    }
    m_parts.queue.collect();
    const Instant now = m_background.now();
    const auto rushNs = m_background.chooseBatch(now);
    if (m_parts.queue.peek() == nullptr && !m_parts.compactor.active() && !m_background.alone()) {
        if (!m_background.hasWork(now) && !probeDue()) {
            if (m_parts.figuresStale || (m_parts.figuresDue && *m_parts.figuresDue <= now)) {
                countFigures(now);
            }
            return false;
        }
        if (m_background.commandsFirst() && !m_background.hasWork(now, true)) {
            m_parts.queue.waitFor(rushNs);  // callers are about to ask, and go first
            return true;
        }
    }
    const auto from = m_parts.paceNs();
    conclude(m_batches.run(), 0);
    if (m_parts.threaded && m_parts.checkpointer.finishing()) {
        // The checkpointer catches up only with a writer that lets it.
        std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(m_parts.paceNs() - from, kGiveWayNs)));
    }
    housekeep(false);
    if (m_parts.figuresStale && m_storage.working() &&
        m_parts.clock.monotonicNs() - m_parts.figuresAtNs >= kFiguresEveryNs) {
        countFigures(m_parts.now);
    }
    return true;
}

void EmbeddedEngine::stop() {
    if (m_stopped) {
        return;
    }
    m_stopped = true;
    m_parts.queue.close();
    if (m_thread.joinable()) {
        m_thread.join();
    } else if (m_parts.database) {
        runUntilIdle();
        compactOnStop();
        m_storage.close();
    }
    m_storage.refuseHeld({ErrorCode::ReadOnly, "the engine stopped while the database server was away", {}, {}});
    // Some still wait only if storage never came back.
    m_parts.queue.refuseWaiting({ErrorCode::ReadOnly, "the engine stopped while storage was not available", {}, {}});
}

/// Nothing is lost if it fails: the journal has it all.
void EmbeddedEngine::compactOnStop() {
    if (m_parts.status.ownState() != api::EngineState::Live) {
        return;
    }
    m_parts.compactor.finish();
    while (m_parts.compactor.active() && m_parts.status.ownState() == api::EngineState::Live && step()) {
    }
}

void EmbeddedEngine::conclude(BatchRunner::Ended ended, int tries) {
    if (ended.outcome == Outcome::Done) {
        return;
    }
    EVENHAND_INVARIANT(m_storage.working(), "a batch would have run on a database that is being put right");
    const auto& reason = ended.reason;
    if (ended.outcome == Outcome::Lost) {
        m_storage.lost(reason);
        m_parts.queue.refuse(ended.slots, reason);
        return;
    }
    if (m_parts.serverLost()) {
        hold(std::move(ended), {});
        return;
    }
    if (ended.outcome == Outcome::Unknown) {
        m_storage.lost(reason);
        m_parts.queue.refuse(ended.slots, mayHaveHappened(reason));
        return;
    }
    using Kind = store::Database::FaultKind;
    if (m_parts.database->faultKind() == Kind::Undone) {
        m_batches.useSavepoints();
        rerun(std::move(ended.slots), tries);
        return;
    }
    if (m_parts.database->faultKind() == Kind::Conflict && tries < m_parts.options.conflictTries) {
        retryBatch(std::move(ended.slots), tries + 1);
        return;
    }
    m_background.waitAfterFailure();
    m_parts.setState(api::EngineState::Degraded, reason);
    if (!ended.slots.empty()) {
        runIndividually(ended.slots);
    } else if (ended.outcome == Outcome::NotBegun) {
        m_parts.queue.refuseWaiting(reason);
    }
}

/// Once more, as one batch of its own. Messages and due work follow with the next batch.
void EmbeddedEngine::retryBatch(std::vector<Slot> slots, int tries) {
    if (slots.empty()) {
        m_background.waitFor((kConflictPaceMs << tries) * kNsPerMs);
        return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(tries));
    rerun(std::move(slots), tries);
}

/// At once. Messages and due work come with the next batch.
void EmbeddedEngine::rerun(std::vector<Slot> slots, int tries) {
    if (!slots.empty()) {
        conclude(m_batches.run(std::move(slots)), tries);
    }
}

/// A batch failed as a whole: its commands once more, each as a batch of its own, so that one that storage cannot take
/// does not fail the others.
void EmbeddedEngine::runIndividually(const std::vector<Slot>& slots) {
    std::size_t failures = 0;
    Error reason;
    for (auto at = slots.begin(); at != slots.end(); ++at) {
        if (failures >= kAloneFailures) {
            m_parts.queue.refuse({*at}, reason);
            continue;
        }
        if (!m_storage.working() && !m_storage.repair()) {
            m_parts.queue.refuse(
                {*at}, {ErrorCode::ReadOnly, "storage failed, the workspace is read-only: " + reason.message, {}, {}});
            continue;
        }
        auto ended = m_batches.run({*at});
        if (ended.outcome != Outcome::Done) {
            reason = ended.reason;
        }
        if (ended.outcome != Outcome::Done && m_parts.serverLost()) {
            hold(std::move(ended), {at + 1, slots.end()});
            return;
        }
        switch (ended.outcome) {
            case Outcome::Done: failures = 0; break;
            case Outcome::Lost:
                m_storage.lost(reason);
                m_parts.queue.refuse({at, slots.end()}, reason);
                return;
            case Outcome::NotBegun:
            case Outcome::RolledBack:
                ++failures;
                m_parts.queue.refuse({*at}, reason);
                break;
            case Outcome::Unknown:
                m_storage.lost(reason);
                m_parts.queue.refuse({*at}, mayHaveHappened(reason));
                break;
        }
    }
}

void EmbeddedEngine::hold(BatchRunner::Ended ended, std::vector<Slot> rest) {
    StorageRecovery::Held held;
    held.slots = std::move(ended.slots);
    held.rest = std::move(rest);
    held.unknown = ended.outcome == Outcome::Unknown;
    if (held.unknown) {
        held.record = m_batchStorage.takeRecord();
        held.events = m_batches.takeEvents();
    }
    m_storage.hold(std::move(held), ended.reason);
}

/// The server is back and the keyspace is what was committed.
void EmbeddedEngine::resume(StorageRecovery::Held held) {
    if (held.unknown && (!held.slots.empty() || !held.events.empty())) {
        const auto committed = m_parts.journal->holds(held.seq, held.at, held.record, m_parts.seq);
        if (!committed) {
            m_parts.queue.refuse(held.slots, outcomeUnknown(committed.error()));
            held.slots.clear();
        } else if (!*committed) {
            m_parts.queue.refuse(
                held.slots,
                outcomeUnknown({ErrorCode::WorkspaceInUse, "another engine has taken over meanwhile", {}, {}}));
            held.slots.clear();
        } else if (**committed) {
            base::log(base::LogLevel::Info, "engine", "the commit that broke had happened");
            m_batches.answer(held.slots, std::move(held.events));
            held.slots.clear();
        }
    }
    auto& slots = held.slots;
    slots.insert(slots.end(), held.rest.begin(), held.rest.end());
    if (!slots.empty()) {
        retryBatch(std::move(slots), 0);
    }
}

/// How long there is nothing to do but commands, until storage is tried again; nullopt: no such pause. By the monotonic
/// clock: a machine's clock that is set back must not delay the next try.
std::optional<std::int64_t> EmbeddedEngine::pauseNs() const {
    if (m_storage.phase() == Phase::ServerAway || (m_storage.working() && m_parts.compactor.active())) {
        return std::nullopt;
    }
    const auto leftNs = m_storage.working() ? m_background.waitLeftNs() : m_storage.nextTryInNs();
    return leftNs > 0 ? std::optional(leftNs) : std::nullopt;
}

std::optional<Instant> EmbeddedEngine::nextWake() {
    if (m_storage.writingEnded() && !m_storage.withoutFiles()) {
        return std::nullopt;
    }
    if (m_storage.phase() == Phase::ServerAway) {
        return m_parts.clock.now();  // reconnect() paces itself
    }
    const auto inNs = [this](std::int64_t ns) { return m_parts.clock.now().plusMs((ns + kNsPerMs - 1) / kNsPerMs); };
    if (!m_storage.working()) {
        return inNs(std::max<std::int64_t>(m_storage.nextTryInNs(), 0));
    }
    const Instant now = m_background.now();  // collects: a command that comes in meanwhile must not be slept over
    if (m_parts.queue.peek() != nullptr || m_parts.compactor.active()) {
        return m_parts.clock.now();
    }
    if (m_background.waits()) {
        return inNs(m_background.waitLeftNs());
    }
    if (m_background.hasWork(now) || probeDue()) {
        return now;
    }
    const auto due = m_background.earliestDue();
    return m_parts.figuresDue && (!due || *m_parts.figuresDue < *due) ? m_parts.figuresDue : due;
}

void EmbeddedEngine::housekeep(bool idle) {
    if (!m_storage.working() || m_parts.checkpointer.active()) {
        return;
    }
    const bool rest = m_parts.checkpointer.takeDone();
    const auto pages = m_parts.options.checkpointPages;
    if (!rest && m_parts.database->logPages() < (idle ? pages / 4 : pages)) {
        return;
    }
    if (auto there = m_parts.lookAtFiles(true); !there) {
        m_storage.lost(there.error());
        return;
    }
    if (m_parts.threaded && !rest) {
        m_parts.checkpointer.begin(m_parts.paceNs());
        return;
    }
    if (auto done = m_parts.database->checkpoint(false); !done) {
        // The log keeps everything, so nothing is lost; it is tried again after the next commit.
        base::log(base::LogLevel::Warning, "engine", done.error().text());
    } else if (m_parts.options.checkpointed) {
        m_parts.options.checkpointed();
    }
}

api::Answer<void> EmbeddedEngine::noteDone(const api::Call& call, api::AuditRecord record) {
    if (m_storage.writingEnds() && m_parts.options.leaveNote) {
        record.actor = call.actor.name;
        record.via = call.actor.via;
        return ready<void>(m_parts.options.leaveNote(std::move(record)));
    }
    return Engine::noteDone(call, std::move(record));
}

void EmbeddedEngine::noteRefusal(const api::Call& call, api::Operation operation, api::Permission missing) {
    if (auto job = refusalJob(call, operation, missing, m_refusals, m_parts.clock.now())) {
        submit(std::move(job));
    }
}

}  // namespace evenhand::runtime
