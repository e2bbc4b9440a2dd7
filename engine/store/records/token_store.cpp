// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/token_store.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::tokens {
namespace {

constexpr std::string_view kToken =
    "SELECT token_id, name, key_id, hash, scopes, per_second, secret_name, created_at, created_by, revoked_at, "
    "revoked_by FROM api_token ";

std::string scopesText(api::TokenScopes scopes) {
    std::string text;
    for (const auto scope : api::allTokenScopes()) {
        if ((scopes & api::bitOf(scope)) != 0) {
            text += (text.empty() ? "" : " ") + std::string(api::toText(scope));
        }
    }
    return text;
}

api::TokenScopes scopesOf(const Statement& row, ColumnName column) {
    const auto all = row.text(column);
    std::string_view text(all);
    api::TokenScopes scopes = 0;
    while (!text.empty()) {
        const auto space = text.find(' ');
        if (const auto scope = api::tokenScopeFrom(text.substr(0, space))) {
            scopes |= api::bitOf(*scope);
        } else {
            row.unknownWord(column, text.substr(0, space));
        }
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return scopes;
}

Record recordOf(const Statement& row) {
    Record record;
    record.row.id = TokenId{row.number("token_id")};
    record.row.input = {row.text("name"), scopesOf(row, "scopes"), row.number("per_second")};
    record.row.keyId = row.text("key_id");
    record.hash = row.blob("hash");
    record.secretName = row.text("secret_name");
    record.row.createdAt = Instant{row.number("created_at")};
    record.row.createdBy = row.text("created_by");
    record.row.revokedAt = instantOf(row, "revoked_at");
    record.row.revokedBy = row.text("revoked_by");
    return record;
}

}  // namespace

Result<std::optional<Record>> find(Database& database, TokenId id) {
    static const std::string sql = std::string(kToken) + "WHERE token_id = ?";
    return readOne(database.statement(sql).bind(id.value), recordOf);
}

Result<bool> nameUsed(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(const auto found,
                    readNumber(database.statement("SELECT COUNT(*) FROM api_token WHERE name = ?").bind(name)));
    return found > 0;
}

Result<std::int64_t> count(Database& database) {
    return readNumber(database.statement("SELECT COUNT(*) FROM api_token WHERE revoked_at IS NULL"));
}

Result<TokenId> insert(Database& database, const Record& record) {
    auto& statement = database.statement(
        "INSERT INTO api_token(name, key_id, hash, scopes, per_second, secret_name, created_at, created_by, "
        "revoked_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '')");
    const auto& row = record.row;
    statement.bind(row.input.name).bind(row.keyId).bindBlob(record.hash).bind(scopesText(row.input.scopes));
    statement.bind(row.input.perSecond).bind(record.secretName).bind(row.createdAt).bind(row.createdBy);
    EVENHAND_TRY(statement.write());
    return TokenId{statement.lastInsertId()};
}

Result<bool> revoke(Database& database, TokenId id, Instant at, std::string_view by) {
    auto& statement = database.statement(
        "UPDATE api_token SET revoked_at = ?, revoked_by = ? WHERE token_id = ? AND revoked_at IS NULL");
    return changedOne(statement.bind(at).bind(by).bind(id.value));
}

Result<std::vector<Record>> all(Database& database) {
    static const std::string sql = std::string(kToken) + "ORDER BY token_id";
    return readAll(database.statement(sql), recordOf);
}

}  // namespace evenhand::store::tokens
