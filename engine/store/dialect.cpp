// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/dialect.h"

#include <array>
#include <cassert>
#include <utility>

namespace evenhand::store {
namespace {

// STRICT tables: a value of the wrong type is refused when written, not found when read.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSqliteWords{{
    {"pk", "INTEGER PRIMARY KEY"},
    {"id", "TEXT"},
    {"word", "TEXT"},
    {"text", "TEXT"},
    {"blob", "BLOB"},
    {"int", "INTEGER"},
    {"table", "STRICT"},
    {"table:clustered", "STRICT, WITHOUT ROWID"},
}};

std::string sqliteWord(std::string_view word) {
    constexpr std::string_view kOnly = "only ";
    if (word.starts_with(kOnly)) {
        return "WHERE " + std::string(word.substr(kOnly.size())) + " IS NOT NULL";
    }
    for (const auto& [name, text] : kSqliteWords) {
        if (name == word) {
            return std::string(text);
        }
    }
    assert(false && "unknown {word} in a migration");
    return "{" + std::string(word) + "}";  // does not parse: the migration fails and says where
}

class SqliteDialect final : public Dialect {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "SQLite"; }

    [[nodiscard]] std::string expandSchema(std::string_view sql) const override {
        std::string out;
        out.reserve(sql.size());
        while (true) {
            const auto open = sql.find('{');
            const auto close = open == std::string_view::npos ? open : sql.find('}', open);
            if (close == std::string_view::npos) {
                return out.append(sql);
            }
            out.append(sql.substr(0, open)).append(sqliteWord(sql.substr(open + 1, close - open - 1)));
            sql.remove_prefix(close + 1);
        }
    }

    [[nodiscard]] std::string_view insertIgnore() const noexcept override { return "INSERT OR IGNORE INTO"; }
};

}  // namespace

const Dialect& sqliteDialect() noexcept {
    static const SqliteDialect dialect;
    return dialect;
}

}  // namespace evenhand::store
