// SPDX-License-Identifier: GPL-3.0-or-later
// What one simulation does: everything follows from these few figures, so a command line repeats it.
// Thread: value type, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace evenhand::sim {

enum class Store : std::uint8_t { Sqlite, Mariadb };

struct Plan {
    std::uint64_t seed = 1;
    int acts = 80;  ///< 1 …: things that somebody does, or that happen to the machine
    Store store = Store::Sqlite;
    bool faults = true;       ///< false: storage neither fails nor is lost
    std::vector<int> only{};  ///< numbers of the acts that happen, from 0, ascending; empty: all
    /// The options of evenhand_sim that repeat it.
    [[nodiscard]] std::string commandLine() const;
};

}  // namespace evenhand::sim
