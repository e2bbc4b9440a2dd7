// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/figures.h"

namespace evenhand::store {
namespace {

Result<std::int64_t> count(Database& database, std::string_view sql) {
    auto& statement = database.statement(sql);
    EVENHAND_TRY(statement.query());
    std::int64_t value = 0;
    if (statement.next()) {
        value = statement.number(0);
        statement.finish();
    }
    EVENHAND_TRY(statement.status());
    return value;
}

}  // namespace

Result<Figures> countFigures(Database& database) {
    Figures figures;
    EVENHAND_ASSIGN(figures.unassigned, count(database, "SELECT COUNT(*) FROM orders WHERE wait_reason IS NOT NULL"));
    EVENHAND_ASSIGN(figures.openDeadLetters,
                    count(database, "SELECT COUNT(*) FROM dead_letter WHERE resolved_at IS NULL"));
    return figures;
}

}  // namespace evenhand::store
