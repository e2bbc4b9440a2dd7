// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that can be seen after every commit, from what the commit touched, in words of their own: a second opinion
// beside the product's checks, and one that names the step that broke the rule.
//
// Of the orders touched (themselves, or by their refund, return or deduction): D1, D4 of its newest assignment, M0 and
// R3, its part of M3, S2, T1 and T2. Of returns touched: R1 and R4 of their deduction. M1 and M2 of the entries since.
// D3 of every courier when an order, a weight or a duty changed; M3 of every product when stock moved; S1 and the
// figures of S5 of each sale that runs. D2, W1, D6's ends, C2 and all that only grows: history.h, after every commit
// too.
//
// Only now and then, after a restart and when it is quiet: D5, T3 to T6, C1, C3, C4, S3, W2, W3 and E7 need all rows of
// two sides compared, E1, E2, E4 and E6 read the whole database, and most of these cost as much as a hundred commits;
// D1's "exactly one", S3's "became", D5's "pending" and E5 speak of an end or of what comes after a crash.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/store/database/database.h"
#include "history.h"

namespace evenhand::sim {

class StepChecks {
public:
    /// What is wrong; empty: nothing. An error: it could not be read.
    [[nodiscard]] Result<std::string> look(store::Database& database, keyspace::EmbeddedKeyspace& keyspace,
                                           const History::Touched& touched);
    /// Another process or another workspace: what is there is read anew.
    void begin() { *this = {}; }

private:
    Result<std::string> lookAtLedger(store::Database& database);

    struct Sums {
        std::int64_t debit = 0, credit = 0;
    };
    std::map<std::string, Sums> m_sums;  ///< of the entries up to m_entry
    std::int64_t m_entry = 0;
    std::int64_t m_weightEntry = -1, m_dutyEntry = -1, m_stockEntry = -1;
};

}  // namespace evenhand::sim
