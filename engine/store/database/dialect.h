// SPDX-License-Identifier: GPL-3.0-or-later
// The differences between databases, in one place. Everything else in engine/store is portable SQL.
// Thread: immutable, any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::store {

class Dialect {
public:
    virtual ~Dialect() = default;
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    /// Replaces the {words} of a migration (see resources/schema/0001_initial.sql).
    [[nodiscard]] virtual std::string expandSchema(std::string_view sql) const = 0;
    /// "INSERT OR IGNORE INTO" / "INSERT IGNORE INTO".
    [[nodiscard]] virtual std::string_view insertIgnore() const noexcept = 0;
    /// What follows INSERT … VALUES (…) so that a row whose unique column `key` is there is changed instead: the
    /// assignments, where incoming(column) is the value that was to be inserted.
    [[nodiscard]] virtual std::string onConflict(std::string_view key) const = 0;
    [[nodiscard]] virtual std::string incoming(std::string_view column) const = 0;
    /// A query whose column `name` is the name of each table of this database.
    [[nodiscard]] virtual std::string_view tableNames() const noexcept = 0;
    /// False: each CREATE or ALTER commits by itself, so that migrations keep their progress statement by statement.
    [[nodiscard]] virtual bool schemaIsTransactional() const noexcept = 0;
    /// True: a file of this machine, for whose syncs this process answers; false: a server answers for its own.
    [[nodiscard]] virtual bool isLocalFile() const noexcept = 0;
    /// True if a CREATE or ALTER failed because its work was done before.
    [[nodiscard]] virtual bool isAlreadyThere(const Error& error) const noexcept = 0;
};

[[nodiscard]] const Dialect& sqliteDialect() noexcept;
/// `mariadb`: MariaDB rather than MySQL, which differ in the names of collations.
[[nodiscard]] const Dialect& mysqlDialect(bool mariadb) noexcept;

}  // namespace evenhand::store
