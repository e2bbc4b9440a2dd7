// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that can be seen after every commit, from what the commit touched, in words of their own: a second opinion
// beside the product's checks, and one that names the step that broke the rule.
//
// D6: every event of every order against a table of the steps that there are. Of the orders touched (themselves, or by
// their refund, return, deduction or alert): that their status is the one that these lead to, D1, D4 and D8 of the
// newest assignment, D7, M0 and R3, its part of M3, S2, T1 to T4 and T6. Of returns touched: R1 and R4 of their
// deduction. Of tasks and refunds touched: W1, W2's "where its worker looks", W3. M1 and M2 of the entries since. D3
// and D8 of every courier when an order, a weight or a duty changed; M3 of every product when stock moved; D5 of
// dispatch; S1 and the figures of S5 of each sale that runs; C1 and C4 of each campaign that has changed or of which
// was drawn. D2, W1, C2, C3, budgets and all that only grows: history.h, after every commit too. S4, C2's "a confirm
// after a rollback is refused", W4 and W2's "cover the ring": in the acts that do it, and wherever the ring has come to
// rest.
//
// Only now and then, after a restart and when it is quiet: T5, S3 and W3's sums need all rows of two sides
// compared, or all rows counted; E1, E2, E4 and E6 read the whole database; most of these cost as much as a hundred
// commits. D1's "exactly one", S3's "became" and E5 speak of an end or of what comes after a crash.
// T6's poller: at rest nothing is overdue. An order whose timer has died without anything else happening to it is
// looked at when something does, or when all are.
//
// Never here: E3. Nothing of the simulator runs on a Redis; tests/conformance holds the embedded keyspace against one
// (test_conformance: commands, test_scripts: the scripts, test_dispatch_scripts: dispatch). Thread: confined to its
// owner.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/store/database/database.h"
#include "history.h"
#include "order_rules.h"

namespace evenhand::sim {

class StepChecks {
public:
    /// What is wrong; empty: nothing. An error: it could not be read.
    [[nodiscard]] Result<std::string> look(store::Database& database, keyspace::EmbeddedKeyspace& keyspace,
                                           const History::Touched& touched,
                                           const std::map<std::string, History::Taken>& taken);
    /// Another process or another workspace: what is there is read anew.
    void begin() { *this = {}; }

private:
    Result<std::string> lookAtLedger(store::Database& database);

    OrderSteps m_steps;

    struct Sums {
        std::int64_t debit = 0, credit = 0;
    };
    std::map<std::string, Sums> m_sums;  ///< of the entries up to m_entry
    std::int64_t m_entry = 0;
    std::int64_t m_weightEntry = -1, m_dutyEntry = -1, m_stockEntry = -1;
};

}  // namespace evenhand::sim
