// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/answer_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::answers {

Result<std::optional<Kept>> find(Database& database, std::string_view key) {
    auto& statement = database.statement("SELECT body_hash, answer FROM api_answer WHERE request_key = ?");
    return readOne(statement.bind(key), [](const Statement& row) {
        return Kept{row.blob("body_hash"), row.text("answer")};
    });
}

Result<void> keep(Database& database, std::string_view key, const Kept& kept, Instant at) {
    auto& statement =
        database.statement("INSERT INTO api_answer (request_key, body_hash, answer, at) VALUES (?, ?, ?, ?)");
    return statement.bind(key).bindBlob(kept.body).bind(kept.answer).bind(at).gather();
}

Result<std::int64_t> clean(Database& database, Instant before, std::int64_t limit) {
    std::vector<std::string> keys;
    auto& select = database.statement("SELECT request_key FROM api_answer WHERE at < ? ORDER BY at LIMIT ?");
    EVENHAND_TRY(eachRow(select.bind(before).bind(limit),
                         [&](const Statement& row) { keys.push_back(row.text("request_key")); }));
    for (const auto& key : keys) {
        EVENHAND_TRY(database.statement("DELETE FROM api_answer WHERE request_key = ?").bind(key).write());
    }
    return static_cast<std::int64_t>(keys.size());
}

}  // namespace evenhand::store::answers
