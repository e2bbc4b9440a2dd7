// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/mysql_canceller.h"

#include <chrono>
#include <string>
#include <system_error>

#include "engine/store/database/mysql_connection.h"

namespace evenhand::store {

MysqlCanceller::~MysqlCanceller() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void MysqlCanceller::setConnection(unsigned long id) {
    const std::lock_guard lock(m_mutex);
    m_connection = id;
}

void MysqlCanceller::statementBegins() {
    const std::lock_guard lock(m_mutex);
    m_running = true;
    ++m_statement;
    m_requested = m_killed = false;
}

bool MysqlCanceller::statementEnds() {
    std::unique_lock lock(m_mutex);
    m_running = false;
    m_changed.wait(lock, [this] { return !m_inFlight; });
    return m_killed;
}

void MysqlCanceller::request() noexcept {
    try {
        const std::lock_guard lock(m_mutex);
        if (!m_running) {
            return;
        }
        m_requested = true;
        needThread();
    } catch (const std::system_error&) {
        return;  // no thread to be had: the query runs to its end
    }
    m_changed.notify_all();
}

void MysqlCanceller::needThread() {
    if (!m_thread.joinable()) {
        m_thread = std::thread([this] { work(); });
    }
}

void MysqlCanceller::setCheck(const std::function<bool()>* check) noexcept {
    try {
        const std::lock_guard lock(m_mutex);  // the old one is not being asked any more
        m_check = check;
        if (check == nullptr) {
            return;
        }
        needThread();
    } catch (const std::system_error&) {
        return;
    }
    m_changed.notify_all();
}

bool MysqlCanceller::waitForRequest(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds kAskEvery(30);
    while (!m_stop && !m_requested) {
        if (m_check == nullptr) {
            m_changed.wait(lock);
        } else {
            m_changed.wait_for(lock, kAskEvery);
            m_requested = m_requested || (m_running && m_check != nullptr && (*m_check)());
        }
    }
    return !m_stop;
}

void MysqlCanceller::work() {
    std::unique_lock lock(m_mutex);
    while (waitForRequest(lock)) {
        m_requested = false;
        const auto meant = m_statement;
        lock.unlock();
        // Connected before the kill is under way, since statementEnds() waits for that.
        MysqlConnection connection(m_settings);
        const bool open = connection.open().has_value();
        lock.lock();
        if (!open || !m_running || m_statement != meant) {
            continue;  // the statement that the request was for has ended; another one may run by now
        }
        m_inFlight = true;
        const auto id = m_connection;
        lock.unlock();
        connection.run("KILL QUERY " + std::to_string(id));
        lock.lock();
        m_inFlight = false;
        m_killed = true;
        m_changed.notify_all();
    }
}

}  // namespace evenhand::store
