// SPDX-License-Identifier: GPL-3.0-or-later
// A disk in memory behind a SQLite VFS, for crash tests: it tells what the process sees (the page cache) from what is
// durable, and fails, kills or loses power at a chosen operation. Deterministic from its seed.
//
// What is modelled: writes reach the disk only by a sync, or by chance before a power loss; a power loss keeps any part
// of what was not synced, in sectors of 512 bytes; a kill keeps the cache and may cut the write under way; a sync that
// fails loses what it should have written though the process goes on seeing it (as Linux does); a single write of a
// multiple of 128 KiB fails, as it does in SQLite's VFS for Unix. Operations counted:
// xWrite, xSync, xTruncate, xDelete. Thread: any, one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/rng.h"

namespace evenhand::test {

enum class Fault : std::uint8_t {
    None,
    Kill,        ///< the process dies during the operation
    PowerLoss,   ///< the machine stops during the operation
    Full,        ///< writes answer SQLITE_FULL
    WriteError,  ///< writes answer SQLITE_IOERR_WRITE, half done
    SyncError,   ///< syncs answer SQLITE_IOERR_FSYNC
    ReadError,   ///< every read answers SQLITE_IOERR_READ, whatever `at` and `count` say
};

class FaultDisk {
public:
    FaultDisk();
    ~FaultDisk();
    FaultDisk(const FaultDisk&) = delete;
    FaultDisk& operator=(const FaultDisk&) = delete;

    [[nodiscard]] const std::string& vfs() const noexcept;

    /// Counting starts anew: the fault hits operation `at` (from 1) and, for errors, the `count` − 1 that follow it and
    /// would be hit too (writes for Full and WriteError, syncs for SyncError).
    void plan(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed);
    /// Operations since plan().
    [[nodiscard]] std::int64_t operations() const noexcept;
    /// True once a Kill or PowerLoss has happened: nothing changes the disk any more.
    [[nodiscard]] bool dead() const noexcept;
    /// The fault has been met at least once.
    [[nodiscard]] bool struck() const noexcept;

    /// The process dies now (Kill), or the machine stops (PowerLoss), of something else than an operation here.
    void die(Fault how);
    /// It died of a PowerLoss.
    [[nodiscard]] bool lostPower() const noexcept;

    /// The next process, on what the last one left: after a Kill the cache, after a PowerLoss (or with `losePower`)
    /// what the disk kept. No connection may be open. Ends the plan.
    void restart(bool losePower = false);

    /// All files as they are, to begin again from; the disk must be quiet. With them goes the anchor of the audit log,
    /// which lies in the workspace's real folder: an anchor of a later run would not fit.
    class Image;
    [[nodiscard]] std::shared_ptr<const Image> image(const std::string& workspaceFolder = {}) const;
    void restore(const Image& image);

    /// From now on the disk holds what this real file does, durably.
    void adopt(const std::string& path);

    struct State;

private:
    std::unique_ptr<State> m_state;
};

}  // namespace evenhand::test
