// SPDX-License-Identifier: GPL-3.0-or-later
// The engine of a workspace that one process owns: the keyspace lives here, its journal is committed with the business
// rows of each batch. This is its life and its loop; a batch is BatchRunner's, messages and due work the
// BackgroundScheduler's, and where storage fails StorageRecovery goes on.
//
// Threads: with start() a thread of its own runs everything; without it the thread that calls open() and step() does
// (simulation and tests). Any thread: submit(), ask…(), status(), subscribe(), stop().
//
// Invariants: engine time never runs backwards, not over a restart either, but for one command that turns it back on
// purpose (UnitOfWork::turnBack); and those of the parts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/runtime/background_scheduler.h"
#include "engine/runtime/batch_runner.h"
#include "engine/runtime/embedded_storage.h"
#include "engine/runtime/engine_parts.h"
#include "engine/runtime/running_engine.h"
#include "engine/runtime/storage_recovery.h"

namespace evenhand::runtime {

class EmbeddedEngine final : public RunningEngine {
public:
    using OpenDatabase = EngineCore::OpenDatabase;

    /// `open` runs on the engine's thread; the schema must be there. `clock` outlives the engine.
    EmbeddedEngine(const Clock& clock, OpenDatabase open, EngineOptions options);
    ~EmbeddedEngine() override;

    void addConsumer(std::string topic, std::string group, MessageHandler& handler, RetryPolicy policy = {}) override;
    void addFamily(std::string group, TopicFamily& family, RetryPolicy policy = {}) override;
    void addDueSource(DueSource& source) override;

    [[nodiscard]] Result<void> start() override;
    [[nodiscard]] Result<void> open() override;
    bool step() override;
    /// Compacts a long journal and checkpoints besides.
    void stop() override;

    void setStandingReason(std::string_view code, std::optional<std::string> text) override {
        m_parts.setStandingReason(code, std::move(text));
    }

    void endWriting(const Error& why) override { m_storage.endWriting(why); }

    /// What is in memory may be outdated (the workspace was taken over) or the server does not answer: drop it and open
    /// the database again before any more work. Any thread.
    void invalidate(const Error& reason) { m_storage.invalidate(reason); }

    /// Where the database's files have gone from their place (the state's cause is WorkspaceMissing), what was
    /// acknowledged can still be read from the open ones: has `save` run with them on the engine's thread, and answers
    /// true; it answers whether a copy is safe. False: they have not gone, nothing is run. Any thread.
    [[nodiscard]] bool readLostFiles(std::function<bool(store::Database&)> save) {
        return m_storage.readLostFiles(std::move(save));
    }

    void submit(std::unique_ptr<Job> job) override { m_parts.queue.submit(std::move(job)); }
    void noteRefusal(const api::Call& call, api::Operation operation, api::Permission missing) override;
    [[nodiscard]] api::Answer<void> noteDone(const api::Call& call, api::AuditRecord record) override;
    /// Another program has written to the database file while it was in use. Any thread.
    [[nodiscard]] bool overwritten() const noexcept { return m_storage.overwritten(); }
    /// The newest journal record of this engine that is durable; seq 0: none yet. Any thread.
    [[nodiscard]] store::JournalMark committedMark() const { return m_batchStorage.committedMark(); }
    [[nodiscard]] api::AuditHead auditHead() const override { return m_parts.audit.committedHead(); }
    [[nodiscard]] api::EngineStatus status() const override { return m_parts.status.copy(m_parts.queue.depth()); }
    void tell(const std::vector<api::Event>& events) override { m_parts.events.publish(events); }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler) override {
        return m_parts.events.subscribe(std::move(handler));
    }

    /// Earliest instant at which step() has something to do; the present one if it has now. Engine's thread.
    [[nodiscard]] std::optional<Instant> nextWake();
    /// For tests and tools that step the engine. Engine's thread.
    [[nodiscard]] keyspace::EmbeddedKeyspace& keyspace() noexcept override { return m_parts.keyspace; }
    [[nodiscard]] store::Database& database() noexcept { return *m_parts.database; }
    [[nodiscard]] Instant now() const noexcept { return m_parts.now; }
    [[nodiscard]] std::int64_t journalSeq() const noexcept { return m_parts.seq; }

private:
    using Outcome = BatchRunner::Outcome;
    using Phase = StorageRecovery::Phase;

    void loop();
    /// What becomes of the commands of a batch; `tries`: how often it was run again for a conflict.
    void conclude(BatchRunner::Ended ended, int tries);
    void retryBatch(std::vector<Slot> slots, int tries);
    void rerun(std::vector<Slot> slots, int tries);
    void runIndividually(const std::vector<Slot>& slots);
    void hold(BatchRunner::Ended ended, std::vector<Slot> rest);
    void resume(StorageRecovery::Held held);
    void housekeep(bool idle);
    void compactOnStop();
    void countFigures(Instant now) { m_parts.countFigures(now); }
    /// A batch could not be stored, and it is time to see whether the next could, though nobody asks for anything.
    [[nodiscard]] bool probeDue() const {
        return m_parts.status.ownState() == api::EngineState::Degraded && !m_background.waits();
    }
    [[nodiscard]] std::optional<std::int64_t> pauseNs() const;

    EngineParts m_parts;
    EmbeddedStorage m_batchStorage;
    BackgroundScheduler m_background;
    BatchRunner m_batches;
    StorageRecovery m_storage;
    RefusalLimit m_refusals;
    bool m_stopped = false;
    std::thread m_thread;
};

}  // namespace evenhand::runtime
