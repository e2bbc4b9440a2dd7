// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/durable_file.h"

#include "engine/base/invariant.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace evenhand::base {
namespace {

constexpr std::size_t kBufferBytes = 65'536;

std::string folderOf(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

tl::unexpected<Error> failure(const char* doing, const std::string& path) {
    return fail(ErrorCode::Storage, std::string(doing) + ": " + std::strerror(errno), "path", path);
}

/// The file that a path leads to; the path itself where there is none yet.
std::string resolved(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

mode_t umaskNow() {
    // Without changing it, which other threads would see.
    mode_t mask = 022;
    if (std::FILE* status = std::fopen("/proc/self/status", "re"); status != nullptr) {
        char line[256];
        while (std::fgets(line, sizeof line, status) != nullptr) {
            if (std::strncmp(line, "Umask:", 6) == 0) {
                mask = static_cast<mode_t>(std::strtoul(line + 6, nullptr, 8));
                break;
            }
        }
        std::fclose(status);
    }
    return mask;
}

}  // namespace

DurableFile::DurableFile(std::string path, std::string part, int handle)
    : m_path(std::move(path)), m_part(std::move(part)), m_handle(handle) {}

DurableFile::DurableFile(DurableFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_part(std::exchange(other.m_part, {})),
      m_buffer(std::move(other.m_buffer)),
      m_handle(std::exchange(other.m_handle, -1)) {}

DurableFile& DurableFile::operator=(DurableFile&& other) noexcept {
    if (this != &other) {
        discard();
        m_path = std::move(other.m_path);
        m_part = std::exchange(other.m_part, {});
        m_buffer = std::move(other.m_buffer);
        m_handle = std::exchange(other.m_handle, -1);
    }
    return *this;
}

DurableFile::~DurableFile() { discard(); }

void DurableFile::discard() noexcept {
    if (m_handle >= 0) {
        ::close(std::exchange(m_handle, -1));
    }
    if (!m_part.empty()) {
        ::unlink(m_part.c_str());
        m_part.clear();
    }
}

Result<void> checkOutput(const std::string& path) {
    const auto target = resolved(path);
    const auto folder = resolved(folderOf(target));
    // What makes a folder a workspace: app/workspace/workspace_folder.h.
    if (exists(folder + "/workspace.db") || exists(folder + "/database.url")) {
        return fail(ErrorCode::InvalidArgument, "is in a workspace folder, where only the program writes", "path",
                    path);
    }
    // Names of secrets hold a '/', written so (app/workspace/keychain.cpp).
    struct stat there {};
    if (target.find("%2F", folderOf(target).size()) != std::string::npos && ::stat(folder.c_str(), &there) == 0 &&
        (there.st_mode & 0777U) == 0700U) {
        return fail(ErrorCode::InvalidArgument, "is a secret", "path", path);
    }
    return {};
}

tl::unexpected<Error> DurableFile::systemError(const char* doing) const { return failure(doing, m_path); }

Result<DurableFile> DurableFile::open(const std::string& path, FileMode mode) {
    if (mode == FileMode::Shared) {
        EVENHAND_TRY(checkOutput(path));
    }
    auto target = resolved(path);
    struct stat there {};
    const bool exists = ::stat(target.c_str(), &there) == 0;
    if (exists && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        return failure("the file cannot be written", target);
    }
    if (exists && !S_ISREG(there.st_mode)) {
        // A pipe that nobody reads would let nobody in until somebody does: that is an error here (ENXIO).
        const int handle = ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        if (handle < 0 || ::fcntl(handle, F_SETFL, ::fcntl(handle, F_GETFL) & ~O_NONBLOCK) != 0) {
            auto why = failure("the file cannot be written", target);
            if (handle >= 0) {
                ::close(handle);
            }
            return why;
        }
        return DurableFile(std::move(target), {}, handle);
    }
    if (exists && ::access(target.c_str(), W_OK) != 0) {
        return failure("the file cannot be written", target);  // a rename would replace what is protected
    }
    std::string part = target + ".new-XXXXXX";
    const int handle = ::mkostemp(part.data(), O_CLOEXEC);  // mode 0600
    if (handle < 0) {
        return failure("the file cannot be made", target);
    }
    DurableFile file(std::move(target), std::move(part), handle);
    if (mode == FileMode::Shared && ::fchmod(handle, exists ? there.st_mode & 07777U : 0666U & ~umaskNow()) != 0) {
        return file.systemError("the file cannot be made");
    }
    return file;
}

Result<void> DurableFile::flush() {
    std::string_view rest = m_buffer;
    while (!rest.empty()) {
        const auto written = ::write(m_handle, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            errno = written == 0 ? ENOSPC : errno;
            return systemError("the file cannot be written");
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    m_buffer.clear();
    return {};
}

Result<void> DurableFile::write(std::string_view bytes) {
    EVENHAND_INVARIANT(m_handle >= 0, "what is written would go into no file");
    m_buffer.append(bytes);
    return m_buffer.size() < kBufferBytes ? Result<void>() : flush();
}

Result<void> DurableFile::prepare() {
    EVENHAND_INVARIANT(m_handle >= 0, "a file that is not open would be given its name");
    EVENHAND_TRY(flush());
    // A pipe or a terminal has nothing to sync, and says EINVAL or EROFS.
    if (::fsync(m_handle) != 0 && (!m_part.empty() || (errno != EINVAL && errno != EROFS))) {
        return systemError("the file cannot be flushed to disk");
    }
    if (::close(std::exchange(m_handle, -1)) != 0) {
        return systemError("the file cannot be written");
    }
    return {};
}

Result<void> DurableFile::commit() {
    if (m_handle >= 0) {
        EVENHAND_TRY(prepare());
    }
    if (m_part.empty()) {
        return {};
    }
    if (::rename(m_part.c_str(), m_path.c_str()) != 0) {
        return systemError("the file cannot be renamed to its final name");
    }
    m_part.clear();
    return syncFolder(folderOf(m_path));
}

Result<void> replaceFile(const std::string& path, std::string_view content, FileMode mode) {
    EVENHAND_ASSIGN(auto file, DurableFile::open(path, mode));
    EVENHAND_TRY(file.write(content));
    return file.commit();
}

Result<void> syncFolder(const std::string& folder) {
    const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) {
        return failure("the folder cannot be flushed to disk", folder);
    }
    const int code = ::fsync(handle);
    const int reason = errno;
    ::close(handle);
    // Some file systems (of network shares) cannot sync a folder and say EINVAL; there a rename is as durable as it
    // gets.
    if (code != 0 && reason != EINVAL) {
        errno = reason;
        return failure("the folder cannot be flushed to disk", folder);
    }
    return {};
}

}  // namespace evenhand::base
