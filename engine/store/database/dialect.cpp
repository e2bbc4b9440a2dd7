// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/dialect.h"

#include <array>
#include <cassert>
#include <functional>
#include <map>
#include <span>
#include <utility>

namespace evenhand::store {
namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kOnly = "only ";
constexpr std::string_view kOn = "on ";

// STRICT tables: a value of the wrong type is refused when written, not found when read.
constexpr std::array<Word, 8> kSqliteWords{{
    {"pk", "INTEGER PRIMARY KEY"},
    {"id", "TEXT"},
    {"word", "TEXT"},
    {"text", "TEXT"},
    {"blob", "BLOB"},
    {"int", "INTEGER"},
    {"table", "STRICT"},
    {"table:clustered", "STRICT, WITHOUT ROWID"},
}};

// Text compares and sorts byte by byte, as in SQLite: ids may differ by case only, and a trailing space counts.
constexpr std::string_view kMariadbCollation = "utf8mb4_nopad_bin";
constexpr std::string_view kMysqlCollation = "utf8mb4_0900_bin";

std::string lookUp(std::string_view word, std::span<const Word> words) {
    for (const auto& [name, text] : words) {
        if (name == word) {
            return std::string(text);
        }
    }
    assert(false && "unknown {word} in a migration");
    return "{" + std::string(word) + "}";  // does not parse: the migration fails and says where
}

/// Replaces each {word} by what `replace` answers for it.
template <typename Replace>
std::string expand(std::string_view sql, Replace replace) {
    std::string out;
    out.reserve(sql.size());
    while (true) {
        const auto open = sql.find('{');
        const auto close = open == std::string_view::npos ? open : sql.find('}', open);
        if (close == std::string_view::npos) {
            return out.append(sql);
        }
        out.append(sql.substr(0, open)).append(replace(sql.substr(open + 1, close - open - 1)));
        sql.remove_prefix(close + 1);
    }
}

class SqliteDialect final : public Dialect {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "SQLite"; }

    [[nodiscard]] std::string expandSchema(std::string_view sql) const override {
        return expand(sql, [](std::string_view word) {
            if (word.starts_with(kOn)) {
                return std::string();
            }
            return word.starts_with(kOnly) ? "WHERE " + std::string(word.substr(kOnly.size())) + " IS NOT NULL"
                                           : lookUp(word, kSqliteWords);
        });
    }

    [[nodiscard]] std::string_view insertIgnore() const noexcept override { return "INSERT OR IGNORE INTO"; }
    [[nodiscard]] std::string onConflict(std::string_view key) const override {
        return " ON CONFLICT(" + std::string(key) + ") DO UPDATE SET ";
    }
    [[nodiscard]] std::string incoming(std::string_view column) const override {
        return "excluded." + std::string(column);
    }
    [[nodiscard]] std::string_view tableNames() const noexcept override {
        return "SELECT name FROM sqlite_master WHERE type = 'table'";
    }
    [[nodiscard]] bool schemaIsTransactional() const noexcept override { return true; }
    [[nodiscard]] bool isLocalFile() const noexcept override { return true; }
    [[nodiscard]] bool isAlreadyThere(const Error&) const noexcept override { return false; }
};

class MysqlDialect final : public Dialect {
public:
    explicit MysqlDialect(bool mariadb) : m_mariadb(mariadb) {
        const std::string text =
            " CHARACTER SET utf8mb4 COLLATE " + std::string(mariadb ? kMariadbCollation : kMysqlCollation);
        const std::string table = "ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT" + text;
        m_words = {{"pk", "BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY"},
                   {"id", "VARCHAR(64)" + text},
                   {"word", "VARCHAR(64)" + text},
                   {"text", "LONGTEXT" + text},
                   {"blob", "LONGBLOB"},
                   {"int", "BIGINT"},
                   {"table", table},
                   {"table:clustered", table}};  // InnoDB always clusters by the primary key
    }

    [[nodiscard]] std::string_view name() const noexcept override { return m_mariadb ? "MariaDB" : "MySQL"; }

    [[nodiscard]] std::string expandSchema(std::string_view sql) const override {
        return expand(sql, [this](std::string_view word) {
            if (word.starts_with(kOnly)) {
                return std::string();  // no partial indexes: the whole column is indexed
            }
            if (word.starts_with(kOn)) {
                return "ON " + std::string(word.substr(kOn.size()));
            }
            const auto found = m_words.find(word);
            assert(found != m_words.end() && "unknown {word} in a migration");
            return found != m_words.end() ? found->second : "{" + std::string(word) + "}";
        });
    }

    [[nodiscard]] std::string_view insertIgnore() const noexcept override { return "INSERT IGNORE INTO"; }
    [[nodiscard]] std::string onConflict(std::string_view /*any unique key*/) const override {
        return " ON DUPLICATE KEY UPDATE ";
    }
    [[nodiscard]] std::string incoming(std::string_view column) const override {
        return "VALUES(" + std::string(column) + ")";
    }
    [[nodiscard]] std::string_view tableNames() const noexcept override {
        return "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()";
    }
    [[nodiscard]] bool schemaIsTransactional() const noexcept override { return false; }
    [[nodiscard]] bool isLocalFile() const noexcept override { return false; }
    [[nodiscard]] bool isAlreadyThere(const Error& error) const noexcept override {
        // Table, column or index of this name exists, or the one to be dropped does not.
        return error.message.find("(error 1050)") != std::string::npos ||
               error.message.find("(error 1060)") != std::string::npos ||
               error.message.find("(error 1061)") != std::string::npos ||
               error.message.find("(error 1091)") != std::string::npos;
    }

private:
    bool m_mariadb;
    std::map<std::string, std::string, std::less<>> m_words;
};

}  // namespace

const Dialect& sqliteDialect() noexcept {
    static const SqliteDialect dialect;
    return dialect;
}

const Dialect& mysqlDialect(bool mariadb) noexcept {
    static const MysqlDialect dialects[] = {MysqlDialect(false), MysqlDialect(true)};
    return dialects[mariadb ? 1 : 0];
}

}  // namespace evenhand::store
