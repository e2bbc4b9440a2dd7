// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's write-ahead log: written back into the database file, left where it is, written once more.
#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/base/invariant.h"
#include "engine/store/database/database_sqlite.h"
#include "engine/store/database/page_file.h"
#include "engine/store/database/sqlite_error.h"

namespace evenhand::store {
namespace {

/// SQLite's own file on Unix keeps the lower 17 bits of a write's length only: 128 KiB would write nothing.
constexpr int kLogChunk = 1 << 16;

/// After a sync of the database file that failed the disk may lack pages that the system shows, also those of earlier
/// checkpoints, which SQLite counts as moved for good. The log still has them all: the count starts anew, so that the
/// next checkpoint moves every page again and the log is not begun anew before. Where the count lies is part of the
/// format of the log's index (https://sqlite.org/walformat.html, "The WAL-Index File Format"), and so is its lock.
void moveLogAgain(sqlite3* handle) {
    constexpr int kRegionBytes = 32'768;
    constexpr int kMovedAt = 96;
    constexpr int kCheckpointLock = 1;
    constexpr int kExclusive = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
    sqlite3_file* file = nullptr;
    volatile void* index = nullptr;
    if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        file->pMethods == nullptr || file->pMethods->iVersion < 2 ||
        file->pMethods->xShmMap(file, 0, kRegionBytes, 0, &index) != SQLITE_OK || index == nullptr) {
        return;  // nobody shares an index: opening makes a new one, with nothing moved
    }
    int code = file->pMethods->xShmLock(file, kCheckpointLock, 1, kExclusive);
    for (int waited = 0; code == SQLITE_BUSY && waited < SqliteDatabase::kBusyTimeoutMs; ++waited) {
        sqlite3_sleep(1);  // another connection is at a checkpoint
        code = file->pMethods->xShmLock(file, kCheckpointLock, 1, kExclusive);
    }
    if (code == SQLITE_OK) {
        const std::uint32_t none = 0;
        std::memcpy(static_cast<char*>(const_cast<void*>(index)) + kMovedAt, &none, sizeof none);
        file->pMethods->xShmLock(file, kCheckpointLock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
    }
}

}  // namespace

/// SQLite syncs the file only with the last page of the log. What was moved before is synced here, so that whoever
/// moves the last pages does not wait for the disk to take all the others too; and in slices, since a writer's sync of
/// the log waits while the disk takes thousands of pages at once.
Result<void> SqliteDatabase::checkpoint(bool truncate) {
    constexpr int kSlicePages = 256;
    if (m_handle == nullptr) {
        return fail(closedError());
    }
    sqlite3_file* file = nullptr;
    const int found = sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (found != SQLITE_OK || file == nullptr || file->pMethods == nullptr) {
        return fail(sqliteError(found, sqlite3_errstr(found), "writing the log into the database file", location));
    }
    int inLog = 0;
    int moved = 0;
    syncInSlices(file, truncate ? 0 : kSlicePages);
    int code = sqlite3_wal_checkpoint_v2(
        m_handle, "main", truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &inLog, &moved);
    syncInSlices(file, 0);
    if ((code & 0xff) == SQLITE_BUSY && !truncate) {
        return {};  // another connection is at it
    }
    if (code != SQLITE_OK) {
        auto error = lastError("writing the log into the database file");
        moveLogAgain(m_handle);
        return fail(std::move(error));
    }
    if (!truncate && moved > 0) {
        code = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
        if (code != SQLITE_OK) {
            moveLogAgain(m_handle);
            return fail(sqliteError(code, sqlite3_errstr(code), "syncing the database file", location));
        }
    }
    m_logPages = inLog - moved;
    return {};
}

void SqliteDatabase::keepLogAtClose() {
    if (m_handle != nullptr) {
        sqlite3_db_config(m_handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }
}

Result<void> SqliteDatabase::rewriteLog() {
    EVENHAND_INVARIANT(m_inTransaction, "the log would be written over while somebody else appends to it");
    sqlite3_file* log = nullptr;
    int code = sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || log == nullptr || log->pMethods == nullptr) {
        return {};  // there is no log
    }
    sqlite3_int64 size = 0;
    code = log->pMethods->xFileSize(log, &size);
    std::string chunk(kLogChunk, '\0');
    for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += kLogChunk) {
        const int bytes = static_cast<int>(std::min<sqlite3_int64>(kLogChunk, size - at));
        code = log->pMethods->xRead(log, chunk.data(), bytes, at);
        if (code == SQLITE_OK) {
            code = log->pMethods->xWrite(log, chunk.data(), bytes, at);
        }
    }
    if (code == SQLITE_OK) {
        code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
    }
    if (code != SQLITE_OK) {
        m_fault = sqliteError(code, sqlite3_errstr(code), "writing the log once more", location);
        m_faulted = true;
        return fail(m_fault);
    }
    return {};
}

}  // namespace evenhand::store
