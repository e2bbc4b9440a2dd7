// SPDX-License-Identifier: GPL-3.0-or-later
// Whole tables of backup_store.h.
#include <algorithm>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/store/database/schema_catalogue.h"
#include "engine/store/records/backup_store.h"

namespace evenhand::store::backups {
namespace {

/// Of this place and moment: who runs the engine or the engines, what ids they have taken, whether their keyspace may be
/// used, and who is signed in.
bool isLeft(std::string_view table) {
    return table == "engine_lease" || table == "engine_node" || table == "id_block" || table == "keyspace_gate" ||
           table == "console_session";
}

Kind kindOf(std::string_view type) {
    EVENHAND_INVARIANT(type == "INTEGER" || type == "TEXT" || type == "BLOB",
                       "a backup would write a column as numbers that holds something else");
    return type == "TEXT" ? Kind::Text : type == "BLOB" ? Kind::Bytes : Kind::Number;
}

Table tableOf(SchemaCatalogue::Table&& found) {
    Table table{std::move(found.name), {}, {}};
    for (auto& column : found.columns) {
        if (const auto place = static_cast<std::size_t>(column.keyPlace); place > 0) {
            table.key.resize(std::max(table.key.size(), place));
            table.key[place - 1] = table.columns.size();
        }
        table.columns.push_back({std::move(column.name), kindOf(column.type)});
    }
    return table;
}

/// The tables of schema 1, 2, …
std::vector<std::vector<Table>> tablesOfEachVersion() {
    std::vector<std::vector<Table>> versions;
    SchemaCatalogue catalogue;
    for (const auto& migration : allMigrations()) {
        catalogue.migrate(migration);
        auto& tables = versions.emplace_back();
        for (auto& found : catalogue.tables()) {
            if (!isLeft(found.name)) {
                tables.push_back(tableOf(std::move(found)));
            }
        }
    }
    return versions;
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
    // Once per process: migrating takes some milliseconds.
    static const auto versions = tablesOfEachVersion();
    const auto known = std::min(static_cast<std::size_t>(std::max(schemaVersion, 0)), versions.size());
    return known == 0 ? std::vector<Table>() : versions[known - 1];
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
