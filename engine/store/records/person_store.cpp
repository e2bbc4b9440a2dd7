// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/person_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/base/number_text.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/words/setting_names.h"

namespace evenhand::store::people {
namespace {

constexpr std::string_view kPerson =
    "SELECT person_id, login, name, disabled, must_change, failures, wait_until, last_sign_in, created_at, created_by, "
    "version, login_key, password, password_at FROM person";

Record recordOf(const Statement& row) {
    Record record;
    record.row.id = PersonId{row.number("person_id")};
    record.row.login = row.text("login");
    record.row.name = row.text("name");
    record.row.disabled = row.number("disabled") != 0;
    record.row.mustChangePassword = row.number("must_change") != 0;
    record.row.failures = row.number("failures");
    record.row.waitUntil = instantOf(row, "wait_until");
    record.row.lastSignIn = instantOf(row, "last_sign_in");
    record.row.createdAt = Instant{row.number("created_at")};
    record.row.createdBy = row.text("created_by");
    record.row.version = row.number("version");
    record.loginKey = row.text("login_key");
    record.hash = row.text("password");
    record.passwordAt = Instant{row.number("password_at")};
    return record;
}

Result<std::vector<api::Role>> rolesOf(Database& database, PersonId id) {
    auto& statement = database.statement("SELECT role FROM person_role WHERE person_id = ?");
    statement.bind(id.value);
    std::vector<api::Role> roles;
    EVENHAND_TRY(eachRow(statement, [&](const Statement& row) { roles.push_back(row.code("role", api::roleFrom)); }));
    std::sort(roles.begin(), roles.end());
    return roles;
}

Result<std::optional<Record>> withRoles(Database& database, Statement& statement) {
    EVENHAND_ASSIGN(auto record, readOne(statement, recordOf));
    if (record) {
        EVENHAND_ASSIGN(record->row.roles, rolesOf(database, record->row.id));
    }
    return record;
}

Result<void> putRoles(Database& database, PersonId id, const std::vector<api::Role>& roles) {
    auto& clear = database.statement("DELETE FROM person_role WHERE person_id = ?");
    clear.bind(id.value);
    EVENHAND_TRY(clear.write());
    for (const auto role : roles) {
        auto& statement = database.statement("INSERT INTO person_role(person_id, role) VALUES (?, ?)");
        statement.bind(id.value).bind(api::toText(role));
        EVENHAND_TRY(statement.write());
    }
    return {};
}

using Setting = std::int64_t api::AccountSettings::*;
constexpr std::array<std::pair<std::string_view, Setting>, 5> kSettings{
    {{"idle_lock_ms", &api::AccountSettings::idleLockMs},
     {"free_failures", &api::AccountSettings::freeFailures},
     {"first_delay_ms", &api::AccountSettings::firstDelayMs},
     {"lock_after", &api::AccountSettings::lockAfter},
     {"lock_ms", &api::AccountSettings::lockMs}}};

}  // namespace

Result<std::optional<Record>> find(Database& database, PersonId id) {
    static const std::string sql = std::string(kPerson) + " WHERE person_id = ?";
    EVENHAND_TRY(lockRoot(database, id));
    auto& statement = database.statement(sql);
    statement.bind(id.value);
    return withRoles(database, statement);
}

Result<std::optional<Record>> find(Database& database, std::string_view loginKey) {
    static const std::string sql = std::string(kPerson) + " WHERE login_key = ?";
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(sql);
            statement.bind(loginKey);
            return withRoles(database, statement);
        },
        [](Roots& roots, const Record& found) { roots.add(found.row.id); });
}

Result<PersonId> insert(Database& database, const Record& record) {
    auto& statement = database.statement(
        "INSERT INTO person(login, login_key, name, password, password_at, must_change, disabled, failures, "
        "wait_until, "
        "last_sign_in, created_at, created_by, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)");
    const auto& row = record.row;
    statement.bind(row.login).bind(record.loginKey).bind(row.name).bind(record.hash).bind(record.passwordAt);
    statement.bind(std::int64_t{row.mustChangePassword}).bind(std::int64_t{row.disabled}).bind(row.failures);
    statement.bind(row.waitUntil).bind(row.lastSignIn).bind(row.createdAt).bind(row.createdBy);
    EVENHAND_TRY(statement.write());
    const PersonId id{statement.lastInsertId()};
    EVENHAND_TRY(putRoles(database, id, row.roles));
    return id;
}

Result<bool> update(Database& database, const Record& record) {
    auto& statement = database.statement(
        "UPDATE person SET name = ?, password = ?, password_at = ?, must_change = ?, disabled = ?, failures = ?, "
        "wait_until = ?, last_sign_in = ?, version = version + 1 WHERE person_id = ? AND version = ?");
    const auto& row = record.row;
    statement.bind(row.name).bind(record.hash).bind(record.passwordAt).bind(std::int64_t{row.mustChangePassword});
    statement.bind(std::int64_t{row.disabled}).bind(row.failures).bind(row.waitUntil).bind(row.lastSignIn);
    statement.bind(row.id.value).bind(row.version);
    EVENHAND_ASSIGN(const bool changed, changedOne(statement));
    if (changed) {
        EVENHAND_TRY(putRoles(database, row.id, row.roles));
    }
    return changed;
}

Result<void> noteAttempt(Database& database, const Record& record) {
    auto& statement =
        database.statement("UPDATE person SET failures = ?, wait_until = ?, last_sign_in = ? WHERE person_id = ?");
    statement.bind(record.row.failures).bind(record.row.waitUntil).bind(record.row.lastSignIn);
    statement.bind(record.row.id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<api::PersonRow>> all(Database& database) {
    static const std::string sql = std::string(kPerson) + " ORDER BY login_key";
    EVENHAND_ASSIGN(auto records, readAll(database.statement(sql), recordOf));
    std::map<std::int64_t, std::vector<api::Role>> roles;
    EVENHAND_TRY(eachRow(database.statement("SELECT person_id, role FROM person_role"), [&](const Statement& row) {
        roles[row.number("person_id")].push_back(row.code("role", api::roleFrom));
    }));
    std::vector<api::PersonRow> rows;
    for (auto& record : records) {
        record.row.roles = std::move(roles[record.row.id.value]);
        std::sort(record.row.roles.begin(), record.row.roles.end());
        rows.push_back(std::move(record.row));
    }
    return rows;
}

Result<std::int64_t> count(Database& database) { return readNumber(database.statement("SELECT COUNT(*) FROM person")); }

Result<std::int64_t> administrators(Database& database) {
    return readNumber(
        database.statement("SELECT COUNT(*) FROM person p JOIN person_role r ON r.person_id = p.person_id "
                           "WHERE p.disabled = 0 AND r.role = 'administrator'"));
}

Result<api::AccountSettings> settings(Database& database) {
    api::AccountSettings found;
    EVENHAND_TRY(eachRow(database.statement("SELECT name, value FROM account_setting"), [&](const Statement& row) {
        const auto stored = row.code("name", nameAmong<kAccountSettingNames>);
        for (const auto& [name, member] : kSettings) {
            if (name == stored) {
                found.*member = row.code("value", base::numberFrom);
            }
        }
    }));
    return found;
}

Result<void> setSettings(Database& database, const api::AccountSettings& settings) {
    const auto sql = "INSERT INTO account_setting(name, value) VALUES (?, ?)" + database.dialect().onConflict("name") +
                     "value = " + database.dialect().incoming("value");
    for (const auto& [name, member] : kSettings) {
        auto& statement = database.statement(sql);
        statement.bind(name).bind(std::to_string(settings.*member));
        EVENHAND_TRY(statement.write());
    }
    return {};
}

}  // namespace evenhand::store::people
