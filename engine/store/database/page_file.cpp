// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/page_file.h"

#include <sys/stat.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/store/database/page_checksum.h"

namespace evenhand::store {
namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr int kHeader = 21;  // as far as the number of reserved bytes
constexpr int kReservedAt = 20;

/// What this process left of a file when it wrote to it last. One for all connections to the file.
struct Trace {
    std::mutex mutex;
    timespec time{};
    off_t size = 0;
    bool known = false;
    bool writing = false;  ///< not yet synced: time and size are on the move
    bool others = false;   ///< they were not as we left them
    int files = 0;         ///< open ones; guarded by g_traces' mutex
};

/// By device and inode, as SQLite itself keeps its locks: connections of one process do not know of each other.
struct Traces {
    std::mutex mutex;
    std::map<std::pair<dev_t, ino_t>, Trace> byFile;
};
Traces& traces() {
    static Traces all;
    return all;
}

bool isAsLeft(const Trace& trace, const struct stat& now) noexcept {
    return trace.time.tv_sec == now.st_mtim.tv_sec && trace.time.tv_nsec == now.st_mtim.tv_nsec &&
           trace.size == now.st_size;
}

/// The base's file lies behind it; SQLite aligns both to 8.
struct alignas(8) PageFile {
    sqlite3_file file;  // first: SQLite's pointer to it is ours
    char* copy;         ///< of a page on its way to the disk, pageSize bytes; nullptr until one was written
    int pageSize;       ///< 0: the pages have no checksums, as far as known. Never goes back to 0.
    int slice;          ///< pages to a sync; 0: SQLite alone says when
    int unsynced;       ///< pages written since the last sync, counted while there are slices
    const char* name;   ///< SQLite's, as long as the file is open; nullptr: none
    Trace* trace;       ///< nullptr: the file is not one of the system's
};
PageFile& self(sqlite3_file* file) { return *reinterpret_cast<PageFile*>(file); }
sqlite3_file* under(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(PageFile));
}
const sqlite3_io_methods& methodsUnder(sqlite3_file* file) { return *under(file)->pMethods; }

/// The size of the pages; 0: `header` is not the beginning of page 1.
int sizeIn(const char* header) noexcept {
    const auto byte = [header](int at) { return static_cast<unsigned char>(header[at]); };
    if (std::memcmp(header, kMagic.data(), kMagic.size()) != 0) {
        return 0;
    }
    const int size = byte(16) * 256 + byte(17);
    return size == 1 ? 65536 : isPageSize(size) ? size : 0;
}
bool saysChecked(const char* header) noexcept { return header[kReservedAt] == static_cast<char>(kPageReserved); }

/// Whether page 1 holds but for the byte that says so: damage to that one byte must not switch all checks off.
bool onlyDenies(sqlite3_file* file, int size) {
    try {
        std::vector<char> page(static_cast<std::size_t>(size));
        if (methodsUnder(file).xRead(under(file), page.data(), size, 0) != SQLITE_OK) {
            return false;
        }
        page[kReservedAt] = static_cast<char>(kPageReserved);
        return pageHolds(page.data(), page.size(), 1);
    } catch (const std::bad_alloc&) {
        return false;
    }
}

/// Another connection may have given the file its checksums since. `closely`: whatever page 1 says of itself.
void learn(sqlite3_file* file, bool closely) {
    std::array<char, kHeader> header{};
    if (self(file).pageSize != 0 || methodsUnder(file).xRead(under(file), header.data(), kHeader, 0) != SQLITE_OK) {
        return;
    }
    // Only `closely` reads the whole of page 1: for every page that is read it would be one more.
    const int size = sizeIn(header.data());
    if (size > 0 && (saysChecked(header.data()) || (closely && onlyDenies(file, size)))) {
        self(file).pageSize = size;
    }
}

bool isWholePage(sqlite3_file* file, int size, sqlite3_int64 offset, bool closely) {
    if (!isPageSize(size)) {
        return false;
    }
    learn(file, closely);
    return self(file).pageSize == size && offset % size == 0;
}

/// Finds the file's trace, or begins it.
Trace* traceOf(const char* name) {
    struct stat there {};
    if (name == nullptr || ::stat(name, &there) != 0) {
        return nullptr;
    }
    try {
        const std::lock_guard lock(traces().mutex);
        auto& trace = traces().byFile[{there.st_dev, there.st_ino}];
        // Only for the first of the open files: for a later one the file must be as this process has left it, not as it
        // is.
        if (trace.files++ == 0) {
            trace.time = there.st_mtim;
            trace.size = there.st_size;
            trace.known = true;
        }
        return &trace;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void leave(Trace* trace) {
    if (trace == nullptr) {
        return;
    }
    const std::lock_guard lock(traces().mutex);
    if (--trace->files == 0) {
        std::erase_if(traces().byFile, [trace](const auto& one) { return &one.second == trace; });
    }
}

/// With the trace's mutex held: compares unless a write of ours is on its way.
void look(PageFile& pages) noexcept {
    struct stat now {};
    auto& trace = *pages.trace;
    if (trace.known && !trace.writing && ::stat(pages.name, &now) == 0 && !isAsLeft(trace, now)) {
        trace.others = true;
    }
}

/// Before each write of ours. False: somebody else has written, and nothing of ours may come over it.
bool beginWrite(PageFile& pages) noexcept {
    if (pages.trace == nullptr) {
        return true;
    }
    const std::lock_guard lock(pages.trace->mutex);
    // Before the write: afterwards time and size are our own, and nobody could tell that somebody else had written.
    look(pages);
    pages.trace->writing = true;
    return !pages.trace->others;
}

void endWrite(PageFile& pages) noexcept {
    if (pages.trace == nullptr) {
        return;
    }
    const std::lock_guard lock(pages.trace->mutex);
    struct stat now {};
    if (pages.trace->writing && ::stat(pages.name, &now) == 0) {
        pages.trace->time = now.st_mtim;
        pages.trace->size = now.st_size;
        pages.trace->known = true;
        pages.trace->writing = false;
    }
}

int closePages(sqlite3_file* file) {
    leave(self(file).trace);
    self(file).trace = nullptr;
    delete[] self(file).copy;
    self(file).copy = nullptr;
    return methodsUnder(file).xClose(under(file));
}

int readPages(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    // A short read of a page is damage as well: SQLite would take the missing bytes for zeros and go on.
    const int code = methodsUnder(file).xRead(under(file), to, size, offset);
    if ((code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) || !isWholePage(file, size, offset, offset == 0)) {
        return code;
    }
    const auto number = offset / size + 1;
    auto* page = static_cast<char*>(to);
    const auto bytes = static_cast<std::size_t>(size);
    if (code == SQLITE_OK && (pageHolds(page, bytes, number) || pageIsUnsealed(page, bytes))) {
        unsealPage(page, bytes);  // what goes into the log next must not have the sum of what it was
        return SQLITE_OK;
    }
    noteBadPage({number, false});
    return SQLITE_IOERR_DATA;
}

int sync(sqlite3_file* file, int flags) {
    self(file).unsynced = 0;
    const int code = methodsUnder(file).xSync(under(file), flags);
    // After a sync that failed nobody knows what the file will be like, so its time and size are not yet ours.
    if (code == SQLITE_OK) {
        endWrite(self(file));
    }
    return code;
}

/// A page, as it goes to the disk.
int put(sqlite3_file* file, const void* page, int size, sqlite3_int64 offset) {
    auto& pages = self(file);
    if (!beginWrite(pages)) {
        return SQLITE_IOERR_WRITE;  // our pages among another program's would leave neither database whole
    }
    const int code = methodsUnder(file).xWrite(under(file), page, size, offset);
    if (code != SQLITE_OK || pages.slice == 0 || ++pages.unsynced < pages.slice) {
        return code;
    }
    return sync(file, SQLITE_SYNC_NORMAL);
}

int writePages(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    auto& pages = self(file);
    const auto bytes = static_cast<std::size_t>(size);
    // A new database has no header in its file yet, so learn() finds nothing: its first page says it on its way there.
    if (offset == 0 && isPageSize(size) && pages.pageSize == 0) {
        const auto* header = static_cast<const char*>(from);
        pages.pageSize = saysChecked(header) ? sizeIn(header) : 0;
    }
    if (!isWholePage(file, size, offset, false)) {
        return put(file, from, size, offset);
    }
    if (pages.copy == nullptr) {
        pages.copy = new (std::nothrow) char[bytes];
        if (pages.copy == nullptr) {
            return SQLITE_NOMEM;
        }
    }
    // In a copy: the page belongs to SQLite's cache, from where it goes into the log, and there its checksum is zero.
    std::memcpy(pages.copy, from, bytes);
    sealPage(pages.copy, bytes, offset / size + 1);
    return put(file, pages.copy, size, offset);
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    return beginWrite(self(file)) ? methodsUnder(file).xTruncate(under(file), size) : SQLITE_IOERR_TRUNCATE;
}
int fileSize(sqlite3_file* file, sqlite3_int64* size) { return methodsUnder(file).xFileSize(under(file), size); }
int lock(sqlite3_file* file, int level) { return methodsUnder(file).xLock(under(file), level); }
int unlock(sqlite3_file* file, int level) { return methodsUnder(file).xUnlock(under(file), level); }
int checkReserved(sqlite3_file* file, int* out) { return methodsUnder(file).xCheckReservedLock(under(file), out); }
int control(sqlite3_file* file, int what, void* argument) {
    return methodsUnder(file).xFileControl(under(file), what, argument);
}
int sectorSize(sqlite3_file* file) { return methodsUnder(file).xSectorSize(under(file)); }
int characteristics(sqlite3_file* file) { return methodsUnder(file).xDeviceCharacteristics(under(file)); }
int shmMap(sqlite3_file* file, int region, int size, int extend, void volatile** out) {
    return methodsUnder(file).xShmMap(under(file), region, size, extend, out);
}
int shmLock(sqlite3_file* file, int offset, int count, int flags) {
    return methodsUnder(file).xShmLock(under(file), offset, count, flags);
}
void shmBarrier(sqlite3_file* file) { methodsUnder(file).xShmBarrier(under(file)); }
int shmUnmap(sqlite3_file* file, int remove) { return methodsUnder(file).xShmUnmap(under(file), remove); }

// Version 2: no mapping of the file into memory, which would read past the checksums. Version 1 for a base without
// shared memory.
constexpr sqlite3_io_methods methodsOf(int version) {
    return {version,  closePages,    readPages, writePages, truncate,        sync,   fileSize, lock,
            unlock,   checkReserved, control,   sectorSize, characteristics, shmMap, shmLock,  shmBarrier,
            shmUnmap, nullptr,       nullptr};
}
constexpr sqlite3_io_methods kMethods = methodsOf(2);
constexpr sqlite3_io_methods kMethodsWithoutMemory = methodsOf(1);

}  // namespace

int pageFileSize() noexcept { return static_cast<int>(sizeof(PageFile)); }

int openPageFile(sqlite3_vfs* base, sqlite3_filename name, sqlite3_file* file, int flags, int* outFlags) {
    file->pMethods = nullptr;
    under(file)->pMethods = nullptr;
    const int code = base->xOpen(base, name, under(file), flags, outFlags);
    if (code == SQLITE_OK) {
        const bool memory = methodsUnder(file).iVersion >= 2 && methodsUnder(file).xShmMap != nullptr;
        new (file) PageFile{{memory ? &kMethods : &kMethodsWithoutMemory}, nullptr, 0, 0, 0, name, traceOf(name)};
    } else if (under(file)->pMethods != nullptr) {
        methodsUnder(file).xClose(under(file));
    }
    return code;
}

namespace {
bool isPageFile(const sqlite3_file* file) noexcept {
    return file->pMethods == &kMethods || file->pMethods == &kMethodsWithoutMemory;
}
}  // namespace

void syncInSlices(sqlite3_file* file, int pages) noexcept {
    if (isPageFile(file)) {
        self(file).slice = pages;
        self(file).unsynced = 0;
    }
}

bool writtenByOthers(sqlite3_file* file) noexcept {
    if (!isPageFile(file) || self(file).trace == nullptr) {
        return false;
    }
    const std::lock_guard lock(self(file).trace->mutex);
    look(self(file));
    return self(file).trace->others;
}

int checkedPageSize(sqlite3_file* file) noexcept {
    if (!isPageFile(file)) {
        return 0;
    }
    learn(file, true);
    return self(file).pageSize;
}

}  // namespace evenhand::store
