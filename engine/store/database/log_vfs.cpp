// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/log_vfs.h"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "engine/store/database/page_checksum.h"
#include "engine/store/database/page_file.h"

namespace evenhand::store {
namespace {

/// SQLite's own file on Unix keeps only the lower 17 bits of a write's length: 128 KiB would write nothing.
constexpr std::size_t kMaxGathered = std::size_t{120} * 1024;
constexpr sqlite3_int64 kNowhere = std::numeric_limits<sqlite3_int64>::max();

struct Vfs {
    sqlite3_vfs vfs = {};
    sqlite3_vfs* base = nullptr;
    std::string name;
};
sqlite3_vfs* baseOf(sqlite3_vfs* vfs) { return static_cast<Vfs*>(vfs->pAppData)->base; }

/// The base's file lies behind it; SQLite aligns both to 8.
struct alignas(8) LogFile {
    sqlite3_file file;  // first: SQLite's pointer to it is ours
    std::string* gathered;
    sqlite3_int64 at;           ///< where in the file it belongs
    sqlite3_int64 headerEnd;    ///< of the frame's header that was the last thing written
    sqlite3_int64 uncountable;  ///< from here on the open transaction has changed pages that it had already written:
                                ///< SQLite brings their checksums up to date before it commits
};
LogFile& logOf(sqlite3_file* file) { return *reinterpret_cast<LogFile*>(file); }
sqlite3_file* under(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(LogFile));
}
const sqlite3_io_methods& methodsUnder(sqlite3_file* file) { return *under(file)->pMethods; }

int send(sqlite3_file* file) {
    auto& log = logOf(file);
    if (log.gathered->empty()) {
        return SQLITE_OK;
    }
    const int code =
        methodsUnder(file).xWrite(under(file), log.gathered->data(), static_cast<int>(log.gathered->size()), log.at);
    log.gathered->clear();  // also where it failed: SQLite is told, and the transaction fails with it
    return code;
}

int closeLog(sqlite3_file* file) {
    auto& log = logOf(file);
    delete log.gathered;  // was never synced, so never committed
    log.gathered = nullptr;
    return methodsUnder(file).xClose(under(file));
}
int readLog(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    // SQLite reads back what it has written in the same transaction, and that may still be gathered.
    int code = send(file);
    if (code == SQLITE_OK) {
        code = methodsUnder(file).xRead(under(file), to, size, offset);
    }
    if (code != SQLITE_OK || !isFrameContent(size, offset) || offset >= logOf(file).uncountable) {
        return code;
    }
    const auto check = checkFrame(under(file), static_cast<const char*>(to), size, offset);
    if (check.code == SQLITE_OK && !check.holds) {
        noteBadPage({check.number, true});
        return SQLITE_IOERR_DATA;
    }
    return check.code;
}
int writeLog(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    auto& log = logOf(file);
    auto& gathered = *log.gathered;
    const auto bytes = static_cast<std::size_t>(size);
    // A new frame is written as a header and then its page. A page without its header replaces one of the same
    // transaction: its checksum, and those of all frames behind it, are wrong until SQLite commits.
    if (isFrameContent(size, offset) && offset != log.headerEnd) {
        log.uncountable = std::min(log.uncountable, offset);
    }
    log.headerEnd = size == kFrameHeader ? offset + size : 0;
    if (offset != log.at + static_cast<sqlite3_int64>(gathered.size()) || gathered.size() + bytes > kMaxGathered) {
        if (const int code = send(file); code != SQLITE_OK) {
            return code;
        }
        log.at = offset;
    }
    // SQLite is C: no exception may pass through it.
    try {
        gathered.append(static_cast<const char*>(from), bytes);
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
    return SQLITE_OK;
}
int truncateLog(sqlite3_file* file, sqlite3_int64 size) {
    const int code = send(file);
    return code != SQLITE_OK ? code : methodsUnder(file).xTruncate(under(file), size);
}
int syncLog(sqlite3_file* file, int flags) {
    const int code = send(file);
    // SQLite has rewritten the checksums before it syncs a commit.
    logOf(file).uncountable = kNowhere;
    return code != SQLITE_OK ? code : methodsUnder(file).xSync(under(file), flags);
}
int sizeOfLog(sqlite3_file* file, sqlite3_int64* size) {
    const int code = send(file);
    return code != SQLITE_OK ? code : methodsUnder(file).xFileSize(under(file), size);
}
int lockLog(sqlite3_file* file, int level) { return methodsUnder(file).xLock(under(file), level); }
int unlockLog(sqlite3_file* file, int level) { return methodsUnder(file).xUnlock(under(file), level); }
int checkReserved(sqlite3_file* file, int* result) {
    return methodsUnder(file).xCheckReservedLock(under(file), result);
}
int control(sqlite3_file* file, int what, void* argument) {
    return methodsUnder(file).xFileControl(under(file), what, argument);
}
int sectorSize(sqlite3_file* file) { return methodsUnder(file).xSectorSize(under(file)); }
int characteristics(sqlite3_file* file) { return methodsUnder(file).xDeviceCharacteristics(under(file)); }

// Version 1: shared memory and mapping are asked of the database file alone.
constexpr sqlite3_io_methods kLogMethods = {
    1,       closeLog,   readLog,         writeLog, truncateLog, syncLog, sizeOfLog, lockLog, unlockLog, checkReserved,
    control, sectorSize, characteristics, nullptr,  nullptr,     nullptr, nullptr,   nullptr, nullptr};

int openFile(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* outFlags) {
    auto* base = baseOf(vfs);
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0) {
        return openPageFile(base, name, file, flags, outFlags);
    }
    if ((flags & SQLITE_OPEN_WAL) == 0) {
        return base->xOpen(base, name, file, flags, outFlags);
    }
    // SQLite closes a file whose methods are set, also where opening failed. So they are set last, when all is there.
    file->pMethods = nullptr;
    under(file)->pMethods = nullptr;
    auto gathered = std::unique_ptr<std::string>(new (std::nothrow) std::string);
    if (!gathered) {
        return SQLITE_NOMEM;
    }
    const int code = base->xOpen(base, name, under(file), flags, outFlags);
    if (code == SQLITE_OK) {
        new (file) LogFile{{&kLogMethods}, gathered.release(), 0, 0, kNowhere};
    } else if (under(file)->pMethods != nullptr) {
        methodsUnder(file).xClose(under(file));
    }
    return code;
}

// What concerns no open file.
int removeFile(sqlite3_vfs* vfs, const char* name, int sync) { return baseOf(vfs)->xDelete(baseOf(vfs), name, sync); }
int accessFile(sqlite3_vfs* vfs, const char* name, int flags, int* result) {
    return baseOf(vfs)->xAccess(baseOf(vfs), name, flags, result);
}
int fullName(sqlite3_vfs* vfs, const char* name, int size, char* out) {
    return baseOf(vfs)->xFullPathname(baseOf(vfs), name, size, out);
}
int randomness(sqlite3_vfs* vfs, int size, char* out) { return baseOf(vfs)->xRandomness(baseOf(vfs), size, out); }
int sleepFor(sqlite3_vfs* vfs, int micros) { return baseOf(vfs)->xSleep(baseOf(vfs), micros); }
int currentTime(sqlite3_vfs* vfs, double* days) { return baseOf(vfs)->xCurrentTime(baseOf(vfs), days); }
int lastSystemError(sqlite3_vfs* vfs, int size, char* out) {
    return baseOf(vfs)->xGetLastError == nullptr ? 0 : baseOf(vfs)->xGetLastError(baseOf(vfs), size, out);
}
int currentTimeMs(sqlite3_vfs* vfs, sqlite3_int64* ms) { return baseOf(vfs)->xCurrentTimeInt64(baseOf(vfs), ms); }

}  // namespace

Result<std::string> gatheringVfs(const std::string& base) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<Vfs>> known;  // SQLite keeps pointers to them
    const std::lock_guard lock(mutex);
    auto* found = sqlite3_vfs_find(base.empty() ? nullptr : base.c_str());
    if (found == nullptr) {
        return fail(ErrorCode::Storage, "SQLite has no such VFS", "vfs", base);
    }
    auto& made = known[found->zName];
    if (made && made->base == found) {
        return made->name;
    }
    if (made) {
        sqlite3_vfs_unregister(&made->vfs);  // its base has gone: another VFS is registered by that name since
    }
    made = std::make_unique<Vfs>();
    made->base = found;
    made->name = std::string("evenhand-") + found->zName;
    auto& vfs = made->vfs;
    vfs.iVersion = found->iVersion >= 2 && found->xCurrentTimeInt64 != nullptr ? 2 : 1;
    // SQLite gives every file the same room, whichever of the two kinds it is opened as.
    vfs.szOsFile = std::max(static_cast<int>(sizeof(LogFile)), pageFileSize()) + found->szOsFile;
    vfs.mxPathname = found->mxPathname;
    vfs.zName = made->name.c_str();
    vfs.pAppData = made.get();
    vfs.xOpen = openFile;
    vfs.xDelete = removeFile;
    vfs.xAccess = accessFile;
    vfs.xFullPathname = fullName;
    vfs.xRandomness = randomness;
    vfs.xSleep = sleepFor;
    vfs.xCurrentTime = currentTime;
    vfs.xGetLastError = lastSystemError;
    vfs.xCurrentTimeInt64 = vfs.iVersion == 2 ? currentTimeMs : nullptr;
    if (sqlite3_vfs_register(&vfs, 0) != SQLITE_OK) {
        known.erase(found->zName);
        return fail(ErrorCode::Storage, "SQLite does not take another VFS", "vfs", base);
    }
    return made->name;
}

void dropGathered(sqlite3* connection) noexcept {
    // SQLite tells the file nothing of a rollback. Frames still gathered would be sent later, over those that another
    // connection has committed in the same place.
    sqlite3_file* file = nullptr;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK && file != nullptr &&
        file->pMethods == &kLogMethods) {
        logOf(file).gathered->clear();
        // Nor are its frames read any more; what is committed in their place has its checksums, and is compared.
        logOf(file).uncountable = kNowhere;
    }
}

}  // namespace evenhand::store
