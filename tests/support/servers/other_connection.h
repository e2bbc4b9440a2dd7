// SPDX-License-Identifier: GPL-3.0-or-later
// A second connection to the database of a workspace folder, whichever kind it is.
#pragma once

#include <filesystem>

#include "app/workspace/database_connection.h"
#include "engine/store/database/database.h"
#include "tests/support/servers/mariadb_server.h"

namespace evenhand::testing {

inline Result<std::unique_ptr<store::Database>> openOther(const std::string& folder, store::Database::Access access) {
    EVENHAND_ASSIGN(const auto address, app::readAddress(folder));
    if (!address) {
        return store::Database::openSqlite(folder + "/workspace.db", access, false);
    }
    EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(*address));
    return store::Database::openMysql(settings, access);
}

/// What is committed in the workspace `from`, in the folder `to`, which is there: what a process that dies now leaves.
inline Result<void> copyWorkspace(const std::string& from, const std::string& to) {
    EVENHAND_ASSIGN(const auto address, app::readAddress(from));
    // What remembers how far the database goes first: it may be older, never newer.
    for (const auto* name : {"/audit.anchor", "/work.mark"}) {
        std::error_code none;
        std::filesystem::copy_file(from + name, to + name, std::filesystem::copy_options::overwrite_existing, none);
    }
    if (address) {
        EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(*address));
        EVENHAND_ASSIGN(const auto copied, sharedMariadb()->copyDatabase(settings.database));
        return app::writeAddress(to, copied.url());
    }
    for (const auto* name : {"/workspace.db", "/workspace.db-wal"}) {
        std::error_code error;
        if (std::filesystem::exists(from + name)) {
            std::filesystem::copy_file(from + name, to + name, std::filesystem::copy_options::overwrite_existing,
                                       error);
        }
        if (error) {
            return fail(ErrorCode::Storage, error.message(), "path", from + name);
        }
    }
    return {};
}

}  // namespace evenhand::testing
