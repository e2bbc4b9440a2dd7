// SPDX-License-Identifier: GPL-3.0-or-later
// What tables the migrations make. Nobody parses their text for that: a database in memory is brought through them, and
// SQLite's catalogue is asked. Its names, columns and references are the same in every database.
// Not a Database: nothing of it is ever stored, and it needs neither Qt's driver nor a file.
// Inside engine/store only. Thread: any, confined to one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/store/database/migrator.h"

struct sqlite3;

namespace evenhand::store {

class SchemaCatalogue {
public:
    struct Column {
        std::string name;
        std::string type;  ///< as SQLite has it: INTEGER, TEXT, BLOB
        int keyPlace = 0;  ///< in the primary key, from 1; 0: it is no part of it
    };
    struct Table {
        std::string name;
        std::vector<Column> columns;
    };
    /// A column whose values stand in another table.
    struct Reference {
        std::string table, column, target, key;
    };

    /// Before the first migration.
    SchemaCatalogue();
    ~SchemaCatalogue();
    SchemaCatalogue(const SchemaCatalogue&) = delete;
    SchemaCatalogue& operator=(const SchemaCatalogue&) = delete;

    /// One after another, from the first; `afterEach`: after each of its statements.
    void migrate(const Migration& migration, const std::function<void()>& afterEach = {});

    // In the order in which tables were made: the catalogue keeps it, and parents were made before children.
    [[nodiscard]] std::vector<Table> tables() const;
    [[nodiscard]] std::vector<Reference> references() const;

private:
    /// A row's columns as texts.
    [[nodiscard]] std::vector<std::vector<std::string>> rows(const char* sql) const;

    sqlite3* m_handle = nullptr;
};

/// The tables of every version of the schema, also those that a later version drops, and those that are only there
/// within a migration, where one that was interrupted leaves them; parents before children.
[[nodiscard]] std::vector<std::string> tablesOfAllVersions();

}  // namespace evenhand::store
