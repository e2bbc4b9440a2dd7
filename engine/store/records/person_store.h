// SPDX-License-Identifier: GPL-3.0-or-later
// People, their roles and the rules of signing in. Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/account_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::people {

struct Record {
    api::PersonRow row;
    std::string loginKey;  ///< api::loginKey()
    std::string hash;      ///< encoded argon2id, never shown
    Instant passwordAt;
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, PersonId id);
[[nodiscard]] Result<std::optional<Record>> find(Database& database, std::string_view loginKey);
/// The caller knows the key to be unused. With its roles.
[[nodiscard]] Result<PersonId> insert(Database& database, const Record& record);
/// Everything but login and creation; compare-and-set on row.version, raises it. Roles too.
[[nodiscard]] Result<bool> update(Database& database, const Record& record);
/// Failures, wait and last sign-in only; no version: attempts at the same time all count.
[[nodiscard]] Result<void> noteAttempt(Database& database, const Record& record);
/// In order of login.
[[nodiscard]] Result<std::vector<api::PersonRow>> all(Database& database);
/// However many there ever were: people are never deleted.
[[nodiscard]] Result<std::int64_t> count(Database& database);
/// Not disabled, with the role administrator.
[[nodiscard]] Result<std::int64_t> administrators(Database& database);

[[nodiscard]] Result<api::AccountSettings> settings(Database& database);
[[nodiscard]] Result<void> setSettings(Database& database, const api::AccountSettings& settings);

}  // namespace evenhand::store::people
