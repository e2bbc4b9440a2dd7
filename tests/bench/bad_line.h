// SPDX-License-Identifier: GPL-3.0-or-later
// A line that stalls, is cut, and is cut again in the middle of what comes back, every ten seconds anew; how long it
// takes in each direction is the proxy's. Thread: made and destroyed on one; its own runs it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/remote/line_proxy.h"

namespace evenhand::bench {

class BadLine {
public:
    explicit BadLine(test::LineProxy& proxy) : m_thread([this, &proxy] { run(proxy); }) {}
    ~BadLine() {
        {
            const std::scoped_lock lock(m_mutex);
            m_stop = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }
    BadLine(const BadLine&) = delete;
    BadLine& operator=(const BadLine&) = delete;

private:
    void run(test::LineProxy& proxy) {
        using std::chrono::milliseconds;
        while (pass(milliseconds(2'000))) {
            proxy.stall(true);
            (void)pass(milliseconds(1'500));
            proxy.stall(false);
            (void)pass(milliseconds(2'000));
            proxy.cut();
            (void)pass(milliseconds(2'500));
            proxy.cutAfter(20'000);
            proxy.cut();
            (void)pass(milliseconds(2'000));
        }
    }
    /// False: it is over.
    bool pass(std::chrono::milliseconds time) {
        std::unique_lock lock(m_mutex);
        return !m_changed.wait_for(lock, time, [this] { return m_stop; });
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stop = false;
    std::thread m_thread;
};

}  // namespace evenhand::bench
