// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of SQLite as a whole, for every connection of this process. Inside engine/store only. Thread: any.
#pragma once

#include <sqlite3.h>

namespace evenhand::store {

/// Before each connection is opened; counts once. Counting every allocation takes a lock that all connections share,
/// and nobody reads the figures. Refused, without harm, once anything else was asked of SQLite.
inline void setUpSqlite() noexcept {
    [[maybe_unused]] static const int unused = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

}  // namespace evenhand::store
