// SPDX-License-Identifier: GPL-3.0-or-later
// What a desk must not do on the engine's thread because it may take long or ask somebody: a keychain, a file.
// Threads: start() and stop() from any; the work runs on a thread of the pool, or, in a program without threads (a
// simulation), at once where it is started.
#pragma once

#include <QPromise>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/api/call.h"

namespace evenhand::runtime {

class BackgroundWork {
public:
    /// At most `threads` of them at a time, 1 …; 0: there are no threads.
    explicit BackgroundWork(int threads) : m_stopped(threads == 0) { m_pool.setMaxThreadCount(threads); }
    ~BackgroundWork() { stop(); }
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

    void start(std::function<void()> work) {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_stopped) {
                m_pool.start(std::move(work));
                return;
            }
        }
        work();
    }
    /// The answer is what `fn` makes of that one, in the background.
    template <typename T, typename From>
    [[nodiscard]] api::Answer<T> then(api::Answer<From> from, std::function<Result<T>(Result<From>)> fn) {
        auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        (void)from.then([this, promise, fn = std::move(fn)](Result<From> result) {
            start([promise, fn, result = std::move(result)] {
                promise->addResult(fn(result));
                promise->finish();
            });
        });
        return promise->future();
    }
    /// Waits for what was started. What comes later runs at once where it is started.
    void stop() {
        {
            const std::lock_guard lock(m_mutex);
            m_stopped = true;
        }
        m_pool.waitForDone();
    }

private:
    QThreadPool m_pool;
    std::mutex m_mutex;
    bool m_stopped;
};

}  // namespace evenhand::runtime
