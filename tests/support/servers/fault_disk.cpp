// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/fault_disk.h"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <vector>

namespace evenhand::test {
namespace {

constexpr std::size_t kSector = 512;
constexpr int kShmSlots = SQLITE_SHM_NLOCK;

/// A write or, with no data, a truncation that is not durable yet.
struct Change {
    std::size_t offset = 0;
    std::string data;
    bool truncates = false;
};

void put(std::string& content, std::size_t offset, std::string_view data) {
    if (content.size() < offset + data.size()) {
        content.resize(offset + data.size(), '\0');
    }
    std::memcpy(content.data() + offset, data.data(), data.size());
}

void put(std::string& content, const Change& change) {
    if (change.truncates) {
        content.resize(std::min(content.size(), change.offset));
    } else {
        put(content, change.offset, change.data);
    }
}

struct SharedMemory {
    std::vector<std::unique_ptr<std::vector<char>>> regions;
    int shared[kShmSlots] = {};
    bool exclusive[kShmSlots] = {};
    int users = 0;
};

struct FileData {
    std::string cached;  ///< what processes read
    std::string durable;
    std::vector<Change> pending;  ///< on the way from cached to durable
    int readers = 0;              ///< handles with at least a SHARED lock
    const void* reserved = nullptr;
    const void* pendingLock = nullptr;
    const void* exclusive = nullptr;
    std::shared_ptr<SharedMemory> memory;
};

}  // namespace

struct FaultDisk::State {
    sqlite3_vfs vfs = {};
    std::string name;
    std::map<std::string, std::shared_ptr<FileData>> files;
    Rng rng{1};
    Fault fault = Fault::None;
    std::int64_t at = 0;
    std::int64_t left = 0;
    std::int64_t operations = 0;
    std::int64_t sleptUs = 0;
    bool dead = false;
    bool struck = false;

    /// Counts an operation; answers whether it is hit.
    bool hit(bool isWrite, bool isSync) {
        ++operations;
        if (fault == Fault::None || operations < at || left == 0) {
            return false;
        }
        const bool concerned = fault == Fault::Kill || fault == Fault::PowerLoss ||
                               ((fault == Fault::Full || fault == Fault::WriteError) && isWrite) ||
                               (fault == Fault::SyncError && isSync);
        if (concerned) {
            --left;
            struck = true;
            dead = fault == Fault::Kill || fault == Fault::PowerLoss;
        }
        return concerned;
    }
    void losePower(FileData& file) {
        for (const auto& change : file.pending) {
            if (change.truncates) {
                if (rng.below(2) == 0) {
                    put(file.durable, change);
                }
                continue;
            }
            switch (rng.below(3)) {
                case 0: break;
                case 1: put(file.durable, change); break;
                default:  // torn: some sectors of it
                    for (std::size_t from = 0; from < change.data.size(); from += kSector) {
                        if (rng.below(2) == 0) {
                            put(file.durable, change.offset + from,
                                std::string_view(change.data).substr(from, kSector));
                        }
                    }
            }
        }
        file.pending.clear();
        file.cached = file.durable;
    }
};

class FaultDisk::Image {
public:
    std::map<std::string, std::string> files;
    std::string anchorPath;             ///< empty: none goes with it
    std::optional<std::string> anchor;  ///< nullopt: there was none yet
};

namespace {

using State = FaultDisk::State;

struct Handle {
    sqlite3_file base;
    State* disk;
    std::shared_ptr<FileData>* file;
    std::shared_ptr<SharedMemory>* memory;
    int lock;
    bool shmShared[kShmSlots];
    bool shmExclusive[kShmSlots];
};

Handle& handle(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }
FileData& data(sqlite3_file* file) { return **handle(file).file; }

int vfsUnlock(sqlite3_file* file, int level);
int vfsShmUnmap(sqlite3_file* file, int remove);

int vfsClose(sqlite3_file* file) {
    vfsUnlock(file, SQLITE_LOCK_NONE);
    vfsShmUnmap(file, 0);
    delete handle(file).file;
    return SQLITE_OK;
}

int vfsRead(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    if (handle(file).disk->fault == Fault::ReadError) {
        return SQLITE_IOERR_READ;
    }
    const auto& content = data(file).cached;
    const auto from = static_cast<std::size_t>(offset);
    const auto wanted = static_cast<std::size_t>(size);
    const std::size_t there = content.size() > from ? std::min(wanted, content.size() - from) : 0;
    std::memcpy(to, content.data() + (there > 0 ? from : 0), there);
    if (there < wanted) {
        std::memset(static_cast<char*>(to) + there, 0, wanted - there);
        return SQLITE_IOERR_SHORT_READ;
    }
    return SQLITE_OK;
}

int vfsWrite(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    auto& disk = *handle(file).disk;
    auto& target = data(file);
    if (disk.dead) {
        return SQLITE_IOERR_WRITE;
    }
    // SQLite's own file on Unix writes (length & 0x1ffff) bytes at a time and takes 0 for a full disk.
    for (int left = size; left > 0; left -= left & 0x1ffff) {
        if ((left & 0x1ffff) == 0) {
            return SQLITE_FULL;
        }
    }
    Change change{static_cast<std::size_t>(offset),
                  std::string(static_cast<const char*>(from), static_cast<std::size_t>(size)), false};
    if (disk.hit(true, false)) {
        switch (disk.fault) {
            case Fault::Full: return SQLITE_FULL;
            case Fault::Kill:
            case Fault::WriteError:
                change.data.resize(disk.rng.below(change.data.size() + 1));
                put(target.cached, change);
                target.pending.push_back(std::move(change));
                return SQLITE_IOERR_WRITE;
            case Fault::PowerLoss: target.pending.push_back(std::move(change)); return SQLITE_IOERR_WRITE;
            case Fault::None:
            case Fault::SyncError:
            case Fault::ReadError: break;
        }
    }
    put(target.cached, change);
    target.pending.push_back(std::move(change));
    return SQLITE_OK;
}

int vfsTruncate(sqlite3_file* file, sqlite3_int64 size) {
    auto& disk = *handle(file).disk;
    if (disk.dead || disk.hit(false, false)) {
        return SQLITE_IOERR_TRUNCATE;
    }
    const Change change{static_cast<std::size_t>(size), {}, true};
    put(data(file).cached, change);
    data(file).pending.push_back(change);
    return SQLITE_OK;
}

int vfsSync(sqlite3_file* file, int) {
    auto& disk = *handle(file).disk;
    auto& target = data(file);
    if (disk.dead) {
        return SQLITE_IOERR_FSYNC;
    }
    if (disk.hit(false, true)) {
        if (disk.fault == Fault::SyncError) {
            target.pending.clear();  // the system takes them for written; the disk does not have them
        }
        return SQLITE_IOERR_FSYNC;
    }
    for (const auto& change : target.pending) {
        put(target.durable, change);
    }
    target.pending.clear();
    return SQLITE_OK;
}

int vfsFileSize(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(data(file).cached.size());
    return SQLITE_OK;
}

int vfsLock(sqlite3_file* file, int level) {
    auto& self = handle(file);
    auto& target = data(file);
    if (level <= self.lock) {
        return SQLITE_OK;
    }
    const auto free = [&](const void* holder) { return holder == nullptr || holder == &self; };
    if (level == SQLITE_LOCK_SHARED) {
        if (!free(target.pendingLock) || !free(target.exclusive)) {
            return SQLITE_BUSY;
        }
        ++target.readers;
    } else {
        if (!free(target.reserved) || !free(target.pendingLock)) {
            return SQLITE_BUSY;
        }
        target.reserved = &self;
        if (level == SQLITE_LOCK_EXCLUSIVE) {
            target.pendingLock = &self;
            if (target.readers > 1) {
                self.lock = SQLITE_LOCK_PENDING;
                return SQLITE_BUSY;
            }
            target.exclusive = &self;
        }
    }
    self.lock = level;
    return SQLITE_OK;
}

int vfsUnlock(sqlite3_file* file, int level) {
    auto& self = handle(file);
    auto& target = data(file);
    if (level >= self.lock) {
        return SQLITE_OK;
    }
    for (auto* holder : {&target.reserved, &target.pendingLock, &target.exclusive}) {
        if (*holder == &self) {
            *holder = nullptr;
        }
    }
    if (level == SQLITE_LOCK_NONE && self.lock >= SQLITE_LOCK_SHARED) {
        --target.readers;
    }
    self.lock = level;
    return SQLITE_OK;
}

int vfsCheckReserved(sqlite3_file* file, int* result) {
    *result = data(file).reserved != nullptr ? 1 : 0;
    return SQLITE_OK;
}

int vfsControl(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int vfsSectorSize(sqlite3_file*) { return 4096; }
// As the real file system's VFS claims: a write does not disturb the bytes beside it.
int vfsCharacteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int vfsShmMap(sqlite3_file* file, int region, int size, int extend, void volatile** out) {
    auto& self = handle(file);
    if (self.memory == nullptr) {
        auto& memory = data(file).memory;
        if (!memory) {
            memory = std::make_shared<SharedMemory>();
        }
        self.memory = new std::shared_ptr<SharedMemory>(memory);
        ++memory->users;
    }
    auto& regions = (*self.memory)->regions;
    while (extend != 0 && regions.size() <= static_cast<std::size_t>(region)) {
        regions.push_back(std::make_unique<std::vector<char>>(static_cast<std::size_t>(size), '\0'));
    }
    *out =
        regions.size() > static_cast<std::size_t>(region) ? regions[static_cast<std::size_t>(region)]->data() : nullptr;
    return SQLITE_OK;
}

int vfsShmLock(sqlite3_file* file, int offset, int count, int flags) {
    auto& self = handle(file);
    auto& memory = **self.memory;
    for (int i = offset; i < offset + count; ++i) {
        if ((flags & SQLITE_SHM_LOCK) == 0) {
            continue;
        }
        const int othersShared = memory.shared[i] - (self.shmShared[i] ? 1 : 0);
        const bool otherExclusive = memory.exclusive[i] && !self.shmExclusive[i];
        if (otherExclusive || ((flags & SQLITE_SHM_EXCLUSIVE) != 0 && othersShared > 0)) {
            return SQLITE_BUSY;
        }
    }
    const bool locks = (flags & SQLITE_SHM_LOCK) != 0;
    for (int i = offset; i < offset + count; ++i) {
        if ((flags & SQLITE_SHM_SHARED) != 0) {
            if (self.shmShared[i] != locks) {
                memory.shared[i] += locks ? 1 : -1;
                self.shmShared[i] = locks;
            }
        } else if (self.shmExclusive[i] != locks) {
            memory.exclusive[i] = self.shmExclusive[i] = locks;
        }
    }
    return SQLITE_OK;
}

void vfsShmBarrier(sqlite3_file*) {}

int vfsShmUnmap(sqlite3_file* file, int) {
    auto& self = handle(file);
    if (self.memory == nullptr) {
        return SQLITE_OK;
    }
    auto& memory = **self.memory;
    for (int i = 0; i < kShmSlots; ++i) {
        memory.shared[i] -= self.shmShared[i] ? 1 : 0;
        memory.exclusive[i] = memory.exclusive[i] && !self.shmExclusive[i];
        self.shmShared[i] = self.shmExclusive[i] = false;
    }
    if (--memory.users == 0) {
        data(file).memory.reset();
    }
    delete self.memory;
    self.memory = nullptr;
    return SQLITE_OK;
}

const sqlite3_io_methods kMethods = {
    2,           vfsClose,         vfsRead,    vfsWrite,      vfsTruncate,        vfsSync,   vfsFileSize, vfsLock,
    vfsUnlock,   vfsCheckReserved, vfsControl, vfsSectorSize, vfsCharacteristics, vfsShmMap, vfsShmLock,  vfsShmBarrier,
    vfsShmUnmap, nullptr,          nullptr};

State& disk(sqlite3_vfs* vfs) { return *static_cast<State*>(vfs->pAppData); }

int vfsOpen(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* outFlags) {
    auto& self = *new (file) Handle{};
    auto& state = disk(vfs);
    std::shared_ptr<FileData> target;
    if (name == nullptr) {
        target = std::make_shared<FileData>();  // a temporary file
    } else if (const auto found = state.files.find(name); found != state.files.end()) {
        target = found->second;
    } else if ((flags & SQLITE_OPEN_CREATE) == 0 || state.dead) {
        self.base.pMethods = nullptr;
        return SQLITE_CANTOPEN;
    } else {
        target = state.files[name] = std::make_shared<FileData>();
    }
    self.base.pMethods = &kMethods;
    self.disk = &state;
    self.file = new std::shared_ptr<FileData>(std::move(target));
    self.lock = SQLITE_LOCK_NONE;
    if (outFlags != nullptr) {
        *outFlags = flags;
    }
    return SQLITE_OK;
}

int vfsDelete(sqlite3_vfs* vfs, const char* name, int) {
    auto& state = disk(vfs);
    if (state.dead || state.hit(false, false)) {
        return SQLITE_IOERR_DELETE;
    }
    state.files.erase(name);
    return SQLITE_OK;
}

int vfsAccess(sqlite3_vfs* vfs, const char* name, int, int* result) {
    *result = disk(vfs).files.count(name) > 0 ? 1 : 0;
    return SQLITE_OK;
}

int vfsFullPath(sqlite3_vfs*, const char* name, int size, char* out) {
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

int vfsRandomness(sqlite3_vfs* vfs, int size, char* out) {
    for (int i = 0; i < size; ++i) {
        out[i] = static_cast<char>(disk(vfs).rng.next());
    }
    return size;
}

int vfsSleep(sqlite3_vfs* vfs, int microseconds) {
    disk(vfs).sleptUs += microseconds;  // a busy database costs the test no time
    return microseconds;
}

int vfsTime(sqlite3_vfs*, double* days) {
    *days = 2'460'000.5;
    return SQLITE_OK;
}

}  // namespace

FaultDisk::FaultDisk() : m_state(std::make_unique<State>()) {
    static std::atomic<int> counter{0};
    m_state->name = "faultdisk" + std::to_string(counter.fetch_add(1));
    auto& vfs = m_state->vfs;
    vfs.iVersion = 1;
    vfs.szOsFile = sizeof(Handle);
    vfs.mxPathname = 1024;
    vfs.zName = m_state->name.c_str();
    vfs.pAppData = m_state.get();
    vfs.xOpen = vfsOpen;
    vfs.xDelete = vfsDelete;
    vfs.xAccess = vfsAccess;
    vfs.xFullPathname = vfsFullPath;
    vfs.xRandomness = vfsRandomness;
    vfs.xSleep = vfsSleep;
    vfs.xCurrentTime = vfsTime;
    sqlite3_vfs_register(&vfs, 0);
}

FaultDisk::~FaultDisk() { sqlite3_vfs_unregister(&m_state->vfs); }

const std::string& FaultDisk::vfs() const noexcept { return m_state->name; }
std::int64_t FaultDisk::operations() const noexcept { return m_state->operations; }
bool FaultDisk::dead() const noexcept { return m_state->dead; }
bool FaultDisk::struck() const noexcept { return m_state->struck; }

bool FaultDisk::lostPower() const noexcept { return m_state->dead && m_state->fault == Fault::PowerLoss; }

void FaultDisk::die(Fault how) {
    m_state->fault = how;
    m_state->dead = m_state->struck = true;
}

void FaultDisk::plan(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) {
    m_state->fault = fault;
    m_state->at = at;
    m_state->left = count;
    m_state->operations = 0;
    m_state->struck = false;
    m_state->rng = Rng(seed);
}

void FaultDisk::restart(bool losePower) {
    const bool lost = losePower || lostPower();
    for (auto& [name, file] : m_state->files) {
        assert(file.use_count() == 1 && "a connection is still open");
        if (lost) {
            m_state->losePower(*file);
        }
        file->memory.reset();
        file->readers = 0;
        file->reserved = file->pendingLock = file->exclusive = nullptr;
    }
    m_state->fault = Fault::None;
    m_state->dead = false;
}

std::shared_ptr<const FaultDisk::Image> FaultDisk::image(const std::string& workspaceFolder) const {
    auto image = std::make_shared<Image>();
    if (!workspaceFolder.empty()) {
        image->anchorPath = workspaceFolder + "/audit.anchor";
        if (std::ifstream file(image->anchorPath, std::ios::binary); file) {
            image->anchor.emplace(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    }
    for (const auto& [name, file] : m_state->files) {
        image->files[name] = file->cached;
    }
    return image;
}

void FaultDisk::adopt(const std::string& path) {
    std::ifstream from(path, std::ios::binary);
    auto file = std::make_shared<FileData>();
    file->cached = file->durable = {std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()};
    m_state->files[path] = std::move(file);
}

void FaultDisk::restore(const Image& image) {
    if (image.anchor) {
        std::ofstream(image.anchorPath, std::ios::binary | std::ios::trunc) << *image.anchor;
    } else if (!image.anchorPath.empty()) {
        std::filesystem::remove(image.anchorPath);
    }
    m_state->files.clear();
    for (const auto& [name, content] : image.files) {
        auto file = std::make_shared<FileData>();
        file->cached = file->durable = content;
        m_state->files[name] = std::move(file);
    }
    m_state->fault = Fault::None;
    m_state->dead = false;
}

}  // namespace evenhand::test
