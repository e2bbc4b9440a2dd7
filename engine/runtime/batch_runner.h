// SPDX-License-Identifier: GPL-3.0-or-later
// One batch: begin, messages, commands and due work, what its storage adds, commit, answers, events.
//
// Invariants: nothing is answered or published before the commit that made it durable; a batch in which nothing changed
// commits nothing.
// Thread: the engine's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/runtime/background_scheduler.h"
#include "engine/runtime/batch_storage.h"
#include "engine/runtime/engine_core.h"

namespace evenhand::runtime {

class BatchRunner {
public:
    enum class Outcome : std::uint8_t {
        Done,
        NotBegun,  ///< it got no transaction: a locked database, say
        RolledBack,
        Unknown,  ///< the commit failed: it may have happened
        Lost,     ///< nothing was committed: another engine owns the workspace, or its files are gone
    };
    struct Ended {
        Outcome outcome = Outcome::Done;
        Error reason{};             ///< of what is not Done
        std::vector<Slot> slots{};  ///< commands without an answer; none if it is Done
    };

    /// `engine` is told of refusals. All must outlive the runner.
    BatchRunner(EngineCore& parts, BatchStorage& storage, BackgroundScheduler& background, Engine& engine)
        : m_parts(parts), m_storage(storage), m_background(background), m_engine(engine) {}

    /// What the queue holds and what the background has to do.
    [[nodiscard]] Ended run();
    /// These commands, alone.
    [[nodiscard]] Ended run(std::vector<Slot> only);
    /// The next batches have savepoints: one without had to be run again.
    void useSavepoints() noexcept { m_savepointBatches = m_parts.options.savepointBatches; }
    /// Of the batch whose outcome is unknown: what it would have told.
    [[nodiscard]] std::vector<api::Event> takeEvents();
    /// Commands that turned out to be durable: answers, then events.
    void answer(const std::vector<Slot>& slots, std::vector<api::Event> events);

private:
    [[nodiscard]] Ended attempt(const std::vector<Slot>* only);
    [[nodiscard]] bool runSlots(const std::vector<Slot>& slots, Error& reason);
    [[nodiscard]] bool runQueue(Error& reason);
    [[nodiscard]] std::int64_t batchNs(std::int64_t usualNs, std::int64_t nowNs) const noexcept;
    void awaitGroupCommit(std::int64_t& delayLeftNs);
    [[nodiscard]] bool readAhead(const store::ReadAhead& ahead, Error& reason);
    [[nodiscard]] bool runSlot(const Slot& slot, Error& reason);
    [[nodiscard]] bool recheckPermission(const Slot& slot);
    [[nodiscard]] Instant instantOf(const Job& job) const noexcept;
    [[nodiscard]] bool advanceTo(const Job& job, bool* reached, Error& reason);
    [[nodiscard]] Outcome commit(bool whole, Error& reason);
    [[nodiscard]] Outcome commitTransaction(bool changed, Error& reason);
    void rollBack();
    void concluded();

    EngineCore& m_parts;
    BatchStorage& m_storage;
    BackgroundScheduler& m_background;
    Engine& m_engine;

    // Of the batch under way.
    std::vector<Slot> m_slots;
    BatchStorage::Mark m_mark = 0;
    Instant m_nowAtBegin;    ///< engine time when it began
    std::size_t m_kept = 0;  ///< commands that succeeded

    int m_savepointBatches = 0;                    ///< those to come that have savepoints
    std::size_t m_callers = 0, m_lastCallers = 0;  ///< jobs begun in this batch, and in the one before
    std::optional<std::int64_t> m_sharedAtNs;      ///< several callers asked in one batch, last
};

}  // namespace evenhand::runtime
