// SPDX-License-Identifier: GPL-3.0-or-later
// The background's part of a batch: messages and due work. It knows what is due and when, runs it within the limits of
// a batch, and decides who goes first while many callers ask (BackgroundPace).
// Thread: the engine's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/runtime/batch_storage.h"
#include "engine/runtime/engine_core.h"
#include "engine/runtime/topic_consumer.h"

namespace evenhand::runtime {

class BackgroundScheduler {
public:
    BackgroundScheduler(EngineCore& parts, BatchStorage& storage);

    // Before the first batch.
    void addConsumer(std::unique_ptr<Consumer> consumer) { m_consumers.push_back(std::move(consumer)); }
    void addSource(DueSource& source);
    /// Several engines share a workspace: due work is done here while `mayRun` answers true, and what of it falls to
    /// this one. Both are asked on the engine's thread, every batch. Before sources are added.
    void shareOut(std::function<bool()> mayRun, DueSource::Owns owns) {
        m_mayRun = std::move(mayRun);
        m_owns = std::move(owns);
    }

    /// Others may have changed what the sources of due work remember: they look again, if it is done here.
    void lookAgain();

    // What is there to do? `needed`: only what commands have to wait for, without what may fall behind.
    [[nodiscard]] std::optional<Instant> earliestDue(bool needed = false);
    [[nodiscard]] bool hasWork(Instant now, bool needed = false);
    /// Engine time as the background sees it: a command that has arrived but not run is not passed. Collects the queue.
    [[nodiscard]] Instant now();

    /// Who goes first in the batch that comes. Answers how long, in nanoseconds, callers are expected to ask on; 0:
    /// nobody has to go first.
    std::int64_t chooseBatch(Instant now);
    /// The batch is the background's alone: without commands, though some may wait.
    [[nodiscard]] bool alone() const noexcept { return m_batchKind == BatchKind::BackgroundOnly; }
    [[nodiscard]] bool commandsFirst() const noexcept { return m_batchKind == BatchKind::CommandsFirst; }
    /// `commands` were asked for in this batch.
    void asked(std::size_t commands);

    // Within a batch. False: the batch must be rolled back for `reason`.
    [[nodiscard]] bool runMessages(Error& reason);
    /// Until `untilNs` of the clock's monotonic time.
    [[nodiscard]] bool runDue(std::int64_t untilNs, Error& reason);
    /// Before a command of instant `target` what falls due before it happens, in order of time, and engine time moves
    /// on to it. An import also lets every message be handled at the instant at which it was published. With `reached`
    /// no more than fits a batch: false, and the command goes with the next one.
    [[nodiscard]] bool advanceTo(Instant target, bool import, bool* reached, Error& reason);
    void batchBegins(BatchStorage::Mark mark);
    void commandsBegin() noexcept { m_ran = 0; }
    /// The transaction was committed: what it published is there.
    void batchKept();
    /// It was rolled back.
    void batchUndone();
    /// What was remembered of the keyspace's streams is read again.
    void restartConsumers();
    /// Engine time was turned back on purpose: nothing that was remembered of instants may keep work waiting.
    void timeTurnedBack();

    // After a storage failure nothing is run for a while.
    void waitAfterFailure();        ///< longer with each one in a row
    void waitFor(std::int64_t ns);  ///< monotonic
    void endWaiting() noexcept { m_waitUntilNs = 0; }
    void batchSucceeded() noexcept { m_delayMs = 0; }
    [[nodiscard]] bool failedBefore() const noexcept { return m_delayMs != 0; }
    [[nodiscard]] bool waits() const { return waitLeftNs() > 0; }
    [[nodiscard]] std::int64_t waitLeftNs() const { return m_waitUntilNs - m_parts.clock.monotonicNs(); }

private:
    enum class BatchKind : std::uint8_t { Mixed, CommandsFirst, BackgroundOnly };
    struct Source {
        DueSource* source = nullptr;
        Instant notBefore;  ///< after a failure
        std::int64_t failures = 0;
        bool isDivided = false;  ///< all engines run it
        bool isHere = true;      ///< it is run here, when last asked
    };

    void shareOutNow();
    [[nodiscard]] bool mayRun();
    [[nodiscard]] bool runConsumers(Error& reason);
    [[nodiscard]] bool runConsumer(Consumer& consumer, Error& reason);
    /// One item of the source that has been due longest, the retries that are due, or a sweep of expired keys.
    [[nodiscard]] bool runDueItem(Error& reason, bool needed = false);
    [[nodiscard]] Source* firstDue(bool needed);
    [[nodiscard]] bool runSource(Source& first, Error& reason);
    /// Messages that may fall behind.
    [[nodiscard]] bool hasPaced(Instant now) const;
    /// It is not waited for: imports wait for everything.
    [[nodiscard]] bool leftOut(bool needed, bool mayFallBehind) const noexcept {
        return needed && mayFallBehind && !m_parts.options.importClock;
    }

    EngineCore& m_parts;
    BatchStorage& m_storage;
    const api::Call m_systemCall;
    std::vector<std::unique_ptr<Consumer>> m_consumers;
    std::vector<Source> m_sources;
    std::function<bool()> m_mayRun;
    DueSource::Owns m_owns;
    BackgroundPace m_pace;
    BatchKind m_batchKind = BatchKind::Mixed;
    std::size_t m_ran = 0;             ///< messages and due items since the commands began
    std::optional<Instant> m_nextDue;  ///< earliest due instant when last asked
    std::int64_t m_delayMs = 0;        ///< after a storage failure; 0: the last batch was stored
    std::int64_t m_waitUntilNs = 0;    ///< monotonic
};

}  // namespace evenhand::runtime
