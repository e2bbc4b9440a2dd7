// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace evenhand::app {
namespace {

std::string holder(int descriptor) {
    char text[32] = {};
    const auto size = ::pread(descriptor, text, sizeof text - 1, 0);
    std::string pid(text, size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!pid.empty() && pid.back() == '\n') {
        pid.pop_back();
    }
    return pid.empty() ? "another process" : "process " + pid;
}

/// Locks the folder itself, because the lock file can be deleted while it is held. A file of the database would not do:
/// closing it would release SQLite's own locks on it for the whole process.
Result<int> lockedFolder(const std::string& folder, const std::string& path) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(ErrorCode::Storage, std::string("the folder cannot be opened: ") + std::strerror(errno), "path",
                    folder);
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        return descriptor;
    }
    const bool taken = errno == EWOULDBLOCK;
    std::string why = std::string("the workspace cannot be locked: ") + std::strerror(errno);
    if (taken) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // names the process, if it is still there
        why = "the workspace is in use by " + (file < 0 ? std::string("another process") : holder(file));
        if (file >= 0) {
            ::close(file);
        }
    }
    ::close(descriptor);
    return fail(taken ? ErrorCode::WorkspaceInUse : ErrorCode::Storage, why, "path", folder);
}

/// Locks the lock file. −1: the process that had it has just removed it, because it could not create its workspace; try
/// again.
Result<int> locked(const std::string& folder, const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        return fail(ErrorCode::Storage, std::string("the lock file cannot be opened: ") + std::strerror(errno), "path",
                    path);
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const bool taken = errno == EWOULDBLOCK;
        const std::string why = taken ? "the workspace is in use by " + holder(descriptor)
                                      : std::string("the workspace cannot be locked: ") + std::strerror(errno);
        ::close(descriptor);
        return fail(taken ? ErrorCode::WorkspaceInUse : ErrorCode::Storage, why, "path", folder);
    }
    struct stat file {};
    if (::fstat(descriptor, &file) == 0 && file.st_nlink == 0) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
}

}  // namespace

Result<std::unique_ptr<FolderLock>> FolderLock::take(const std::string& folder) {
    const std::string path = folder + "/workspace.lock";
    EVENHAND_ASSIGN(const int folderDescriptor, lockedFolder(folder, path));
    int descriptor = -1;
    do {
        const auto file = locked(folder, path);
        if (!file) {
            ::close(folderDescriptor);
            return fail(file.error());
        }
        descriptor = *file;
    } while (descriptor < 0);
    const std::string pid = std::to_string(::getpid()) + "\n";
    // The process id only serves the message above, so a full disk is no reason not to open the workspace.
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, pid.data(), pid.size(), 0) < 0) {
    }
    return std::unique_ptr<FolderLock>(new FolderLock(descriptor, folderDescriptor));
}

FolderLock::~FolderLock() {
    ::close(m_descriptor);
    ::close(m_folder);
}

}  // namespace evenhand::app
