// SPDX-License-Identifier: GPL-3.0-or-later
// Which roots the open transaction and its open unit hold: what has to be locked and what is locked already; and, where
// a test wants it, whether a unit writes a row whose root it has not asked for. A connection has one of these only
// where several engines write or a test checks (Database::lockRoots, Database::checkRoots), so nobody else pays for it.
//
// Locks last as long as the transaction, whatever is undone within it: the server keeps them too. What a unit has asked
// for is its own, for the lock that another unit of the batch has taken is luck. Thread: that of the Database.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database/roots.h"

namespace evenhand::store {

class RootLocks {
public:
    bool locks = false;   ///< on the server; else they are only written down here
    bool checks = false;  ///< what is written

    /// The open unit has asked for these. Answers which of them the transaction does not hold yet, or not so strongly.
    [[nodiscard]] Roots ask(const Roots& roots);
    /// The transaction holds them.
    void taken(const Roots& roots);
    /// The open unit has made it; nobody else sees it before the commit.
    void made(const Root& root);
    /// The open unit moves rows of all roots at once and is alone: nobody else may be at work meanwhile, and nobody has
    /// to be kept away from one of them.
    void ownsAll() noexcept { m_ownsAll = true; }
    /// Internal (field: the table, value: the root), naming table, root and unit: the open unit writes a row of `table`
    /// and has not asked for the root of it, or not so strongly. Nothing outside of a unit, and where nobody checks.
    [[nodiscard]] Result<void> check(std::string_view table, const Root& root, Hold needed = Hold::Change);
    /// The error of a check() that was made where none can be answered (root_triggers.cpp): kept, and taken once.
    void keepComplaint(Error error);
    [[nodiscard]] std::optional<Error> takeComplaint();
    /// What every check() has found, whatever the rule made of its error.
    [[nodiscard]] const std::vector<std::string>& complaints() const noexcept { return m_complaints; }

    void transactionEnded();
    void unitBegins(std::string_view name);
    void unitEnded();

private:
    using Held = std::map<Root, Hold>;
    [[nodiscard]] static bool has(const Held& held, const Root& root, Hold hold);
    static void keep(Held& held, const Root& root, Hold hold);

    Held m_transaction, m_unit;
    bool m_inUnit = false;
    bool m_ownsAll = false;
    std::string m_name;  ///< of the unit
    std::optional<Error> m_complaint;
    std::vector<std::string> m_complaints;
};

}  // namespace evenhand::store
