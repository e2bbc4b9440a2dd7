// SPDX-License-Identifier: GPL-3.0-or-later
// The differences between databases, in one place. Everything else in engine/store is portable SQL.
// Thread: immutable, any thread.
#pragma once

#include <string>
#include <string_view>

namespace evenhand::store {

class Dialect {
public:
    virtual ~Dialect() = default;
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    /// Replaces the {words} of a migration (see resources/schema/0001_initial.sql).
    [[nodiscard]] virtual std::string expandSchema(std::string_view sql) const = 0;
    /// "INSERT OR IGNORE INTO" / "INSERT IGNORE INTO".
    [[nodiscard]] virtual std::string_view insertIgnore() const noexcept = 0;
};

[[nodiscard]] const Dialect& sqliteDialect() noexcept;

}  // namespace evenhand::store
