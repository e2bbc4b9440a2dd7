// SPDX-License-Identifier: GPL-3.0-or-later
// The embedded keyspace: Redis 7.0 semantics in process, with undo per command, a journal record per batch and
// a snapshot that is written in slices.
//
// Invariants:
//  - time: expiry, stream ids, TIME use the instant given to setNow(); the keyspace never reads a clock. A key with
//    a time to live of n ms is gone when now is n ms later (Redis: one ms later still).
//  - undo: everything since mark() is reverted by undoTo(); a mark is a position in the undo log, marks nest. Changes
//    are recorded from the first mark() after a commit() on, so without marks nothing accumulates.
//  - journal: takeJournal() returns the absolute post-images of everything that changed since the last call, in the
//    order of the changes (see journal.h); applying the records of a journal in order, from any point at or before a
//    snapshot's start, any number of times, gives the same state.
// Thread: confined to its owner (the engine thread).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/keyspace/keyspace.h"
#include "engine/keyspace/script_runner.h"

namespace evenhand::keyspace {

class Store;  // see data/store.h

class EmbeddedKeyspace final : public Keyspace {
public:
    EmbeddedKeyspace();
    ~EmbeddedKeyspace() override;
    EmbeddedKeyspace(const EmbeddedKeyspace&) = delete;
    EmbeddedKeyspace& operator=(const EmbeddedKeyspace&) = delete;

    /// The runner must outlive the keyspace or be replaced by nullptr. Without one EVAL answers an error.
    void setScriptRunner(ScriptRunner* runner) noexcept;

    using Keyspace::call;
    using Keyspace::run;
    [[nodiscard]] Result<Reply> call(std::span<const std::string_view> args) override;
    [[nodiscard]] Result<Reply> run(const Script& script, std::span<const std::string_view> keys,
                                    std::span<const std::string_view> args) override;

    /// As call(), but error replies come back as replies (for the RESP server, the script host and tests).
    [[nodiscard]] Reply execute(std::span<const std::string_view> args);
    /// As execute(), for commands called from inside a script: commands flagged "noscript" are refused.
    [[nodiscard]] Reply executeFromScript(std::span<const std::string_view> args);
    /// While true, every write command answers `READONLY …`.
    void setReadOnly(bool readOnly) noexcept;

    /// The frozen instant of the current command.
    void setNow(Instant now) noexcept;
    [[nodiscard]] Instant now() const noexcept;
    /// Earliest expiry of any key, for the engine's wake-up.
    [[nodiscard]] std::optional<Instant> nextExpiry() const;
    /// Removes up to `limit` keys that are expired at now(); returns how many. Journaled like any change.
    std::size_t expireDue(std::size_t limit);

    /// Time goes back to `to`, which is before now(): whatever is to expire does so after as long as it had left, and
    /// what is pending in a stream stays idle for as long as it was. Journaled and undone like any change.
    void turnBack(Instant to);

    // --- undo -------------------------------------------------------------------------------------------
    using Mark = std::uint64_t;
    /// Position in the undo log. Cheap.
    [[nodiscard]] Mark mark() const noexcept;
    /// Reverts everything done since `mark`, newest first. The journal forgets it too, unless takeJournal() or
    /// nextSnapshotSlice() was called since: then it gets the reverting changes as well.
    void undoTo(Mark mark);
    /// Forgets the undo log: everything so far is committed. Marks become invalid.
    void commit() noexcept;

    // --- journal ----------------------------------------------------------------------------------------
    /// True if anything changed since the last takeJournal().
    [[nodiscard]] bool dirty() const noexcept;
    /// One journal record: absolute post-images of every element changed since the last call; empty if none.
    [[nodiscard]] std::string takeJournal();
    /// Applies a record (or a snapshot slice). WorkspaceDamaged if it cannot be parsed; then the state is undefined.
    [[nodiscard]] Result<void> applyJournal(std::string_view record);

    // --- snapshot ---------------------------------------------------------------------------------------
    /// Starts (or restarts) a fuzzy snapshot over the whole keyspace.
    void beginSnapshot();
    /// Next slice in the journal's format, about `maxBytes` long, or nullopt when the snapshot is complete.
    /// Elements changed while the snapshot runs are covered by the journal records from beginSnapshot() on.
    [[nodiscard]] std::optional<std::string> nextSnapshotSlice(std::size_t maxBytes);

    /// Empties the keyspace, its undo log and its journal.
    void clear();
    [[nodiscard]] std::size_t size() const noexcept;  ///< number of keys
    /// Order-independent digest of the whole logical state (keys, types, elements, expiries, groups); for tests
    /// and verify: equal states have equal digests whatever their history. Keys that are due but were not removed
    /// yet count as present, also in size().
    [[nodiscard]] std::uint64_t digest() const;

private:
    std::unique_ptr<Store> m_store;
};

}  // namespace evenhand::keyspace
