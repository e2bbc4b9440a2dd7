// SPDX-License-Identifier: GPL-3.0-or-later
// A second connection to the database of a workspace folder, whichever kind it is.
#pragma once

#include "app/workspace/database_connection.h"
#include "engine/store/database.h"

namespace evenhand::testing {

inline Result<std::unique_ptr<store::Database>> openOther(const std::string& folder, store::Database::Access access) {
    EVENHAND_ASSIGN(const auto address, app::readAddress(folder));
    if (!address) {
        return store::Database::openSqlite(folder + "/workspace.db", access, false);
    }
    EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(*address));
    return store::Database::openMysql(settings, access);
}

}  // namespace evenhand::testing
