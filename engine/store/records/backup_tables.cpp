// SPDX-License-Identifier: GPL-3.0-or-later
// Whole tables of backup_store.h.
#include <algorithm>
#include <cassert>

#include "engine/store/database/migrator.h"
#include "engine/store/records/backup_store.h"

namespace evenhand::store::backups {
namespace {

/// Of this place and moment: who runs the engine.
constexpr std::string_view kLeft = "engine_lease";

/// "a, b(c, d), e" → "a", "b(c, d)", "e", without blanks around them.
std::vector<std::string_view> pieces(std::string_view list) {
    std::vector<std::string_view> found;
    int depth = 0;
    std::size_t begin = 0;
    const auto take = [&](std::size_t end) {
        auto piece = list.substr(begin, end - begin);
        const auto first = piece.find_first_not_of(" \t\r\n");
        if (first != std::string_view::npos) {
            found.push_back(piece.substr(first, piece.find_last_not_of(" \t\r\n") - first + 1));
        }
        begin = end + 1;
    };
    for (std::size_t i = 0; i < list.size(); ++i) {
        depth += list[i] == '(' ? 1 : list[i] == ')' ? -1 : 0;
        if (list[i] == ',' && depth == 0) {
            take(i);
        }
    }
    take(list.size());
    return found;
}

/// The next word of `text` from `at` on.
std::string_view word(std::string_view text, std::size_t& at) {
    const auto begin = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    at = std::min(text.find_first_of(" \t\r\n(,)", begin), text.size());
    return text.substr(begin, at - begin);
}

Kind kindOf(std::string_view type) {
    assert(type == "INTEGER" || type == "TEXT" || type == "BLOB");
    return type == "TEXT" ? Kind::Text : type == "BLOB" ? Kind::Bytes : Kind::Number;
}

void addColumn(Table& table, std::string_view definition) {
    std::size_t at = 0;
    const auto name = word(definition, at);
    const auto kind = kindOf(word(definition, at));
    if (definition.find(" PRIMARY KEY", at) != std::string_view::npos) {
        table.key.push_back(table.columns.size());
    }
    table.columns.push_back({std::string(name), kind});
}

std::size_t indexOf(const Table& table, std::string_view column) {
    const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                    [&](const Column& candidate) { return candidate.name == column; });
    assert(found != table.columns.end());
    return static_cast<std::size_t>(found - table.columns.begin());
}

/// What is between the outermost parentheses from `at` on.
std::string_view inside(std::string_view text, std::size_t at) {
    const auto open = text.find('(', at);
    return text.substr(open + 1, text.rfind(')') - open - 1);
}

Table created(std::string_view name, std::string_view body) {
    constexpr std::string_view kKey = "PRIMARY KEY";
    Table table{std::string(name), {}, {}};
    for (const auto piece : pieces(body)) {
        if (piece.starts_with(kKey)) {
            for (const auto column : pieces(inside(piece, kKey.size()))) {
                table.key.push_back(indexOf(table, column));
            }
        } else {
            addColumn(table, piece);
        }
    }
    return table;
}

void change(std::vector<Table>& found, std::string_view statement) {
    std::size_t at = 0;
    const auto verb = word(statement, at);
    if (word(statement, at) != "TABLE") {
        return;  // an index, or rows
    }
    auto name = word(statement, at);
    if (verb == "CREATE") {
        found.push_back(created(name, inside(statement, at)));
        return;
    }
    if (verb == "DROP") {
        if (name == "IF") {
            word(statement, at);
            name = word(statement, at);
        }
        std::erase_if(found, [&](const Table& table) { return table.name == name; });
        return;
    }
    const auto table =
        std::find_if(found.begin(), found.end(), [&](const Table& candidate) { return candidate.name == name; });
    if (verb == "ALTER" && table != found.end() && word(statement, at) == "ADD" && word(statement, at) == "COLUMN") {
        addColumn(*table, statement.substr(std::min(at + 1, statement.size())));
    }
}

std::string columnList(const Table& table) {
    std::string list;
    for (const auto& column : table.columns) {
        list += (list.empty() ? "" : ", ") + column.name;
    }
    return list;
}

std::string keyOrder(const Table& table) {
    std::string order;
    for (const auto key : table.key) {
        order += (order.empty() ? " ORDER BY " : ", ") + table.columns[key].name;
    }
    return order;
}

void read(const Statement& statement, const Table& table, Row& row) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const int column = static_cast<int>(i);
        if (statement.isNullAt(column)) {
            row[i] = std::monostate{};
        } else if (table.columns[i].kind == Kind::Number) {
            row[i] = statement.numberAt(column);
        } else if (table.columns[i].kind == Kind::Text) {
            row[i] = statement.textAt(column);
        } else {
            row[i] = Bytes{statement.blobAt(column)};
        }
    }
}

void bindValue(Statement& statement, const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        statement.bind(*number);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        statement.bind(std::string_view(*text));
    } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
        statement.bindBlob(bytes->data);
    } else {
        statement.bindNull();
    }
}

/// "a > ? OR (a = ? AND (b > ? OR (b = ? AND c > ?)))": behind a key, as a range that MySQL finds in its index. (A
/// comparison of tuples it does not.)
std::string behindKey(const Table& table, std::size_t from = 0) {
    const auto& name = table.columns[table.key[from]].name;
    if (from + 1 == table.key.size()) {
        return name + " > ?";
    }
    return "(" + name + " > ? OR (" + name + " = ? AND " + behindKey(table, from + 1) + "))";
}

Error cancelled() { return {ErrorCode::Cancelled, "cancelled", {}, {}}; }

/// A client of MySQL holds the whole answer of a query in memory, so the table is read in pieces, each beginning behind
/// the last key.
Result<void> eachRowInPieces(Database& database, const Table& table, const std::function<bool(const Row&)>& fn) {
    constexpr std::int64_t kRows = 2'000;
    constexpr std::int64_t kRowsWithBytes = 32;  // of up to megabytes each
    const bool large = std::any_of(table.columns.begin(), table.columns.end(),
                                   [](const Column& column) { return column.kind == Kind::Bytes; }) &&
                       table.name.starts_with("keyspace");
    const auto limit = large ? kRowsWithBytes : kRows;
    const std::string select = "SELECT " + columnList(table) + " FROM " + table.name;
    const std::string first = select + keyOrder(table) + " LIMIT ?";
    const std::string next = select + " WHERE " + behindKey(table) + keyOrder(table) + " LIMIT ?";
    Row row(table.columns.size());
    for (std::int64_t got = limit; got == limit;) {
        const bool atBegin = std::holds_alternative<std::monostate>(row[table.key.front()]);
        auto& statement = database.statement(atBegin ? first : next);
        for (std::size_t i = 0; !atBegin && i < table.key.size(); ++i) {
            bindValue(statement, row[table.key[i]]);
            if (i + 1 < table.key.size()) {
                bindValue(statement, row[table.key[i]]);
            }
        }
        EVENHAND_TRY(statement.bind(limit).query());
        got = 0;
        while (statement.next()) {
            ++got;
            read(statement, table, row);
            if (!fn(row)) {
                statement.finish();
                return fail(cancelled());
            }
        }
        EVENHAND_TRY(statement.status());
    }
    return {};
}

}  // namespace

std::vector<Table> tables(int schemaVersion) {
    std::vector<Table> found;
    for (const auto& migration : allMigrations()) {
        if (migration.number > schemaVersion) {
            break;
        }
        // SQLite's words for types tell all there is to tell.
        for (const auto& statement : splitMigration(sqliteDialect(), migration.sql)) {
            change(found, statement);
        }
    }
    std::erase_if(found, [](const Table& table) { return table.name == kLeft; });
    return found;
}

Result<std::int64_t> countRows(Database& database, const Table& table) {
    auto& statement = database.statement("SELECT COUNT(*) FROM " + table.name);
    EVENHAND_TRY(statement.query());
    const auto count = statement.next() ? statement.onlyNumber() : 0;
    statement.finish();
    EVENHAND_TRY(statement.status());
    return count;
}

Result<void> eachRow(Database& database, const Table& table, const std::function<bool(const Row&)>& fn) {
    if (!database.dialect().isLocalFile()) {
        return eachRowInPieces(database, table, fn);
    }
    auto& statement = database.statement("SELECT " + columnList(table) + " FROM " + table.name + keyOrder(table));
    EVENHAND_TRY(statement.query());
    Row row(table.columns.size());
    while (statement.next()) {
        read(statement, table, row);
        if (!fn(row)) {
            statement.finish();
            return fail(cancelled());
        }
    }
    return statement.status();
}

Result<void> putRows(Database& database, const Table& table, std::span<const Row> rows) {
    std::string marks;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        marks += i == 0 ? "?" : ", ?";
    }
    const std::string sql = "INSERT INTO " + table.name + " (" + columnList(table) + ") VALUES (" + marks + ")";
    for (const auto& row : rows) {
        auto& statement = database.statement(sql);
        for (const auto& value : row) {
            bindValue(statement, value);
        }
        EVENHAND_TRY(statement.gather());
    }
    return database.flush();
}

}  // namespace evenhand::store::backups
