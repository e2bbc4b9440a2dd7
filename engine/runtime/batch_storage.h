// SPDX-License-Identifier: GPL-3.0-or-later
// The seam between what is the same in every engine and where its keyspace is kept.
//
// Common: CommandQueue (callers and their turns), BatchRunner (a batch: messages, commands and due work in one
// transaction, then answers and events), BackgroundScheduler, UnitRunner, EngineCore (status, events, audit log).
// A BatchStorage says what a batch is beyond its transaction:
//   - EmbeddedStorage: the keyspace is in this process. It is undone with the batch; what the batch changed in it is a
//     record of the journal in the same transaction; slices of its snapshots go along.
//   - SharedStorage (engine/shared): the keyspace is Redis, which acts at once. Steps that take back are kept until the
//     batch is durable; the batch writes its number, by which a commit of unknown outcome is found out.
// It is asked a few times a batch, and for a unit by BatchUnit; a command of the keyspace passes nothing of this.
// Thread: the engine's.
#pragma once

#include <optional>

#include "engine/runtime/unit_runner.h"

namespace evenhand::runtime {

class BatchStorage {
public:
    using Mark = BatchUnit::Mark;

    /// Both outlive it.
    BatchStorage(BatchUnit& unit, UnitRunner& runner) : m_unit(unit), m_runner(runner) {}
    virtual ~BatchStorage() = default;
    BatchStorage(const BatchStorage&) = delete;
    BatchStorage& operator=(const BatchStorage&) = delete;

    [[nodiscard]] BatchUnit& unit() const noexcept { return m_unit; }
    [[nodiscard]] UnitRunner& runner() const noexcept { return m_runner; }
    [[nodiscard]] Mark mark() const noexcept { return m_unit.mark(); }

    // Keys that expire, where nobody else sees to them.
    [[nodiscard]] virtual std::optional<Instant> nextExpiry() const { return std::nullopt; }
    /// Some of those that have expired at `now`.
    virtual void expire(Instant /*now*/) {}

    // Of a batch, in this order.
    /// Its transaction has begun.
    virtual void begun() {}
    /// Batches had better be short now.
    [[nodiscard]] virtual bool wantsBriefBatches() const noexcept { return false; }
    /// Its last rows. `changed`: something that has to be kept; `whole`: it is not a few commands run again alone.
    [[nodiscard]] virtual Result<void> write(bool changed, bool whole) = 0;
    /// An error: the commit must not be sent, for another engine owns the workspace or its files are gone.
    [[nodiscard]] virtual Result<void> mayCommit() { return {}; }
    /// The transaction is durable; `changed` as in write().
    virtual void committed(bool changed) = 0;
    /// It was durable, or had nothing to keep; nobody has been answered yet.
    virtual void kept(bool changed, bool whole) = 0;
    /// Instead: the transaction was rolled back. `since`: the mark when it began.
    virtual void rolledBack(Mark since) = 0;

private:
    BatchUnit& m_unit;
    UnitRunner& m_runner;
};

}  // namespace evenhand::runtime
