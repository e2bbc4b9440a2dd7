// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between a client and a database server's socket, and cuts the connection exactly around a COMMIT or
// around any statement.
// Thread: made and destroyed on one; its own threads forward.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace evenhand::testing {

class CuttingProxy {
public:
    enum class Cut {
        Never,
        BeforeCommit,  ///< the server never sees it
        AfterCommit,   ///< the server has answered, the client never hears
        BeforeStatement,
        AfterStatement,
    };

    CuttingProxy(std::string listenOn, std::string forwardTo);
    ~CuttingProxy();
    CuttingProxy(const CuttingProxy&) = delete;
    CuttingProxy& operator=(const CuttingProxy&) = delete;

    [[nodiscard]] bool isListening() const noexcept { return m_listener >= 0; }
    /// At the `nth` COMMIT (or statement, of any connection) from now on, once.
    void cut(Cut how, int nth = 1) {
        m_met = 0;
        m_nth = nth;
        m_how = how;
    }
    /// After the cut nobody gets through any more, until open().
    void cutForGood(Cut how, int nth) {
        m_thenRefuse = true;
        cut(how, nth);
    }
    /// From now on nobody gets through.
    void refuse() { m_refusing = true; }
    void open() {
        m_how = Cut::Never;
        m_thenRefuse = false;
        m_refusing = false;
    }
    [[nodiscard]] bool refusing() const noexcept { return m_refusing; }
    [[nodiscard]] int cuts() const noexcept { return m_cuts; }

private:
    void accept();
    void forward(int client);
    [[nodiscard]] bool meets(std::string_view sent);

    const std::string m_forwardTo;
    int m_listener = -1;
    std::atomic<Cut> m_how{Cut::Never};
    std::atomic<int> m_nth{1};
    std::atomic<int> m_met{0};
    std::atomic<int> m_cuts{0};
    std::atomic<bool> m_thenRefuse{false};
    std::atomic<bool> m_refusing{false};
    std::atomic<bool> m_stop{false};
    std::mutex m_mutex;
    std::vector<std::thread> m_threads;
    std::thread m_acceptor;
};

}  // namespace evenhand::testing
