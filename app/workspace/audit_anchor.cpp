// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/audit_anchor.h"

#include <QFile>
#include <QSaveFile>
#include <chrono>
#include <utility>

#include "engine/base/log.h"
#include "engine/store/audit_store.h"

namespace evenhand::app {
namespace {

constexpr std::chrono::milliseconds kPace{1'000};

}  // namespace

Result<std::optional<std::string>> AuditAnchor::read(const std::string& folder) {
    constexpr qint64 kLongest = 4096;
    QFile file(QString::fromStdString(pathIn(folder)));
    if (!file.exists()) {
        return std::optional<std::string>();
    }
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLongest) {
        return fail(ErrorCode::Storage,
                    "the anchor of the audit log cannot be read: " + file.errorString().toStdString(), "path",
                    pathIn(folder));
    }
    return std::optional(file.readAll().toStdString());
}

Result<void> AuditAnchor::write(const api::AuditHead& head) {
    QSaveFile file(QString::fromStdString(m_path));
    const auto text = QByteArray::fromStdString(runtime::anchorText(m_workspaceId, head, m_key));
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        file.write(text) != text.size() || !file.commit()) {
        return fail(ErrorCode::Storage,
                    "the anchor of the audit log cannot be written: " + file.errorString().toStdString(), "path",
                    m_path);
    }
    return {};
}

Result<void> AuditAnchor::open(store::Database& database) {
    const auto folder = m_path.substr(0, m_path.rfind('/'));
    EVENHAND_ASSIGN(const auto text, read(folder));
    EVENHAND_ASSIGN(const auto head, store::audit::head(database));
    bool fits = false;
    if (!text) {
        fits = head.seq == 0;  // a log with entries has had one
    } else if (const auto known = runtime::anchorFrom(*text, m_workspaceId, {{m_key.id, m_key.key}})) {
        EVENHAND_ASSIGN(const auto there, store::audit::slice(database, {}, known->seq - 1, 1));
        fits = known->seq == 0 ||
               (!there.empty() && there.front().record.seq == known->seq && there.front().hash == known->hash);
    }
    std::unique_lock lock(m_mutex);
    m_noted = head;
    m_stuck = !fits;
    if (m_stuck) {
        base::log(base::LogLevel::Warning, "audit", "the anchor in " + folder + " does not fit the log; it is kept");
        return {};
    }
    writeNoted(lock);
    return {};
}

void AuditAnchor::writeNoted(std::unique_lock<std::mutex>& lock) {
    const auto head = m_noted;
    lock.unlock();
    const auto written = write(head);
    lock.lock();
    if (written) {
        m_written = head;
        m_writtenAt = base::SystemClock().now();
    } else {
        base::log(base::LogLevel::Warning, "audit", written.error().text());
    }
}

void AuditAnchor::start() {
    m_thread = std::thread([this] { loop(); });
}

void AuditAnchor::loop() {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        m_changed.wait(lock, [this] { return m_stopping || (!m_stuck && m_noted != m_written); });
        if (!m_stopping) {
            writeNoted(lock);
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
        writeNoted(lock);
    }
}

std::optional<Instant> AuditAnchor::writtenAt() const {
    const std::lock_guard lock(m_mutex);
    return m_writtenAt;
}

}  // namespace evenhand::app
