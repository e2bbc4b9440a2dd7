// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/work_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include "engine/base/log.h"
#include "engine/store/database/checksum.h"

namespace evenhand::app {
namespace {

constexpr std::string_view kTitle = "evenhand-work-mark-1";
constexpr std::size_t kPlace = 512;               // a sector, which most disks write whole or not at all
constexpr std::array<off_t, 2> kPlaces{0, 4096};  // each in a disk block of its own

std::string textOf(const store::JournalMark& mark, const std::string& workspaceId) {
    std::string text = std::string(kTitle) + ' ' + workspaceId + ' ' + std::to_string(mark.seq) + ' ' +
                       std::to_string(mark.at.ms) + ' ' + std::to_string(mark.checksum) + ' ';
    text += std::to_string(store::checksum64(text)) + '\n';
    return text;
}

std::optional<store::JournalMark> markOf(const std::string& text, const std::string& workspaceId) {
    std::istringstream words(text);
    std::string title;
    std::string id;
    store::JournalMark mark;
    if (!(words >> title >> id >> mark.seq >> mark.at.ms >> mark.checksum) || id != workspaceId ||
        !text.starts_with(textOf(mark, workspaceId))) {
        return std::nullopt;
    }
    return mark;
}

}  // namespace

WorkMark::WorkMark(const std::string& folder, std::string workspaceId)
    : m_path(pathIn(folder)), m_workspaceId(std::move(workspaceId)) {}

WorkMark::~WorkMark() {
    stop();
    if (m_handle >= 0) {
        ::close(m_handle);
    }
}

std::optional<store::JournalMark> WorkMark::read(const std::string& folder, const std::string& workspaceId) {
    const int handle = ::open(pathIn(folder).c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) {
        return std::nullopt;
    }
    std::optional<store::JournalMark> newest;
    for (const auto place : kPlaces) {
        std::string text(kPlace, '\0');
        const auto bytes = ::pread(handle, text.data(), text.size(), place);
        text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
        if (const auto mark = markOf(text, workspaceId); mark && (!newest || mark->seq > newest->seq)) {
            newest = mark;
        }
    }
    ::close(handle);
    return newest;
}

Result<void> WorkMark::write(const store::JournalMark& mark) {
    if (m_handle < 0) {
        m_handle = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    }
    auto text = textOf(mark, m_workspaceId);
    text.resize(kPlace, '\0');
    // Where the mark goes back the other place must not keep a higher one.
    const bool lower = mark.seq < m_written.seq || m_written.seq == 0;
    bool good = m_handle >= 0;
    for (std::size_t i = 0; good && i < kPlaces.size(); ++i) {
        if (lower || m_second == (i == 1)) {
            good = ::pwrite(m_handle, text.data(), text.size(), kPlaces[i]) == static_cast<ssize_t>(text.size()) &&
                   ::fdatasync(m_handle) == 0;
        }
    }
    if (!good) {
        Error error{ErrorCode::Storage,
                    std::string("the mark of acknowledged work cannot be written: ") + std::strerror(errno), "path",
                    m_path};
        base::log(base::LogLevel::Warning, "workspace", error.text());
        return fail(std::move(error));
    }
    m_second = !m_second;
    m_written = mark;
    return {};
}

void WorkMark::start(std::function<store::JournalMark()> newest, std::chrono::milliseconds pace) {
    m_newest = std::move(newest);
    m_pace = pace;
    m_thread = std::thread([this] { loop(); });
}

void WorkMark::loop() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_stopping || m_soon || m_grew; });
        m_changed.wait_for(lock, m_pace, [this] { return m_stopping || m_soon; });  // gathers the commits of a second
        if (m_stopping) {
            return;
        }
        m_soon = false;
        m_grew = false;
        lock.unlock();
        if (const auto mark = m_newest(); mark.seq > 0 && mark != m_written && !write(mark)) {
            m_grew = true;  // a failure is in the log; it is tried again a second later
        }
        lock.lock();
    }
}

void WorkMark::grew() {
    if (m_grew.exchange(true)) {
        return;  // the thread has been woken already
    }
    const std::lock_guard lock(m_mutex);
    m_changed.notify_one();
}

void WorkMark::writeSoon() {
    {
        const std::lock_guard lock(m_mutex);
        m_soon = true;
    }
    m_changed.notify_one();
}

void WorkMark::stop() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::app
