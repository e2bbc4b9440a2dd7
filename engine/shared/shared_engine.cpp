// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/shared_engine.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/runtime/desk_support.h"
#include "engine/runtime/refusal_job.h"

namespace evenhand::shared {
namespace {

using base::kNsPerMs;
using runtime::Slot;

constexpr std::int64_t kFiguresEveryNs = 500'000'000;
constexpr std::int64_t kIdleNs = 200'000'000;  ///< the longest sleep: nobody says when others have done something
constexpr std::int64_t kLookAtNodesNs = 500'000'000;  ///< how often
constexpr std::int64_t kLookAtDueNs = 500'000'000;    ///< how often
constexpr std::int64_t kConflictPaceMs = 20;
constexpr std::size_t kAloneFailures = 3;  ///< storage failures in a row after which the rest is not tried

/// "10.0.0.1:6379: connection refused"; nullopt: all answer.
std::optional<std::string> nodesAway(const std::vector<redis::NodeHealth>& nodes) {
    std::string away;
    for (const auto& node : nodes) {
        // Of a replica nobody asks for keys: what is shown of its loss is in the parts of the status.
        if (node.circuit != redis::Circuit::Closed && node.info.role != redis::NodeRole::Replica) {
            away += (away.empty() ? "" : "; ") + node.node.text() +
                    (node.lastError.empty() ? std::string() : ": " + node.lastError);
        }
    }
    return away.empty() ? std::nullopt
                        : std::optional("Redis does not answer, commands that need it are refused: " + away);
}

}  // namespace

SharedEngine::SharedEngine(const Clock& machine, OpenDatabase open, runtime::EngineOptions options,
                           SharedOptions shared)
    : m_parts(machine, std::move(open), std::move(options), std::move(shared)),
      m_storage(m_parts),
      m_background(m_parts, m_storage),
      m_batches(m_parts, m_storage, m_background, *this),
      m_recovery(m_parts, m_background),
      m_gate(m_parts, m_background) {
    EVENHAND_INVARIANT(!m_parts.given.node.empty(), "two engines would find each other's batches under one name");
    EVENHAND_INVARIANT(!m_parts.options.importClock, "engine time of all engines would follow one import");
    m_background.shareOut([this] { return m_parts.keyspace.isOpen(); }, m_parts.given.owns);
}

SharedEngine::~SharedEngine() { stop(); }

void SharedEngine::addConsumer(std::string topic, std::string group, runtime::MessageHandler& handler,
                               runtime::RetryPolicy policy) {
    if (m_parts.given.inlet != nullptr) {
        m_background.addConsumer(m_parts.given.inlet->consumer(m_parts.keyspace, topic, group, handler, policy));
    }
}

void SharedEngine::addFamily(std::string group, runtime::TopicFamily& family, runtime::RetryPolicy policy) {
    if (m_parts.given.inlet != nullptr) {
        m_background.addConsumer(m_parts.given.inlet->family(m_parts.keyspace, group, family, policy));
    }
}

Result<void> SharedEngine::start() {
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

void SharedEngine::loop() {
    while (true) {
        while (step()) {
        }
        if (m_parts.queue.closed()) {
            break;
        }
        sleep();
    }
    while (step()) {
    }
    endNow();
}

/// Until somebody asks, something falls due, or it is time to look what others have done.
void SharedEngine::sleep() {
    if (m_recovery.away()) {
        return;  // reconnect() paces itself
    }
    std::int64_t ns = kIdleNs;
    if (m_background.waits()) {
        ns = std::min(ns, m_background.waitLeftNs());
    } else if (const auto due = m_background.earliestDue()) {
        ns = std::min(ns, (due->ms - m_parts.clock.now().ms) * kNsPerMs);
    }
    if (ns > 0) {
        m_parts.queue.waitFor(ns);
    }
}

bool SharedEngine::step() {
    if (m_writingEnds.load(std::memory_order_relaxed)) {
        if (!std::exchange(m_ended, true)) {
            Error why;
            {
                const std::lock_guard lock(m_whyMutex);
                why = m_why;
            }
            const Error refusal{ErrorCode::ReadOnly, "the workspace is read-only: " + why.message, why.field,
                                why.value};
            m_parts.setState(api::EngineState::ReadOnly, why);  // first: whoever is refused looks why
            m_recovery.refuseHeld(refusal);
            if (const auto back = std::exchange(m_back, std::nullopt)) {
                m_parts.queue.refuse(back->held.slots, refusal);
                m_parts.queue.refuse(back->held.rest, refusal);
            }
            m_parts.queue.refuseNew(refusal);
            m_parts.queue.refuseWaiting(refusal);
        }
        return false;
    }
    if (m_recovery.away()) {
        auto back = m_recovery.reconnect();
        if (!back) {
            return false;
        }
        m_gate.soon();  // others may have taken this engine for dead meanwhile
        m_back = std::move(back);
    }
    if (m_gate.isPaused()) {
        return true;
    }
    if (m_back) {
        resume(*std::exchange(m_back, std::nullopt));
        return true;
    }
    tellHeard();
    lookAtNodes();
    lookAtDueWork();
    m_recovery.measureTime();
    m_parts.queue.collect();
    const Instant now = m_background.now();
    const auto rushNs = m_background.chooseBatch(now);
    if (m_parts.queue.peek() == nullptr && !m_background.alone()) {
        if (!m_background.hasWork(now) && !probeDue()) {
            if (m_parts.figuresStale || (m_parts.figuresDue && *m_parts.figuresDue <= now)) {
                m_parts.countFigures(now);
            }
            return false;
        }
        if (m_background.commandsFirst() && !m_background.hasWork(now, true)) {
            m_parts.queue.waitFor(rushNs);  // callers are about to ask, and go first
            return true;
        }
    }
    conclude(m_batches.run(), 0);
    if (m_parts.figuresStale && !m_recovery.away() &&
        m_parts.clock.monotonicNs() - m_parts.figuresAtNs >= kFiguresEveryNs) {
        m_parts.countFigures(m_parts.now);
    }
    return true;
}

void SharedEngine::stop() {
    if (m_stopped) {
        return;
    }
    m_stopped = true;
    m_parts.queue.close();
    if (m_thread.joinable()) {
        m_thread.join();
    } else if (m_parts.database) {
        runUntilIdle();
        endNow();
    }
    m_parts.queue.refuseWaiting({ErrorCode::ReadOnly, "the engine stopped while storage was not available", {}, {}});
}

void SharedEngine::endNow() {
    m_recovery.refuseHeld({ErrorCode::ReadOnly, "the engine stopped while the database server was away", {}, {}});
    m_recovery.close();
}

void SharedEngine::degrade(const Error& reason) {
    m_background.waitAfterFailure();
    m_parts.setState(api::EngineState::Degraded, reason);
}

void SharedEngine::conclude(Ended ended, int tries) {
    if (ended.outcome == Outcome::Done) {
        return;
    }
    EVENHAND_INVARIANT(!m_recovery.away(), "a batch would have run on a connection that has gone");
    EVENHAND_INVARIANT(ended.outcome != Outcome::Lost, "a workspace would have been lost that nobody owns");
    if (lost(ended)) {
        hold(std::move(ended), {});
        return;
    }
    using Kind = store::Database::FaultKind;
    // Also where a rule or a consumer has found that another engine was quicker.
    const bool conflict = m_parts.database->faultKind() == Kind::Conflict || ended.reason.code == ErrorCode::Conflict;
    if (conflict && tries < m_parts.options.conflictTries) {
        if (ended.slots.empty()) {
            m_background.waitFor((kConflictPaceMs << tries) * kNsPerMs);  // messages and due work come again
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(tries));
        rerun(std::move(ended.slots), tries + 1);
        return;
    }
    if (!ended.slots.empty()) {
        runIndividually(ended.slots);
        return;
    }
    degrade(ended.reason);
    if (ended.outcome == Outcome::NotBegun) {
        m_parts.queue.refuseWaiting(ended.reason);
    }
}

/// As one batch of their own. Messages and due work follow with the next.
void SharedEngine::rerun(Slots slots, int tries) {
    if (!slots.empty()) {
        conclude(m_batches.run(std::move(slots)), tries);
    }
}

/// Among many one may meet what another engine has done meanwhile, and nobody can tell which. Alone, each reads anew
/// and finds out.
void SharedEngine::runIndividually(const Slots& slots) {
    std::size_t failures = 0;
    Error reason;
    for (auto at = slots.begin(); at != slots.end(); ++at) {
        if (failures >= kAloneFailures) {
            m_parts.queue.refuse({*at}, reason);
            continue;
        }
        auto ended = runAlone(*at);
        if (ended.outcome == Outcome::Done) {
            failures = 0;
            continue;
        }
        if (lost(ended)) {
            hold(std::move(ended), {at + 1, slots.end()});
            return;
        }
        ++failures;
        reason = ended.reason;
        m_parts.queue.refuse({*at}, reason);
    }
    if (failures >= kAloneFailures) {
        degrade(reason);
    }
}

SharedEngine::Ended SharedEngine::runAlone(const Slot& slot) {
    using Kind = store::Database::FaultKind;
    for (int tries = 0;; ++tries) {
        auto ended = m_batches.run({slot});
        if (ended.outcome == Outcome::Done || lost(ended) || tries >= m_parts.options.conflictTries ||
            m_parts.database->faultKind() != Kind::Conflict) {
            return ended;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(tries + 1));
    }
}

void SharedEngine::hold(Ended ended, Slots rest) {
    SharedRecovery::Held held;
    held.slots = std::move(ended.slots);
    held.rest = std::move(rest);
    if (ended.outcome == Outcome::Unknown) {
        held.unknown = m_parts.unit.takeSteps();
        held.events = m_batches.takeEvents();
    }
    m_recovery.hold(std::move(held), ended.reason);
}

/// The server is back, and it is known what became of the batch that broke, if it can be known.
void SharedEngine::resume(SharedRecovery::Back back) {
    using Fate = SharedRecovery::Fate;
    auto again = std::move(back.held.slots);
    if (back.fate == Fate::Unknown) {
        m_parts.queue.refuse(again, {ErrorCode::OutcomeUnknown,
                                     "the connection broke during the commit, and the database does not tell any more "
                                     "whether it happened",
                                     {},
                                     {}});
        again.clear();
    } else if (back.fate == Fate::Committed) {
        m_parts.share(back.held.events);
        m_batches.answer(again, std::move(back.held.events));
        again.clear();
    }
    again.insert(again.end(), back.held.rest.begin(), back.held.rest.end());
    rerun(std::move(again), 0);
}

void SharedEngine::endWriting(const Error& why) {
    {
        const std::lock_guard lock(m_whyMutex);
        m_why = why;
    }
    m_writingEnds = true;
    m_parts.queue.wake();
}

/// What the board says becomes a reason that stands. Nodes that nobody asks for anything are tried again here, while
/// nobody waits.
void SharedEngine::lookAtNodes() {
    const auto nowNs = m_parts.realClock.monotonicNs();
    if (nowNs < m_lookAtNodesNs) {
        return;
    }
    m_lookAtNodesNs = nowNs + kLookAtNodesNs;
    auto away = nodesAway(m_parts.board.health());
    if (away && m_parts.queue.depth() == 0) {
        m_parts.client.readHealth();  // where the pause of a circuit is over, else it asks nobody
        away = nodesAway(m_parts.board.health());
    }
    m_parts.setStandingReason(kKeyspaceAway, std::move(away));
}

void SharedEngine::hear(const std::vector<api::Event>& events) {
    {
        const std::lock_guard lock(m_heardMutex);
        m_heard.insert(m_heard.end(), events.begin(), events.end());
    }
    m_parts.queue.wake();
}

/// On this thread, as its own: rooms keep what they hear without a lock.
void SharedEngine::tellHeard() {
    std::vector<api::Event> events;
    {
        const std::lock_guard lock(m_heardMutex);
        events.swap(m_heard);
    }
    if (!events.empty()) {
        m_othersTold = true;
        m_parts.events.publish(events);
    }
}

void SharedEngine::lookAtDueWork() {
    const auto nowNs = m_parts.realClock.monotonicNs();
    if (nowNs >= m_lookAtDueNs) {
        m_lookAtDueNs = nowNs + kLookAtDueNs;
        m_background.lookAgain();
        m_parts.figuresStale = std::exchange(m_othersTold, false) || m_parts.figuresStale;
    }
}

void SharedEngine::noteRefusal(const api::Call& call, api::Operation operation, api::Permission missing) {
    if (auto job = runtime::refusalJob(call, operation, missing, m_refusals, m_parts.clock.now())) {
        submit(std::move(job));
    }
}

api::Answer<void> SharedEngine::noteDone(const api::Call& call, api::AuditRecord record) {
    if (m_writingEnds && m_parts.options.leaveNote) {
        record.actor = call.actor.name;
        record.via = call.actor.via;
        return runtime::ready<void>(m_parts.options.leaveNote(std::move(record)));
    }
    return Engine::noteDone(call, std::move(record));
}

}  // namespace evenhand::shared
