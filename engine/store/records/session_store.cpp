// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/session_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::sessions {
namespace {

Record recordOf(const Statement& row) {
    return {PersonId{row.number("person_id")}, Instant{row.number("since")}, Instant{row.number("used_at")}};
}

}  // namespace

Result<std::optional<Record>> find(Database& database, std::string_view hash) {
    auto& statement = database.statement("SELECT person_id, since, used_at FROM console_session WHERE token_hash = ?");
    return readOne(statement.bind(hash), recordOf);
}

Result<void> insert(Database& database, std::string_view hash, const Record& record) {
    auto& statement =
        database.statement("INSERT INTO console_session(token_hash, person_id, since, used_at) VALUES (?, ?, ?, ?)");
    statement.bind(hash).bind(record.person.value).bind(record.since).bind(record.usedAt);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setUsed(Database& database, std::string_view hash, Instant at) {
    auto& statement = database.statement("UPDATE console_session SET used_at = ? WHERE token_hash = ?");
    EVENHAND_TRY(statement.bind(at).bind(hash).write());
    return {};
}

Result<void> remove(Database& database, std::string_view hash) {
    auto& statement = database.statement("DELETE FROM console_session WHERE token_hash = ?");
    EVENHAND_TRY(statement.bind(hash).write());
    return {};
}

Result<void> removeAll(Database& database, PersonId person, std::string_view except) {
    auto& statement = database.statement("DELETE FROM console_session WHERE person_id = ? AND token_hash <> ?");
    EVENHAND_TRY(statement.bind(person.value).bind(except).write());
    return {};
}

Result<void> removeUnused(Database& database, Instant before) {
    auto& statement = database.statement("DELETE FROM console_session WHERE used_at < ?");
    EVENHAND_TRY(statement.bind(before).write());
    return {};
}

}  // namespace evenhand::store::sessions
