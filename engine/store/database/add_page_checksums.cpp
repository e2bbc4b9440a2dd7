// SPDX-License-Identifier: GPL-3.0-or-later
// The checksums of a SQLite database's pages: whether it has them, how it gets them, which do not hold.
#include <sqlite3.h>

#include <filesystem>

#include "engine/base/log.h"
#include "engine/store/database/database_sqlite.h"
#include "engine/store/database/page_checksum.h"
#include "engine/store/database/page_file.h"

namespace evenhand::store {
namespace {

constexpr std::uintmax_t kMebibyte = 1'048'576;

/// The database is written once beside and once into its log.
Result<void> needRoom(const std::string& path, std::uintmax_t bytes) {
    const auto needed = 2 * bytes + bytes / 4 + kMebibyte;
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code none;
    const auto space = std::filesystem::space(folder.empty() ? "." : folder, none);
    if (none || space.available >= needed) {
        return {};  // where nobody can tell, the disk says it itself
    }
    return fail(ErrorCode::Storage,
                "its pages get checksums once, when a newer program opens it for writing first; that needs " +
                    std::to_string(needed / kMebibyte + 1) + " MiB of free space and there are " +
                    std::to_string(space.available / kMebibyte) + " MiB: nothing was changed, make room and open again",
                "path", path);
}

}  // namespace

Result<bool> SqliteDatabase::hasPageChecksums() {
    if (m_handle == nullptr) {
        return fail(closedError());
    }
    sqlite3_file* file = nullptr;
    sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return file != nullptr && checkedPageSize(file) > 0;
}

void SqliteDatabase::reservePages() {
    int bytes = static_cast<int>(kPageReserved);
    sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

Result<void> SqliteDatabase::addPageChecksums() {
    EVENHAND_TRY(checkpoint(false));  // a crash may have left them in the log
    EVENHAND_ASSIGN(const bool there, hasPageChecksums());
    if (there) {
        return {};
    }
    EVENHAND_ASSIGN(const auto fault, pragma("quick_check(1)"));
    if (fault != "ok") {
        return fail(ErrorCode::WorkspaceDamaged, "the database file is damaged, restore it from a backup: " + fault,
                    "path", location);
    }
    EVENHAND_ASSIGN(const auto pages, pragma("page_count"));
    EVENHAND_ASSIGN(const auto size, pragma("page_size"));
    if (m_vfs.empty()) {
        EVENHAND_TRY(needRoom(location, std::stoull(pages) * std::stoull(size)));
    }
    base::log(base::LogLevel::Info, "store",
              "the " + pages + " pages of " + location + " get checksums; this is done once");
    EVENHAND_TRY(pragma("temp_store=FILE"));  // it may be larger than the memory
    reservePages();                           // an attempt that failed has made SQLite forget it
    auto done = execute("VACUUM");
    EVENHAND_TRY(pragma("temp_store=MEMORY"));
    EVENHAND_TRY(std::move(done));
    EVENHAND_TRY(checkpoint(false));
    base::log(base::LogLevel::Info, "store", "the pages of " + location + " have checksums");
    return {};
}

Result<PageScan> SqliteDatabase::scanPages() {
    if (m_handle == nullptr) {
        return fail(closedError());
    }
    return store::scanPages(m_handle, location);
}

}  // namespace evenhand::store
