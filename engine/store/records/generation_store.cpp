// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/generation_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::generations {

Result<std::optional<Record>> newest(Database& database) {
    auto& statement =
        database.statement("SELECT generation, opened_at FROM keyspace_generation ORDER BY generation DESC LIMIT 1");
    return readOne(statement, [](const Statement& row) {
        return Record{row.number("generation"), Instant{row.number("opened_at")}};
    });
}

Result<void> insert(Database& database, const Record& record, std::string_view actor, std::string_view reason) {
    auto& statement =
        database.statement("INSERT INTO keyspace_generation(generation, opened_at, actor, reason) VALUES (?, ?, ?, ?)");
    EVENHAND_TRY(statement.bind(record.number).bind(record.openedAt).bind(actor).bind(reason).write());
    return {};
}

}  // namespace evenhand::store::generations
