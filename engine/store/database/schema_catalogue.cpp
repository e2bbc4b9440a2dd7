// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/schema_catalogue.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>

#include "engine/base/invariant.h"
#include "engine/store/database/sqlite_library.h"

namespace evenhand::store {

SchemaCatalogue::SchemaCatalogue() {
    setUpSqlite();
    const int opened = sqlite3_open(":memory:", &m_handle);
    EVENHAND_INVARIANT(opened == SQLITE_OK, "no database in memory could be made");
}

SchemaCatalogue::~SchemaCatalogue() { sqlite3_close(m_handle); }

void SchemaCatalogue::migrate(const Migration& migration, const std::function<void()>& afterEach) {
    for (const auto& statement : splitMigration(sqliteDialect(), migration.sql)) {
        const int ran = sqlite3_exec(m_handle, statement.c_str(), nullptr, nullptr, nullptr);
        EVENHAND_INVARIANT(ran == SQLITE_OK, "a migration that is compiled in does not run");
        if (afterEach) {
            afterEach();
        }
    }
}

std::vector<std::vector<std::string>> SchemaCatalogue::rows(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    const int prepared = sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr);
    EVENHAND_INVARIANT(prepared == SQLITE_OK, "SQLite's own catalogue could not be asked");
    std::vector<std::vector<std::string>> found;
    int stepped = sqlite3_step(statement);
    for (; stepped == SQLITE_ROW; stepped = sqlite3_step(statement)) {
        auto& row = found.emplace_back();
        for (int column = 0; column < sqlite3_column_count(statement); ++column) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
            row.emplace_back(text == nullptr ? "" : text);
        }
    }
    sqlite3_finalize(statement);
    EVENHAND_INVARIANT(stepped == SQLITE_DONE, "SQLite's own catalogue could not be read");
    return found;
}

std::vector<SchemaCatalogue::Table> SchemaCatalogue::tables() const {
    std::vector<Table> found;
    for (const auto& row : rows("SELECT t.name, c.name, c.type, c.pk FROM sqlite_master t "
                                "JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.rowid, c.cid")) {
        if (found.empty() || found.back().name != row[0]) {
            found.push_back({row[0], {}});
        }
        found.back().columns.push_back({row[1], row[2], std::atoi(row[3].c_str())});
    }
    return found;
}

std::vector<SchemaCatalogue::Reference> SchemaCatalogue::references() const {
    std::vector<Reference> found;
    // It numbers them from the last one of a table.
    for (const auto& row : rows("SELECT t.name, f.\"from\", f.\"table\", f.\"to\" FROM sqlite_master t "
                                "JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table' "
                                "ORDER BY t.rowid, f.id DESC, f.seq")) {
        found.push_back({row[0], row[1], row[2], row[3]});
    }
    return found;
}

std::vector<std::string> tablesOfAllVersions() {
    std::vector<std::string> names;
    SchemaCatalogue catalogue;
    for (const auto& migration : allMigrations()) {
        catalogue.migrate(migration, [&] {
            for (const auto& table : catalogue.tables()) {
                if (std::find(names.begin(), names.end(), table.name) == names.end()) {
                    names.push_back(table.name);
                }
            }
        });
    }
    return names;
}

}  // namespace evenhand::store
