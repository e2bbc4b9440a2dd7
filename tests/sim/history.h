// SPDX-License-Identifier: GPL-3.0-or-later
// What a workspace may not do from one moment to the next: rows that are only ever added stay as they are, ends stay
// ends, epochs, tokens and versions only grow, amounts and keys never change. Read after every step from the engine's
// own connection, and again by whoever comes after a crash. Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/store/database/database.h"

namespace evenhand::sim {

class History {
public:
    /// False, with what is wrong in fault(). Cheap: what moves.
    [[nodiscard]] bool look(store::Database& database);
    /// The same, and every row that is only ever added.
    [[nodiscard]] bool lookAtAll(store::Database& database);
    [[nodiscard]] const std::string& fault() const noexcept { return m_fault; }
    /// The fault is that the rows could not be read.
    [[nodiscard]] bool unreadable() const noexcept { return m_unreadable; }
    /// Keys of the moving rows, by table, that were new or had changed in any look since this was asked last.
    using Touched = std::map<std::string, std::vector<std::string>>;
    [[nodiscard]] Touched takeTouched() { return std::exchange(m_touched, {}); }
    /// How many rows it has seen last in each state: "order CLOSED", "refund SUCCEEDED", ….
    void count(std::map<std::string, std::int64_t>& figures) const;
    /// All that it has seen last, as one figure.
    [[nodiscard]] std::uint64_t digest() const;

    /// What has to hold of a row that was there before: `before` and `now` are its columns after the key.
    using Row = std::vector<std::string>;
    struct Watched {
        const char* table;
        const char* sql;  ///< the first column is the key
        int columns;      ///< behind the key
        int state;        ///< the column that says what has become of it, from 0
        /// What is wrong; nullptr: nothing.
        const char* (*wrong)(const Row& before, const Row& now);
    };

private:
    bool compare(store::Database& database, const Watched& watched);
    std::map<std::string, std::map<std::string, Row>> m_rows;  ///< table → key → columns
    Touched m_touched;
    std::string m_fault;
    bool m_unreadable = false;
};

}  // namespace evenhand::sim
