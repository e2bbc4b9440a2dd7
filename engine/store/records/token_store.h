// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API. Of their secrets only hashes are here. Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/token_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::tokens {

struct Record {
    api::TokenRow row;
    std::string hash;        ///< SHA-256 of the secret part, 32 bytes
    std::string secretName;  ///< of the signing key in the keychain; empty: none
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, TokenId id);
[[nodiscard]] Result<bool> nameUsed(Database& database, std::string_view name);
/// Those that are not revoked.
[[nodiscard]] Result<std::int64_t> count(Database& database);
[[nodiscard]] Result<TokenId> insert(Database& database, const Record& record);
/// False: it is revoked already.
[[nodiscard]] Result<bool> revoke(Database& database, TokenId id, Instant at, std::string_view by);
/// Oldest first, revoked ones included.
[[nodiscard]] Result<std::vector<Record>> all(Database& database);

}  // namespace evenhand::store::tokens
