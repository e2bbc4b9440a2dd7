// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/audit_anchor.h"

#include <QFile>
#include <chrono>
#include <tuple>
#include <utility>

#include "engine/base/durable_file.h"
#include "engine/base/invariant.h"
#include "engine/base/log.h"

namespace evenhand::app {
namespace {

constexpr std::chrono::milliseconds kPace{1'000};

}  // namespace

Result<std::optional<std::string>> AuditAnchor::read(const std::string& folder) {
    constexpr qint64 kMaxLength = 4096;
    QFile file(QString::fromStdString(pathIn(folder)));
    if (!file.exists()) {
        return std::optional<std::string>();
    }
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxLength) {
        return fail(ErrorCode::Storage,
                    "the anchor of the audit log cannot be read: " + file.errorString().toStdString(), "path",
                    pathIn(folder));
    }
    return std::optional(file.readAll().toStdString());
}

Result<void> AuditAnchor::write(const api::AuditHead& head) {
    auto written = base::replaceFile(m_path, runtime::anchorText(m_workspaceId, head, m_key), base::FileMode::Private);
    if (!written) {
        written.error().message = "the anchor of the audit log cannot be written: " + written.error().message;
    }
    return written;
}

Result<void> AuditAnchor::begin(const api::AuditHead& head) {
    std::unique_lock lock(m_mutex);
    m_noted = head;
    m_stuck = false;
    return writeNoted(lock);
}

Result<void> AuditAnchor::writeNoted(std::unique_lock<std::mutex>& lock) {
    EVENHAND_INVARIANT(!m_stuck, "an anchor that does not fit the log would be overwritten, and with it the evidence");
    const auto head = m_noted;
    lock.unlock();
    auto written = write(head);
    lock.lock();
    if (written) {
        m_written = head;
        m_writtenAt = m_clock.now();
    } else {
        base::log(base::LogLevel::Warning, "audit", written.error().text());
    }
    return written;
}

void AuditAnchor::start() {
    m_thread = std::thread([this] { loop(); });
}

void AuditAnchor::loop() {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        m_changed.wait(lock, [this] { return m_stopping || (!m_stuck && m_noted != m_written); });
        if (!m_stopping) {
            std::ignore = writeNoted(lock);  // a failure is in the log; the next round tries again
            m_changed.wait_for(lock, kPace, [this] { return m_stopping; });
        }
    }
}

void AuditAnchor::note(const api::AuditHead& head) {
    const std::lock_guard lock(m_mutex);
    m_noted = head;
    m_changed.notify_one();
}

void AuditAnchor::stop() {
    std::unique_lock lock(m_mutex);
    m_stopping = true;
    m_changed.notify_all();
    if (m_thread.joinable()) {
        lock.unlock();
        m_thread.join();
        lock.lock();
    }
    if (!m_stuck && m_noted != m_written) {
        std::ignore = writeNoted(lock);  // a failure is in the log; the next opening writes the anchor
    }
}

std::optional<Instant> AuditAnchor::writtenAt() const {
    const std::lock_guard lock(m_mutex);
    return m_writtenAt;
}

}  // namespace evenhand::app
