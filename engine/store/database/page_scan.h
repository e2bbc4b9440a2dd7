// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every page of a SQLite database and every frame of its write-ahead log, and tells those whose checksum does not
// hold, also pages that no query would have come to. May run beside others that read, write and checkpoint.
// Thread: as the connection.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"

struct sqlite3;

namespace evenhand::store {

struct PageScan {
    struct Bad {
        std::int64_t number = 0;
        bool inLog = false;
        std::string table;  ///< or index; empty: belongs to none, or that cannot be told any more
    };
    bool kept = false;         ///< the database file has checksums; the log always does
    std::int64_t checked = 0;  ///< pages and frames
    std::vector<Bad> bad;
};

/// Inside engine/store: others ask Database::scanPages(). In a read transaction. Storage: the files cannot be read.
[[nodiscard]] Result<PageScan> scanPages(sqlite3* connection, const std::string& path);

}  // namespace evenhand::store
