// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/access_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>

#include "engine/base/durable_file.h"

namespace evenhand::app {
namespace {

constexpr int kMode = 0640;

class LogFile {
public:
    LogFile(int file, bool owned) : m_file(file), m_owned(owned) {}
    ~LogFile() {
        if (m_owned) {
            ::close(m_file);
        }
    }
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    /// Writes the line by one system call, so that lines of several writers do not mix. If the disk is full the line is
    /// lost, but the request is answered.
    void write(std::string_view line) {
        m_line.assign(line);
        m_line.push_back('\n');
        while (::write(m_file, m_line.data(), m_line.size()) < 0 && errno == EINTR) {
        }
    }

private:
    int m_file;
    bool m_owned;
    std::string m_line;
};

}  // namespace

Result<ingest::AccessSink> openAccessLog(const std::string& path) {
    std::shared_ptr<LogFile> log;
    if (path == "-") {
        log = std::make_shared<LogFile>(STDERR_FILENO, false);
    } else {
        EVENHAND_TRY(base::checkOutput(path));
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
        if (file < 0) {
            return fail(ErrorCode::Storage, "the access log cannot be opened: " + std::system_category().message(errno),
                        "access_log", path);
        }
        log = std::make_shared<LogFile>(file, true);
    }
    return [log](std::string_view line) { log->write(line); };
}

}  // namespace evenhand::app
