// SPDX-License-Identifier: GPL-3.0-or-later
// Reading rows for the checks of the simulator. Thread: that of the database.
#pragma once

#include <utility>

#include "engine/store/database/database.h"

namespace evenhand::sim {

/// `row(statement)` for each; an error: they could not all be read.
template <typename Row>
Result<void> forEach(store::Statement& statement, Row row) {
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        row(std::as_const(statement));
    }
    auto ended = statement.status();
    statement.finish();
    return ended;
}

}  // namespace evenhand::sim
