// SPDX-License-Identifier: GPL-3.0-or-later
// Database::checkRoots() in SQLite: triggers of this connection alone, which tell RootLocks of every row that is
// written and refuse it where the unit has not locked its root. So no statement is left out, however it came about.
#include <sqlite3.h>

#include <array>
#include <string>
#include <string_view>

#include "engine/store/database/database_sqlite.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/rooted_tables.h"

namespace evenhand::store {
namespace {

/// Where evenhand_root() is told that the row is a root which is made.
constexpr int kMade = 2;

/// evenhand_root(table, kind, id, hold or kMade).
void tellRoot(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
    auto* locks = static_cast<RootLocks*>(sqlite3_user_data(context));
    sqlite3_result_null(context);
    if (sqlite3_value_type(values[2]) == SQLITE_NULL) {
        return;
    }
    const auto textOf = [](sqlite3_value* value) {
        const auto* bytes = static_cast<const char*>(static_cast<const void*>(sqlite3_value_text(value)));
        return std::string(bytes == nullptr ? "" : bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    };
    Root root;
    root.kind = static_cast<RootKind>(sqlite3_value_int(values[1]));
    if (infoOf(root.kind).numbered) {
        root.number = sqlite3_value_int64(values[2]);
    } else {
        root.text = textOf(values[2]);
    }
    const int hold = sqlite3_value_int(values[3]);
    if (hold == kMade) {
        locks->made(root);
        return;
    }
    if (const auto allowed = locks->check(textOf(values[0]), root, static_cast<Hold>(hold)); !allowed) {
        locks->keepComplaint(allowed.error());
        sqlite3_result_error(context, allowed.error().message.c_str(), -1);
    }
}

std::string triggerName(std::string_view table, std::string_view what) {
    return "root_" + std::string(table) + "_" + std::string(what);
}

std::string createTrigger(std::string_view table, std::string_view what, RootKind kind, std::string_view root,
                          int hold) {
    const auto row = what == "DELETE" ? "OLD" : "NEW";
    return "CREATE TEMP TRIGGER IF NOT EXISTS " + triggerName(table, what) + " AFTER " + std::string(what) +
           " ON main." + std::string(table) + " BEGIN SELECT evenhand_root('" + std::string(table) + "', " +
           std::to_string(static_cast<int>(kind)) + ", " + rootOfRow(root, row) + ", " + std::to_string(hold) +
           "); END";
}

constexpr std::array<std::string_view, 3> kWritten{"INSERT", "UPDATE", "DELETE"};

}  // namespace

Result<void> SqliteDatabase::watchRoots(RootLocks* locks) {
    if (m_handle == nullptr) {
        return fail(closedError());
    }
    m_watchedRoots = locks;
    if (locks == nullptr) {
        for (const auto& rooted : kRootedTables) {
            for (const auto what : kWritten) {
                EVENHAND_TRY(control("DROP TRIGGER IF EXISTS temp." + triggerName(rooted.table, what)));
            }
        }
        return {};
    }
    if (sqlite3_create_function_v2(m_handle, "evenhand_root", 4, SQLITE_UTF8, locks, tellRoot, nullptr, nullptr,
                                   nullptr) != SQLITE_OK) {
        return fail(lastError("while watching roots"));
    }
    for (const auto& rooted : kRootedTables) {
        for (const auto what : kWritten) {
            const bool made = rooted.isRoot() && what == "INSERT";
            EVENHAND_TRY(control(createTrigger(rooted.table, what, rooted.kind, rooted.root,
                                               made ? kMade : static_cast<int>(rooted.needed))));
        }
    }
    return {};
}

}  // namespace evenhand::store
