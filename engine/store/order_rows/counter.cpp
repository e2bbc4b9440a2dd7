// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_rows/counter.h"

#include <string>

#include "engine/store/database/root_locks.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store {
namespace {

std::string takeSql(const CounterOf& counter) {
    std::string sql = "UPDATE ";
    sql.append(counter.table).append(" SET ").append(sqlOf(kTaken, counter.number.text()));
    sql.append(" WHERE ").append(counter.id.text()).append(" = ? AND ");
    return sql.append(sqlOf(kTakenIf, counter.number.text()));
}

}  // namespace

Result<bool> take(Database& database, Counter counter, std::string_view id, std::int64_t quantity) {
    if (database.roots() != nullptr) {
        const auto kind = counter == Counter::Stock ? RootKind::Product : RootKind::Activity;
        EVENHAND_TRY(database.roots()->check(infoOf(kind).table, Root{kind, 0, std::string(id)}));
    }
    if (auto* hot = hotRows(database)) {
        return hot->take(counter, id, quantity);
    }
    static const std::array texts{takeSql(infoOf(Counter::Stock)), takeSql(infoOf(Counter::Units))};
    return changedOne(database.statement(texts[indexOf(counter)]).bind(quantity).bind(id).bind(quantity));
}

}  // namespace evenhand::store
