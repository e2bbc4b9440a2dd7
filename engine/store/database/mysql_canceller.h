// SPDX-License-Identifier: GPL-3.0-or-later
// Ends the running statement of a connection by KILL QUERY from a second connection, which a thread of its own opens
// when it is first needed. Inside engine/store only.
//
// Threads: statementBegins(), statementEnds(), setCheck() on the connection's; request() on any, and it never waits.
// Invariant: a kill that was meant for one statement never reaches the next one: statementEnds() waits for a kill under
// way, and its caller then absorbs what may be left of it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "engine/store/database/mysql_settings.h"

namespace evenhand::store {

class MysqlCanceller {
public:
    explicit MysqlCanceller(MysqlSettings settings) : m_settings(std::move(settings)) {}
    ~MysqlCanceller();
    MysqlCanceller(const MysqlCanceller&) = delete;
    MysqlCanceller& operator=(const MysqlCanceller&) = delete;

    /// The connection to kill queries of, as the server numbers it.
    void setConnection(unsigned long id);
    void statementBegins();
    /// True if a kill was sent meanwhile.
    [[nodiscard]] bool statementEnds();
    void request() noexcept;
    /// Asked every few hundredths of a second while a statement runs; true requests.
    void setCheck(const std::function<bool()>* check) noexcept;

private:
    void work();
    void needThread();
    /// Waits for a request or a check that answers true; false: the end.
    bool waitForRequest(std::unique_lock<std::mutex>& lock);

    const MysqlSettings m_settings;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::thread m_thread;
    unsigned long m_connection = 0;
    const std::function<bool()>* m_check = nullptr;
    std::uint64_t m_statement = 0;  ///< counts the statements, so that a request is tied to its own
    bool m_running = false;
    bool m_requested = false;
    bool m_inFlight = false;
    bool m_killed = false;
    bool m_stop = false;
};

}  // namespace evenhand::store
