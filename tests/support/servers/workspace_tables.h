// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a workspace on a server, made at once: the migrations, run once, are read back as one statement for
// each table. They are left as if making a workspace had been interrupted before its last step, so whatever makes one
// there goes on and has nothing left to do but to name it. Thread: that of the Database.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::testing {

class WorkspaceTables {
public:
    /// Makes a workspace in an empty database, called `name`, and reads what is there. It must stay there.
    [[nodiscard]] static Result<WorkspaceTables> of(store::Database& model, const std::string& name);
    /// In an empty database on the same server.
    [[nodiscard]] Result<void> makeIn(store::Database& database) const;
    /// Where a workspace was made in such a database and nothing else was committed: as before. Numbers that the
    /// database gives to rows begin at 1 again.
    [[nodiscard]] Result<void> unmake(store::Database& database) const;

private:
    std::vector<std::string> m_making;  ///< tables and the rows that migrations put into them, without `meta`
    std::vector<std::string> m_meta;    ///< what is in `meta` of an interrupted making, where it is empty
};

/// How often this connection has committed something, or changed tables.
[[nodiscard]] Result<std::int64_t> lastingChanges(store::Database& database);

}  // namespace evenhand::testing
