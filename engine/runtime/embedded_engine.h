// SPDX-License-Identifier: GPL-3.0-or-later
// The engine of a workspace that one process owns: the keyspace lives here, its journal is committed with the business
// rows of each batch.
//
// Threads: with start() a thread of its own runs everything; without it the thread that calls open() and step() does
// (simulation and tests). Any thread: submit(), ask…(), status(), subscribe(), stop().
//
// Invariants: nothing is answered or published before the commit that made it durable; a batch in which nothing changed
// commits nothing; engine time never runs backwards, not over a restart either, but for
// one command that turns it back on purpose (UnitOfWork::turnBack); after a commit of unknown outcome no
// work is accepted until the log has been written anew and the keyspace rebuilt from it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/runtime/audit_log.h"
#include "engine/runtime/background_pace.h"
#include "engine/runtime/command_queue.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/event_hub.h"
#include "engine/runtime/journal_compactor.h"
#include "engine/runtime/status_board.h"
#include "engine/runtime/topic_consumer.h"
#include "engine/runtime/wal_checkpointer.h"
#include "engine/script/script_host.h"
#include "engine/store/database/journal_store.h"

namespace evenhand::runtime {

constexpr std::int64_t kNsPerMs = 1'000'000;

struct EngineOptions {
    std::string deployment = "SQLite";
    std::uint64_t seed = 0;    ///< of the units' Rng
    bool importClock = false;  ///< calls may carry `at`
    std::size_t inboxCommands = 100'000;
    std::size_t batchCommands = 4'096;
    std::int64_t batchNs = 8'000'000;           ///< of commands per batch
    std::int64_t sharedBatchNs = 4'000'000;     ///< instead, while several callers ask: some may wait for one answer
    std::int64_t briefBatchNs = 2'000'000;      ///< instead, while the log is nearly written back
    std::int64_t groupCommitDelayNs = 400'000;  ///< a batch waits for as many callers as the last had (with threads)
    std::size_t batchMessages = 1'024;          ///< of a topic per batch
    std::size_t batchDue = 1'024;               ///< due items per batch
    std::int64_t dueNs = 10'000'000;            ///< of due items per batch
    std::int64_t checkpointPages = 16'384;      ///< of the write-ahead log; when idle a quarter of it
    std::int64_t repairFirstMs = 250;           ///< back-off after a storage failure: first, doubled up to the longest
    std::int64_t repairMaxMs = 1'000;
    std::int64_t lookAtFilesMs = 500;  ///< while commits come, as often: are the database's files still in their place?
    std::function<void()> committed = {};     ///< on the engine's thread, after a commit; must not wait
    std::function<void()> checkpointed = {};  ///< on the engine's thread, after a checkpoint; must not wait
    /// Runs on the engine's thread when it stops after the database's files have gone from their place and nobody has
    /// saved what is in them: the last chance to.
    std::function<void(store::Database&)> rescue = {};
    std::int64_t holdMs = 15'000;  ///< a database server that is away: commands wait this long before they are refused
    int conflictTries = 5;         ///< of a whole batch, after a deadlock or a lock time-out
    int savepointBatches = 256;    ///< with savepoints, after one that had to be run again for want of them
    PaceLimits pace;               ///< of consumers that may fall behind
    CompactionLimits compaction;
    AuditKey auditKey = {};  ///< of the audit log
    /// On any thread, after endWriting(): what noteDone() was given, with actor and way; whether it is sure to become
    /// an entry. Empty: it is refused as every command.
    std::function<Result<void>(api::AuditRecord)> leaveNote = {};
    const Clock* auditClock = nullptr;  ///< instants of its entries; nullptr: engine time
};

class EmbeddedEngine final : public Engine {
public:
    using OpenDatabase = std::function<Result<std::unique_ptr<store::Database>>()>;

    /// `open` runs on the engine's thread; the schema must be there. `clock` outlives the engine.
    EmbeddedEngine(const Clock& clock, OpenDatabase open, EngineOptions options);
    ~EmbeddedEngine() override;

    // Before start() or open(); what is added outlives the engine's last batch (stop()).
    void addConsumer(std::string topic, std::string group, MessageHandler& handler, RetryPolicy policy = {});
    void addFamily(std::string group, TopicFamily& family, RetryPolicy policy = {});
    void addDueSource(DueSource& source);

    /// Opens and recovers on a new thread, then runs until stop(). Errors as recovery: WorkspaceDamaged, Storage, …
    [[nodiscard]] Result<void> start();
    /// As start(), on the calling thread and without running: then call step().
    [[nodiscard]] Result<void> open();
    /// Runs one batch; false: there is nothing to do at this instant.
    bool step();
    void runUntilIdle();
    /// Refuses new work, finishes what was accepted, compacts a long journal, checkpoints, closes. Idempotent.
    void stop();

    /// Begins, changes or (nullopt) ends a standing reason for being degraded; `code` never changes, `text` is for
    /// people. Any thread.
    void setStandingReason(std::string_view code, std::optional<std::string> text);

    /// From now on nothing is written any more: what waits and what comes is refused with ReadOnly, messages and due
    /// work stay where they are. For ever, but what is there can be read. Any thread.
    void endWriting(const Error& why);

    /// What is in memory may be outdated (the workspace was taken over) or the server does not answer: drop it and open
    /// the database again before any more work. Any thread.
    void invalidate(const Error& reason);

    /// Where the database's files have gone from their place (the state's cause is WorkspaceMissing), what was
    /// acknowledged can still be read from the open ones: has `save` run with them on the engine's thread, and answers
    /// true; it answers whether a copy is safe. False: they have not gone, nothing is run. Any thread.
    [[nodiscard]] bool readLostFiles(std::function<bool(store::Database&)> save);

    void submit(std::unique_ptr<Job> job) override { m_queue.submit(std::move(job)); }
    void noteRefusal(const api::Call& call, api::Operation operation, api::Permission missing) override;
    [[nodiscard]] api::Answer<void> noteDone(const api::Call& call, api::AuditRecord record) override;
    /// The newest journal record of this engine that is durable; seq 0: none yet. Any thread.
    /// Another program has written to the database file while it was in use. Any thread.
    [[nodiscard]] bool overwritten() const noexcept { return m_overwritten; }
    [[nodiscard]] store::JournalMark committedMark() const {
        const std::lock_guard lock(m_committedMutex);
        return m_committed;
    }
    /// The newest entry of the audit log that is durable. Any thread.
    [[nodiscard]] api::AuditHead auditHead() const { return m_audit.committedHead(); }
    [[nodiscard]] api::EngineStatus status() const { return m_status.copy(m_queue.depth()); }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler) {
        return m_events.subscribe(std::move(handler));
    }

    /// Earliest instant at which step() has something to do; the present one if it has now. Engine's thread.
    [[nodiscard]] std::optional<Instant> nextWake();
    /// For tests and tools that step the engine. Engine's thread.
    [[nodiscard]] keyspace::EmbeddedKeyspace& keyspace() noexcept { return m_keyspace; }
    [[nodiscard]] store::Database& database() noexcept { return *m_database; }
    [[nodiscard]] Instant now() const noexcept { return m_now; }
    [[nodiscard]] std::int64_t journalSeq() const noexcept { return m_seq; }

private:
    /// What became of a batch.
    enum class Batch : std::uint8_t {
        Done,
        RolledBack,
        Unknown,  ///< the commit failed: it may have happened
        Lost,     ///< nothing was committed: another engine owns the workspace
    };
    /// Commands that wait for a database server to come back.
    struct Held {
        std::vector<Slot> slots;  ///< run, not committed for sure
        std::vector<Slot> rest;   ///< not run
        bool unknown = false;     ///< their commit broke: the journal tells what became of it
        std::int64_t seq = 0;     ///< of that batch's record
        Instant at;
        std::string record;
        std::vector<api::Event> events;
        std::int64_t sinceNs = 0;  ///< steady time
        std::int64_t nextTryNs = 0;
        std::int64_t delayMs = 0;
        bool refused = false;  ///< waited for too long
    };
    struct Source {
        DueSource* source = nullptr;
        Instant notBefore;  ///< after a failure
        std::int64_t failures = 0;
    };

    void loop();

    // embedded_batch.cpp
    void batch();
    /// `only`: these commands alone, no messages, no due work; else what the queue holds.
    [[nodiscard]] Batch attempt(const std::vector<Slot>* only, Error& reason);
    [[nodiscard]] bool runSlots(const std::vector<Slot>& slots, Error& reason);
    [[nodiscard]] std::int64_t batchNs(std::int64_t usualNs, std::int64_t nowNs) const noexcept;
    [[nodiscard]] bool runQueue(Error& reason);
    void awaitGroupCommit(std::int64_t& delayLeftNs);
    [[nodiscard]] bool readAhead(const store::ReadAhead& ahead, Error& reason);
    [[nodiscard]] bool runSlot(const Slot& slot, Error& reason);
    [[nodiscard]] bool recheckPermission(const Slot& slot);
    [[nodiscard]] Instant instantOf(const Job& job) const noexcept;
    [[nodiscard]] bool advanceTo(const Job& job, bool* reached, Error& reason);
    /// Moves the time on; false while they wait after a storage failure.
    [[nodiscard]] bool mayRunBackgroundWork();
    [[nodiscard]] bool runMessages(Error& reason);
    [[nodiscard]] bool runDue(Error& reason);
    [[nodiscard]] bool runConsumers(Error& reason);
    [[nodiscard]] std::int64_t paceNs() const noexcept;
    [[nodiscard]] bool runDueItem(Error& reason, bool needed = false);
    [[nodiscard]] Batch commit(bool compact, Error& reason);
    void rollBack();
    void runIndividually(const std::vector<Slot>& slots);
    void conclude(Batch outcome, std::vector<Slot> slots, const Error& reason, int tries);
    void refuse(const std::vector<Slot>& slots, const Error& error);
    void concluded();
    void timeTurnedBack();

    // embedded_reconnect.cpp
    void retryBatch(std::vector<Slot> slots, int tries);
    void rerun(std::vector<Slot> slots, int tries);
    void hold(std::vector<Slot> slots, bool unknown, std::vector<Slot> rest, const Error& reason);
    bool reconnect();
    void resume(Held held);
    void refuseHeld(const Error& reason);
    void handleInvalidation();
    [[nodiscard]] bool serverLost() const noexcept;

    // embedded_engine.cpp
    [[nodiscard]] Result<void> recover();
    void storageLost(const Error& failed);
    bool repair();
    [[nodiscard]] Result<void> lookAtFiles(bool now);
    void waitForFiles();
    void runSaves();
    void closeDatabase();
    void handleEndOfWriting();
    /// `reason`: of a state that is not Live.
    void setState(api::EngineState state, const std::optional<Error>& reason = std::nullopt);
    void housekeep(bool idle);
    void compactOnStop();
    void countFigures(Instant now);
    [[nodiscard]] Instant backgroundNow();
    /// `needed`: only what commands have to wait for.
    [[nodiscard]] std::optional<Instant> earliestDue(bool needed = false);
    /// `needed`: without what may fall behind.
    [[nodiscard]] bool hasBackgroundWork(Instant now, bool needed = false);
    [[nodiscard]] bool backgroundWaits() const { return m_clock.monotonicNs() < m_backgroundAtNs; }
    /// A batch could not be stored, and it is time to see whether the next could, though nobody asks for anything.
    [[nodiscard]] bool probeDue() const {
        return m_status.ownState() == api::EngineState::Degraded && !backgroundWaits();
    }
    [[nodiscard]] std::optional<std::int64_t> pauseNs() const;
    /// Messages that may fall behind.
    [[nodiscard]] bool hasPaced(Instant now) const;

    const Clock& m_clock;
    const OpenDatabase m_openDatabase;
    const EngineOptions m_options;
    const api::Call m_systemCall;
    CommandQueue m_queue;
    StatusBoard m_status;
    EventHub m_events;

    keyspace::EmbeddedKeyspace m_keyspace;
    script::ScriptHost m_scripts;
    AuditLog m_audit;
    RefusalLimit m_refusals;
    EngineUnit m_unit;
    UnitRunner m_runner;
    std::unique_ptr<store::Database> m_database;
    std::unique_ptr<store::JournalStore> m_journal;
    JournalCompactor m_compactor;
    std::vector<std::unique_ptr<Consumer>> m_consumers;
    std::vector<Source> m_sources;

    Instant m_now;                        ///< engine time
    std::int64_t m_seq = 0;               ///< last committed journal record
    mutable std::mutex m_committedMutex;  ///< guards m_committed
    store::JournalMark m_committed;
    // Of the batch under way.
    std::vector<Slot> m_slots;
    BackgroundPace m_pace;
    int m_savepointBatches = 0;
    bool m_rush = false;             ///< callers go first
    bool m_backgroundSlice = false;  ///< the background's in a rush: without commands, though some may wait
    std::size_t m_callers = 0, m_lastCallers = 0;  ///< jobs begun in this batch, and in the one before
    std::optional<std::int64_t> m_sharedAtNs;      ///< several callers asked in one batch, last
    bool m_begun = false;                          ///< it has its transaction
    keyspace::EmbeddedKeyspace::Mark m_batchMark = 0;
    Instant m_nowAtBegin;              ///< engine time when the open batch began
    std::size_t m_kept = 0;            ///< commands that succeeded
    std::size_t m_backgroundRun = 0;   ///< messages and due items since the commands began
    std::optional<Instant> m_nextDue;  ///< earliest due instant when last asked

    std::string m_record;        ///< journal record of the batch under way, while its commit may break
    std::optional<Held> m_held;  ///< the server is away
    std::atomic<bool> m_invalidated{false};
    std::mutex m_invalidationMutex;
    Error m_invalidation;

    std::atomic<bool> m_writingEnds{false};
    bool m_writingEnded = false;   ///< and the engine's thread has seen to it
    std::mutex m_writingEndMutex;  ///< guards the following
    Error m_writingEndWhy;

    std::int64_t m_repairMs = 0;
    std::int64_t m_repairAtNs = 0;           ///< ReadOnly: next try, by the monotonic clock
    std::int64_t m_lookedAtNs = 0;           ///< when the files were last seen in their place
    std::atomic<bool> m_filesLost{false};    ///< they have gone: the connection stays open, for reading
    std::atomic<bool> m_overwritten{false};  ///< the database file, by another program: never set back
    bool m_saved = false;                    ///< what is in them is safe
    std::mutex m_savesMutex;                 ///< guards the following
    std::vector<std::function<bool(store::Database&)>> m_saves;
    bool m_recovered = false;  ///< the keyspace is what is on disk plus the batch under way
    std::int64_t m_backgroundDelayMs = 0;
    std::int64_t m_backgroundAtNs = 0;  ///< after a storage failure: when messages, due work and a probe of storage may
                                        ///< run again, by the monotonic clock
    bool m_figuresStale = true;
    std::int64_t m_figuresAtNs = 0;
    std::optional<Instant> m_figuresDue;  ///< when they change by time alone: a timer of a paused kind falls due
    WalCheckpointer m_checkpointer;
    bool m_stopped = false;
    bool m_threaded = false;
    std::thread m_thread;
};

}  // namespace evenhand::runtime
