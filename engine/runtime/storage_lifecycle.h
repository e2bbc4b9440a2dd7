// SPDX-License-Identifier: GPL-3.0-or-later
// In which phase an engine's storage is, and the only ways from one phase to another: one function each, which ends the
// process where the engine is wrong about the phase it is in.
//
//   Opening ──recovered──▶ Working ──serverLost──▶ ServerAway
//   Working, ServerAway, Repairing ──repairNeeded──▶ Repairing       ServerAway, Repairing ──recovered──▶ Working
//   Working, Repairing ──filesLost──▶ FilesLost ──filesSaved──▶ FilesSaved
//   FilesLost, FilesSaved ──filesFound──▶ Repairing                  all ──closed──▶ Closed
//
// Threads: phase() and what only reads it: any; the transitions: the engine's.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>

namespace evenhand::runtime {

enum class StoragePhase : std::uint8_t {
    Opening,     ///< nothing was read yet
    Working,     ///< the keyspace is what is on disk plus the batch under way
    Repairing,   ///< nothing is accepted; tries again and again to open the database
    FilesLost,   ///< the database's files have gone from their place: the connection stays open, for reading
    FilesSaved,  ///< the same, and what can be read is safe in a copy
    ServerAway,  ///< a database server does not answer: commands wait for it
    Closed,
};

class StorageLifecycle {
public:
    [[nodiscard]] StoragePhase phase() const noexcept { return m_phase.load(std::memory_order_relaxed); }
    [[nodiscard]] bool working() const noexcept { return phase() == StoragePhase::Working; }
    /// The files have gone, whether there is a copy or not.
    [[nodiscard]] bool withoutFiles() const noexcept {
        return phase() == StoragePhase::FilesLost || phase() == StoragePhase::FilesSaved;
    }

    /// The database is open and the keyspace is what its journal says.
    void recovered();
    /// Nothing in memory may be trusted any more, and the connection is closed.
    void repairNeeded();
    /// One try at opening the database did not succeed; there will be another.
    void repairFailed();
    /// The files have gone from their place; the connection stays open.
    void filesLost();
    /// Somebody has made a copy of what the open connection still reads.
    void filesSaved();
    /// They are in their place again.
    void filesFound();
    /// The database server does not answer.
    void serverLost();
    /// For good.
    void closed();

private:
    [[nodiscard]] bool isOneOf(std::initializer_list<StoragePhase> phases) const noexcept;

    std::atomic<StoragePhase> m_phase{StoragePhase::Opening};
};

}  // namespace evenhand::runtime
