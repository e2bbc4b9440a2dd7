// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/background_scheduler.h"

#include <algorithm>
#include <utility>

#include "engine/base/log.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kSourceDelayMs = 1'000;
constexpr std::int64_t kMaxSourceDelayMs = 60'000;

}  // namespace

BackgroundScheduler::BackgroundScheduler(EngineCore& parts, BatchStorage& storage)
    : m_parts(parts),
      m_storage(storage),
      m_systemCall{api::Actor::administrator("system"), {}, {}},
      m_pace(parts.options.pace) {}

void BackgroundScheduler::addSource(DueSource& source) {
    const bool divided = m_owns && source.divide(m_owns);
    m_sources.push_back({&source, {}, 0, divided, true});
}

void BackgroundScheduler::lookAgain() {
    shareOutNow();
    for (const auto& source : m_sources) {
        if (source.isHere) {
            source.source->othersWrote();
        }
    }
}

/// Which sources are run here.
void BackgroundScheduler::shareOutNow() {
    const bool mayRun = !m_mayRun || m_mayRun();
    for (auto& source : m_sources) {
        source.isHere = mayRun && (source.isDivided || !m_owns || m_owns(source.source->name(), {}));
    }
}

std::optional<Instant> BackgroundScheduler::earliestDue(bool needed) {
    std::optional<Instant> earliest;
    const auto consider = [&earliest](std::optional<Instant> at) {
        if (at && (!earliest || *at < *earliest)) {
            earliest = at;
        }
    };
    for (const auto& source : m_sources) {
        if (!source.isHere || leftOut(needed, source.source->mayFallBehind())) {
            continue;
        }
        // A source that has failed stays due; without its pause the engine would not sleep at all.
        if (const auto due = source.source->nextDue()) {
            consider(std::max(*due, source.notBefore));
        }
    }
    for (const auto& consumer : m_consumers) {
        if (!leftOut(needed, consumer->mayFallBehind())) {
            consider(consumer->nextRetry());
        }
    }
    if (const auto expiry = m_storage.nextExpiry()) {
        // Expired keys are gone for every reader at once; the sweep only frees memory, so it is done a minute at a
        // time.
        constexpr std::int64_t kSweepMs = 60'000;
        consider(Instant{(expiry->ms / kSweepMs + 1) * kSweepMs});
    }
    return earliest;
}

bool BackgroundScheduler::hasWork(Instant now, bool needed) {
    if (waits()) {
        return false;
    }
    for (const auto& consumer : m_consumers) {
        if (!leftOut(needed, consumer->mayFallBehind()) && consumer->ready(now)) {
            return true;
        }
    }
    const auto due = earliestDue(needed);
    return due && *due <= now;
}

bool BackgroundScheduler::hasPaced(Instant now) const {
    return !waits() && std::any_of(m_consumers.begin(), m_consumers.end(), [&](const auto& consumer) {
        return consumer->mayFallBehind() && consumer->ready(now);
    });
}

Instant BackgroundScheduler::now() {
    // Time does not pass a command that has arrived but not run: its `now` is the moment of its arrival.
    if (m_parts.options.importClock) {
        return m_parts.now;  // moved by commands alone
    }
    Instant now = m_parts.queue.collect();
    if (m_parts.queue.peek() != nullptr) {
        now = std::min(now, m_parts.queue.oldestArrival());
    }
    return std::max(m_parts.now, now);
}

std::int64_t BackgroundScheduler::chooseBatch(Instant now) {
    shareOutNow();
    const auto steadyNs = m_parts.paceNs();
    const auto rushNs = m_parts.threaded && !m_parts.options.importClock ? m_pace.expectedNs(steadyNs) : 0;
    m_batchKind = BatchKind::Mixed;
    if (rushNs > 0 && hasPaced(now) && m_pace.takeSlice(steadyNs)) {
        m_batchKind = BatchKind::BackgroundOnly;
        // Where the engine stops nobody asks any more, and nothing has to be held back for callers.
    } else if (rushNs > 0 && !m_parts.queue.closed()) {
        m_batchKind = BatchKind::CommandsFirst;
    }
    return rushNs;
}

void BackgroundScheduler::asked(std::size_t commands) {
    if (m_parts.threaded) {
        m_pace.asked(commands, m_parts.paceNs());
    }
}

void BackgroundScheduler::waitAfterFailure() {
    m_delayMs = std::clamp(m_delayMs * 2, m_parts.options.repairFirstMs, m_parts.options.repairMaxMs);
    waitFor(m_delayMs * kNsPerMs);
}

void BackgroundScheduler::waitFor(std::int64_t ns) { m_waitUntilNs = m_parts.clock.monotonicNs() + ns; }

bool BackgroundScheduler::mayRun() {
    if (waits()) {
        return false;
    }
    m_parts.now = std::max(m_parts.now, now());
    return true;
}

void BackgroundScheduler::batchBegins(BatchStorage::Mark mark) {
    // Marks are positions in the undo log, which each commit empties: those of the batch before mean nothing now.
    for (auto& consumer : m_consumers) {
        consumer->seen(mark);
    }
    m_nextDue = earliestDue(true);
}

void BackgroundScheduler::batchKept() {
    // The last chance to compare: the keyspace's commit, which follows, makes the marks invalid.
    for (auto& consumer : m_consumers) {
        consumer->touchIfChanged(m_storage.mark());
        consumer->committed();
    }
}

void BackgroundScheduler::batchUndone() {
    restartConsumers();
    for (const auto& source : m_sources) {
        source.source->undone();
    }
}

void BackgroundScheduler::restartConsumers() {
    for (auto& consumer : m_consumers) {
        consumer->restart();
    }
}

void BackgroundScheduler::timeTurnedBack() {
    restartConsumers();
    for (auto& source : m_sources) {
        source.source->timeTurnedBack();
        source.notBefore = {};
    }
    endWaiting();
    m_nextDue = earliestDue(true);
}

bool BackgroundScheduler::advanceTo(Instant target, bool import, bool* reached, Error& reason) {
    // Asked for every command, so the usual case looks at a remembered instant only and not at all sources.
    if (!(import && target > m_parts.now) && !(m_nextDue && *m_nextDue <= target)) {
        return true;
    }
    while (true) {
        if (import && target > m_parts.now && !runConsumers(reason)) {
            return false;
        }
        m_nextDue = earliestDue(true);
        if (reached != nullptr && m_ran > m_parts.options.batchDue) {
            *reached = false;
            return true;
        }
        if (!m_nextDue || *m_nextDue > target) {
            break;
        }
        // Not to `target` at once: what fell due has its effect at its own instant, before what the command does.
        m_parts.now = std::max(m_parts.now, *m_nextDue);
        if (!runDueItem(reason, true)) {
            return false;
        }
    }
    m_parts.now = target;
    return true;
}

bool BackgroundScheduler::runMessages(Error& reason) { return !mayRun() || runConsumers(reason); }

bool BackgroundScheduler::runDue(std::int64_t untilNs, Error& reason) {
    if (!mayRun()) {
        return true;
    }
    for (std::size_t i = 0; i < m_parts.options.batchDue; ++i) {
        m_nextDue = earliestDue();
        if (!m_nextDue || *m_nextDue > m_parts.now || (i > 0 && m_parts.clock.monotonicNs() >= untilNs)) {
            break;  // the clock is looked at every time, for one slice of something large takes milliseconds already
        }
        if (!runDueItem(reason)) {
            return false;
        }
    }
    return true;
}

bool BackgroundScheduler::runConsumers(Error& reason) {
    for (auto& consumer : m_consumers) {
        // Before each of them: it may be meant for what a consumer before it has just published.
        consumer->touchIfChanged(m_storage.mark());
        if (consumer->ready(m_parts.now) && !runConsumer(*consumer, reason)) {
            return false;
        }
    }
    return true;
}

bool BackgroundScheduler::runConsumer(Consumer& consumer, Error& reason) {
    Consumer::Enough enough;
    const bool paced = consumer.mayFallBehind() && !m_parts.options.importClock;
    const auto began = paced ? m_parts.paceNs() : 0;
    bool cut = false;
    if (paced) {
        if (commandsFirst()) {
            return true;  // it gets batches of its own
        }
        // `cut` is assigned, not compared: it tells m_pace below that time was over before the work.
        enough = [this, &cut, until = began + m_pace.allowanceNs(began)] { return cut = m_parts.paceNs() >= until; };
    }
    auto done = consumer.work(m_storage.runner(), m_parts.now, m_parts.options.batchMessages, enough);
    if (paced) {
        m_pace.took(m_parts.paceNs() - began, cut);
    }
    consumer.seen(m_storage.mark());  // its own acknowledgements are nothing new to it
    if (!done) {
        reason = m_parts.database->faulted() ? m_parts.database->fault() : std::move(done).error();
        return false;
    }
    m_ran += *done;
    return true;
}

BackgroundScheduler::Source* BackgroundScheduler::firstDue(bool needed) {
    Source* first = nullptr;
    std::optional<Instant> earliest;
    for (auto& source : m_sources) {
        if (!source.isHere || leftOut(needed, source.source->mayFallBehind())) {
            continue;
        }
        const auto due = source.source->nextDue();
        if (due && std::max(*due, source.notBefore) <= m_parts.now && (!earliest || *due < *earliest)) {
            first = &source;
            earliest = due;
        }
    }
    return first;
}

bool BackgroundScheduler::runDueItem(Error& reason, bool needed) {
    ++m_ran;
    if (auto* first = firstDue(needed)) {
        return runSource(*first, reason);
    }
    // No source is due, so what fell due is an expired key or a consumer's retry.
    m_storage.expire(m_parts.now);
    return runConsumers(reason);
}

bool BackgroundScheduler::runSource(Source& first, Error& reason) {
    Error why;
    const auto ran = m_storage.runner().run(m_parts.now, m_systemCall, [&](UnitOfWork& work) {
        auto done = first.source->runDue(work);
        if (!done) {
            why = done.error();
        }
        return done.has_value();
    });
    switch (ran) {
        case Ran::Kept:
            first.failures = 0;
            first.notBefore = {};
            return true;
        case Ran::Undone: {
            if (m_storage.runner().damage()) {
                why = *m_storage.runner().damage();
                first.source->undone();  // its runDue() has succeeded, so it may take the item for done
            }
            if (first.source->notesFailures()) {
                return true;
            }
            // The shift is bounded, for failures are counted as long as the item fails, and a shift by 64 is undefined.
            const std::int64_t delay =
                std::min(kMaxSourceDelayMs, kSourceDelayMs << std::min<std::int64_t>(first.failures++, 10));
            first.notBefore = m_parts.now.plusMs(delay);
            base::log(base::LogLevel::Warning, "engine", "due work failed: " + why.text());
            return true;
        }
        case Ran::Faulted: reason = m_parts.database->fault(); return false;
    }
    return true;
}

}  // namespace evenhand::runtime
