// SPDX-License-Identifier: GPL-3.0-or-later
// Real files that fail: while it watches a folder, the calls of the system that change what is in it can fail, end the
// process or lose the power at a chosen one. Deterministic from its seed. A program that links it has these calls go
// through it (ENABLE_EXPORTS, so that libraries find them too).
//
// What is modelled: after the process ended nothing changes any more, and a write under way may be cut. A power loss
// keeps what was brought to the disk by fsync; of what was written since, any blocks; of names that were given or taken
// away since their folder was synced, those up to some moment, in order, as file systems with a journal do. Calls
// counted: write, pwrite, ftruncate, fsync, fdatasync, mkdir, rename, unlink. Other programs' functions (fopen's) are
// not seen. Thread: one at a time; sockets and files elsewhere are left alone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "tests/support/servers/fault_disk.h"

namespace evenhand::test {

class FileFaults {
public:
    /// `folder` and what is in it. `alias`: another name by which paths may begin (also if it is the folder's only
    /// later), empty: none.
    explicit FileFaults(const std::string& folder, const std::string& alias = {});
    ~FileFaults();
    FileFaults(const FileFaults&) = delete;
    FileFaults& operator=(const FileFaults&) = delete;

    /// Watches from now on, until rest() or restart(). The fault hits the call `at` (from 1) and, for errors, the
    /// `count` - 1 after it that it concerns, as FaultDisk::plan(). `died`: called when it ends the process.
    /// `alsoDead`: whether the process has died of something else.
    void watch(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed, std::function<void(Fault)> died,
               std::function<bool()> alsoDead);
    /// Nothing fails any more, and what is there is taken for durable.
    void rest();
    [[nodiscard]] bool watching() const noexcept;
    [[nodiscard]] bool dead() const noexcept;
    /// The fault has been met since watch().
    [[nodiscard]] bool struck() const noexcept;
    /// The calls since watch().
    [[nodiscard]] std::int64_t operations() const noexcept;
    /// The next process, on what the last one left; as rest(). Nothing in the folder may be open.
    void restart(bool losePower);

    struct State;

private:
    std::unique_ptr<State> m_state;
};

}  // namespace evenhand::test
