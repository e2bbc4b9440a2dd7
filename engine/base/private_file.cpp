// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/private_file.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace evenhand::base {
namespace {

class Handle {
public:
    explicit Handle(int descriptor) noexcept : m_descriptor(descriptor) {}
    ~Handle() {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    [[nodiscard]] int get() const noexcept { return m_descriptor; }

private:
    int m_descriptor;
};

tl::unexpected<Error> unreadable(const std::string& path, const std::string& field) {
    return fail(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Storage,
                std::string("the file cannot be read: ") + std::strerror(errno), field, path);
}

Result<void> judge(const struct stat& found, const std::string& path, const std::string& field) {
    if (!S_ISREG(found.st_mode)) {
        return {};
    }
    const bool roots = found.st_uid == 0;
    const mode_t open = found.st_mode & (roots ? 0027U : 0077U);
    if (open != 0 || (!roots && found.st_uid != ::geteuid())) {
        return fail(ErrorCode::PermissionDenied,
                    open != 0 ? "others can read or change this file: chmod 600 it"
                              : "this file belongs to somebody else, who can read and change it",
                    field, path);
    }
    return {};
}

}  // namespace

Result<void> checkPrivateFile(const std::string& path, const std::string& field) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        return unreadable(path, field);
    }
    return judge(found, path, field);
}

Result<Secret> readPrivateLine(const std::string& path, const std::string& field, std::size_t maxBytes) {
    const Handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat found {};
    if (file.get() < 0 || ::fstat(file.get(), &found) != 0) {
        return unreadable(path, field);
    }
    EVENHAND_TRY(judge(found, path, field));
    std::string line;
    char byte = 0;
    while (true) {
        const auto got = ::read(file.get(), &byte, 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return unreadable(path, field);
        }
        if (got == 0 || byte == '\n') {
            break;
        }
        if (line.size() == maxBytes) {
            return fail(ErrorCode::InvalidArgument,
                        "its first line is longer than " + std::to_string(maxBytes) + " bytes", field, path);
        }
        line += byte;
    }
    if (line.ends_with('\r')) {
        line.pop_back();
    }
    return Secret(std::move(line));
}

bool protectMemory() noexcept {
    const rlimit none{0, 0};
    // The limit is not asked where the system pipes core dumps to a program; that the process is not dumpable is.
    const bool limited = ::setrlimit(RLIMIT_CORE, &none) == 0;
    return ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && limited;
}

}  // namespace evenhand::base
