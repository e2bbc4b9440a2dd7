// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/file_faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/rng.h"

namespace evenhand::test {
namespace {

constexpr std::size_t kBlock = 4096;

// As the calls below are everybody's, this file itself goes past them.
int rawOpen(const std::string& path, int flags) {
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path.c_str(), flags | O_CLOEXEC, 0600));
}

std::string contentOf(int file) {
    std::string content;
    std::array<char, 65536> buffer;
    for (off_t at = 0;;) {
        const auto got = ::pread(file, buffer.data(), buffer.size(), at);
        if (got <= 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<std::size_t>(got));
        at += got;
    }
}

std::string contentAt(const std::string& path) {
    const int file = rawOpen(path, O_RDONLY);
    auto content = file >= 0 ? contentOf(file) : std::string();
    if (file >= 0) {
        ::close(file);
    }
    return content;
}

void replace(const std::string& path, const std::string& content) {
    const int file = rawOpen(path, O_WRONLY | O_CREAT | O_TRUNC);
    std::size_t done = 0;
    while (file >= 0 && done < content.size()) {
        const auto wrote = ::syscall(SYS_write, file, content.data() + done, content.size() - done);
        if (wrote <= 0) {
            break;
        }
        done += static_cast<std::size_t>(wrote);
    }
    if (file >= 0) {
        ::close(file);
    }
}

/// Numbers of files as they were first seen. The system gives the number of a file that is gone to the next one, on
/// some file systems at once.
class Numbers {
public:
    std::uint64_t of(ino_t inode) {
        const auto [found, isNew] = m_known.try_emplace(inode, m_last + 1);
        m_last += isNew ? 1 : 0;
        return found->second;
    }
    void forget(ino_t inode) { m_known.erase(inode); }
    void clear() { *this = {}; }

private:
    std::map<ino_t, std::uint64_t> m_known;
    std::uint64_t m_last = 0;
};

/// What a folder holds: name → number of the file; of plain files and folders only.
struct Entry {
    std::uint64_t number = 0;
    bool isFolder = false;
    bool operator==(const Entry&) const = default;
};
using Listing = std::map<std::string, Entry>;

Listing listingOf(const std::string& folder, Numbers& numbers) {
    Listing listing;
    if (DIR* open = ::opendir(folder.c_str()); open != nullptr) {
        while (const dirent* entry = ::readdir(open)) {
            const std::string name(entry->d_name);
            struct stat found {};
            if (name != "." && name != ".." && ::lstat((folder + "/" + name).c_str(), &found) == 0 &&
                (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))) {
                listing[name] = {numbers.of(found.st_ino), S_ISDIR(found.st_mode)};
            }
        }
        ::closedir(open);
    }
    return listing;
}

void removeAll(const std::string& path, Numbers& numbers) {
    for (const auto& [name, entry] : listingOf(path, numbers)) {
        if (entry.isFolder) {
            removeAll(path + "/" + name, numbers);
        } else {
            ::syscall(SYS_unlinkat, AT_FDCWD, (path + "/" + name).c_str(), 0);
        }
    }
    ::syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), AT_REMOVEDIR);
}

}  // namespace

struct FileFaults::State {
    std::string folder;
    std::string alias;  ///< another name of it, by which paths may begin
    bool watching = false;
    bool dead = false;
    bool struck = false;
    Fault fault = Fault::None;
    std::int64_t at = 0, left = 0, operations = 0;
    std::function<void(Fault)> died;
    std::function<bool()> alsoDead;
    Rng rng{1};
    std::map<std::string, std::vector<Listing>> listings;  ///< by folder: what is durable, and all since, in order
    Numbers numbers;
    std::map<std::uint64_t, std::string> durable;  ///< contents
    std::map<std::uint64_t, std::string> removed;  ///< contents of files without a name, when they lost it

    /// A path with the folder's own name.
    [[nodiscard]] std::string known(std::string_view path) const {
        const bool aliased = !alias.empty() && path.starts_with(alias);
        return aliased ? folder + std::string(path.substr(alias.size())) : std::string(path);
    }
    [[nodiscard]] bool concerns(std::string_view path) const {
        const auto under = [path](const std::string& place) {
            return !place.empty() && path.size() > place.size() && path.starts_with(place) && path[place.size()] == '/';
        };
        return under(folder) || under(alias);
    }
    [[nodiscard]] std::string pathOf(int file) const {
        std::array<char, 4096> name;
        const auto link = "/proc/self/fd/" + std::to_string(file);
        const auto length = ::readlink(link.c_str(), name.data(), name.size());
        return length > 0 ? std::string(name.data(), static_cast<std::size_t>(length)) : std::string();
    }
    [[nodiscard]] bool isDead() {
        dead = dead || (alsoDead && alsoDead());
        return dead;
    }
    /// Counts a call; answers whether it is hit.
    bool hit(bool writes, bool syncs) {
        ++operations;
        if (fault == Fault::None || operations < at || left == 0) {
            return false;
        }
        const bool kills = fault == Fault::Kill || fault == Fault::PowerLoss;
        const bool concerned = kills || ((fault == Fault::Full || fault == Fault::WriteError) && writes) ||
                               (fault == Fault::SyncError && syncs);
        if (concerned) {
            --left;
            struck = true;
            dead = kills;
            if (kills && died) {
                died(fault);
            }
        }
        return concerned;
    }
    void remember(const std::string& path) {
        auto& all = listings[path];
        auto now = listingOf(path, numbers);
        if (all.empty() || all.back() != now) {
            all.push_back(std::move(now));
        }
    }
    /// All of it is durable.
    void begin(const std::string& path) {
        listings[path] = {listingOf(path, numbers)};
        for (const auto& [name, entry] : listings[path].back()) {
            if (entry.isFolder) {
                begin(path + "/" + name);
            } else {
                durable[entry.number] = contentAt(path + "/" + name);
            }
        }
    }
    void losePower() {
        // What there is now by number, as the files will be written anew.
        auto now = removed;
        for (const auto& [path, all] : listings) {
            for (const auto& [name, entry] : listingOf(path, numbers)) {
                if (!entry.isFolder) {
                    now[entry.number] = contentAt(path + "/" + name);
                }
            }
        }
        for (auto& [path, all] : listings) {
            remember(path);  // what was made by calls that are not seen
        }
        build(folder, now);
    }
    void build(const std::string& path, const std::map<std::uint64_t, std::string>& now) {
        const auto known = listings.find(path);
        const Listing chosen = known == listings.end() || known->second.empty()
                                   ? Listing()
                                   : known->second[rng.below(known->second.size())];
        for (const auto& [name, entry] : listingOf(path, numbers)) {
            const auto kept = chosen.find(name);
            if (kept == chosen.end() || kept->second.isFolder != entry.isFolder) {
                if (entry.isFolder) {
                    removeAll(path + "/" + name, numbers);
                } else {
                    ::syscall(SYS_unlinkat, AT_FDCWD, (path + "/" + name).c_str(), 0);
                }
            }
        }
        for (const auto& [name, entry] : chosen) {
            const auto to = path + "/" + name;
            if (entry.isFolder) {
                ::syscall(SYS_mkdirat, AT_FDCWD, to.c_str(), 0700);
                build(to, now);
                continue;
            }
            const auto sure = durable.find(entry.number);
            auto content = sure == durable.end() ? std::string() : sure->second;
            if (const auto seen = now.find(entry.number); seen != now.end() && seen->second != content) {
                if (rng.below(2) == 0) {
                    content.resize(seen->second.size(), '\0');
                }
                for (std::size_t from = 0; from < std::min(content.size(), seen->second.size()); from += kBlock) {
                    if (rng.below(2) == 0) {
                        content.replace(from, std::min(kBlock, content.size() - from),
                                        seen->second.substr(from, std::min(kBlock, content.size() - from)));
                    }
                }
            }
            replace(to, content);
        }
    }
};

namespace {

FileFaults::State* watched = nullptr;  ///< by the calls below; one at a time

int failing(int code) {
    errno = code;
    return -1;
}
int codeOf(Fault fault) { return fault == Fault::Full ? ENOSPC : EIO; }

/// A name that is given or taken away. nullopt: it may go on.
template <typename Call>
int naming(const char* path, const char* other, bool grows, Call call) {
    auto* state = watched;
    if (state == nullptr || !(state->concerns(path) || (other != nullptr && state->concerns(other)))) {
        return static_cast<int>(call());
    }
    if (state->isDead()) {
        return failing(EIO);
    }
    const bool hit = state->hit(grows, false);
    if (hit && !(state->dead && state->rng.below(2) == 0)) {
        return failing(codeOf(state->fault));  // a process may also end just after it
    }
    const auto* gone = other != nullptr ? other : path;
    struct stat found {};
    const bool loses = ::lstat(gone, &found) == 0 && S_ISREG(found.st_mode);
    if (loses) {
        state->removed[state->numbers.of(found.st_ino)] = contentAt(gone);
    }
    const auto code = static_cast<int>(call());
    if (loses && code == 0 && found.st_nlink == 1) {
        state->numbers.forget(found.st_ino);
    }
    for (const auto* one : {path, other}) {
        if (one != nullptr && state->concerns(one)) {
            const auto text = state->known(one);
            state->remember(text.substr(0, text.find_last_of('/')));
        }
    }
    return hit ? failing(EIO) : code;
}

/// Whether a call on an open file concerns what is watched.
bool concerned(int file) {
    struct stat found {};
    return watched != nullptr && ::fstat(file, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode)) &&
           (watched->pathOf(file) == watched->folder || watched->concerns(watched->pathOf(file)));
}

template <typename Call>
ssize_t writing(int file, std::size_t size, Call call) {
    if (!concerned(file)) {
        return call(size);
    }
    if (watched->isDead()) {
        return failing(EIO);
    }
    if (watched->hit(true, false)) {
        const auto fault = watched->fault;
        if (fault == Fault::Kill || fault == Fault::PowerLoss || fault == Fault::WriteError) {
            if (const auto some = watched->rng.below(size + 1); some > 0) {
                (void)call(some);
            }
        }
        return failing(codeOf(fault));
    }
    return call(size);
}

template <typename Call>
int syncing(int file, Call call) {
    if (!concerned(file)) {
        return call();
    }
    if (watched->isDead() || watched->hit(false, true)) {
        return failing(EIO);
    }
    struct stat found {};
    const bool there = ::fstat(file, &found) == 0;
    if (there && S_ISDIR(found.st_mode)) {
        watched->listings[watched->pathOf(file)] = {listingOf(watched->pathOf(file), watched->numbers)};
    } else if (there && found.st_nlink > 0) {
        const auto path = "/proc/self/fd/" + std::to_string(file);  // it may be open for writing only
        watched->durable[watched->numbers.of(found.st_ino)] = contentAt(path);
    }
    return call();
}

template <typename Call>
int opening(const char* path, int flags, Call call) {
    if (watched == nullptr || (flags & (O_CREAT | O_TRUNC)) == 0 || !watched->concerns(path)) {
        return call();
    }
    if (watched->isDead()) {
        return failing(EIO);
    }
    const auto file = call();
    const auto text = watched->known(path);
    watched->remember(text.substr(0, text.find_last_of('/')));
    return file;
}

}  // namespace

FileFaults::FileFaults(const std::string& folder, const std::string& alias) : m_state(std::make_unique<State>()) {
    m_state->folder = std::filesystem::canonical(folder).string();  // as open files are named
    m_state->alias = alias;
}
FileFaults::~FileFaults() { rest(); }
bool FileFaults::watching() const noexcept { return m_state->watching; }
bool FileFaults::dead() const noexcept { return m_state->dead; }
bool FileFaults::struck() const noexcept { return m_state->struck; }
std::int64_t FileFaults::operations() const noexcept { return m_state->operations; }

void FileFaults::watch(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed,
                       std::function<void(Fault)> died, std::function<bool()> alsoDead) {
    rest();
    auto& state = *m_state;
    state.fault = fault;
    state.at = at;
    state.left = count;
    state.operations = 0;
    state.struck = false;
    state.died = std::move(died);
    state.alsoDead = std::move(alsoDead);
    state.rng = Rng(seed);
    state.begin(state.folder);
    state.watching = true;
    watched = &state;
}

void FileFaults::rest() {
    auto& state = *m_state;
    if (watched == &state) {
        watched = nullptr;
    }
    state.watching = state.dead = false;
    state.listings.clear();
    state.durable.clear();
    state.removed.clear();
    state.numbers.clear();
}

void FileFaults::restart(bool losePower) {
    if (m_state->watching) {
        const bool lost = losePower || (m_state->dead && m_state->fault == Fault::PowerLoss);
        watched = nullptr;
        if (lost) {
            m_state->losePower();
        }
    }
    rest();
}

}  // namespace evenhand::test

// Libraries find these before the C library's.
namespace faults = evenhand::test;

extern "C" ssize_t write(int file, const void* bytes, size_t size) {
    return faults::writing(file, size, [&](std::size_t some) { return ::syscall(SYS_write, file, bytes, some); });
}
extern "C" ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
    return faults::writing(file, size,
                           [&](std::size_t some) { return ::syscall(SYS_pwrite64, file, bytes, some, at); });
}
extern "C" ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    return pwrite64(file, bytes, size, at);
}
extern "C" int ftruncate64(int file, off64_t size) noexcept {
    return static_cast<int>(
        faults::writing(file, 0, [&](std::size_t) { return ::syscall(SYS_ftruncate, file, size); }));
}
extern "C" int ftruncate(int file, off_t size) noexcept { return ftruncate64(file, size); }
extern "C" int fsync(int file) {
    return faults::syncing(file, [&] { return static_cast<int>(::syscall(SYS_fsync, file)); });
}
extern "C" int fdatasync(int file) {
    return faults::syncing(file, [&] { return static_cast<int>(::syscall(SYS_fdatasync, file)); });
}
extern "C" int rename(const char* from, const char* to) noexcept {
    return faults::naming(from, to, false, [&] { return ::syscall(SYS_rename, from, to); });
}
extern "C" int renameat2(int fromAt, const char* from, int toAt, const char* to, unsigned flags) noexcept {
    return faults::naming(from, to, false, [&] { return ::syscall(SYS_renameat2, fromAt, from, toAt, to, flags); });
}
extern "C" int unlink(const char* path) noexcept {
    return faults::naming(path, nullptr, false, [&] { return ::syscall(SYS_unlink, path); });
}
extern "C" int remove(const char* path) noexcept {
    return faults::naming(path, nullptr, false, [&] {
        const auto code = ::syscall(SYS_unlink, path);
        return code != 0 && errno == EISDIR ? ::syscall(SYS_rmdir, path) : code;
    });
}
extern "C" int mkdir(const char* path, mode_t mode) noexcept {
    const auto code = faults::naming(path, nullptr, true, [&] { return ::syscall(SYS_mkdir, path, mode); });
    if (code == 0 && faults::watched != nullptr && faults::watched->concerns(path)) {
        faults::watched->listings[faults::watched->known(path)].assign(1, {});
    }
    return code;
}
extern "C" int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return faults::opening(path, flags,
                           [&] { return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode)); });
}
extern "C" int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open64(path, flags, mode);
}
extern "C" int mkostemp(char* path, int flags) {
    using Call = int (*)(char*, int);
    static const auto next = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "mkostemp"));
    return faults::opening(path, O_CREAT, [&] { return next(path, flags); });
}
