// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/reader_thread.h"

#include <future>
#include <tuple>
#include <utility>

namespace evenhand::runtime {

Result<void> ReadSession::open() {
    EVENHAND_ASSIGN(m_database, m_open());
    return {};
}

void ReadSession::run(const Reader::Task& task, const std::function<bool()>& isCancelled) {
    if (!m_database->isOpen()) {
        std::ignore = m_database->reopen();  // if it fails, the task's statements say why
    }
    m_database->setCancelCheck(&isCancelled);
    task(*m_database, isCancelled);
    m_database->setCancelCheck(nullptr);
    m_database->rollback();  // a task that failed may have left its snapshot open; and what it remembered goes
    if (m_database->faulted()) {
        m_database->close();
    }
}

Result<void> ReaderThread::start() {
    std::promise<Result<void>> opened;
    auto result = opened.get_future();
    m_thread = std::thread([this, &opened] {
        auto done = m_session.open();
        const bool running = done.has_value();
        opened.set_value(std::move(done));  // the caller goes on; `opened` is not touched again
        if (running) {
            loop();
        }
        m_session.close();  // on the thread that opened it
    });
    auto done = result.get();
    if (!done) {
        m_thread.join();
    }
    return done;
}

void ReaderThread::loop() {
    while (true) {
        Waiting next;
        {
            std::unique_lock lock(m_mutex);
            m_arrived.wait(lock, [this] { return m_stopping || !m_waiting.empty(); });
            if (m_stopping) {
                return;
            }
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        if (next.isCancelled()) {
            continue;  // destroying the task cancels its future
        }
        const std::function<bool()> cancelled = [this, &next] {
            return m_stopping.load(std::memory_order_relaxed) || next.isCancelled();
        };
        m_session.run(next.task, cancelled);
    }
}

void ReaderThread::post(Task task, std::function<bool()> isCancelled) {
    const std::lock_guard lock(m_mutex);
    if (!m_stopping) {
        m_waiting.push_back({std::move(task), std::move(isCancelled)});
        m_arrived.notify_one();
    }
}

void ReaderThread::stop() {
    std::deque<Waiting> dropped;
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        dropped.swap(m_waiting);
        m_arrived.notify_one();
    }
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::runtime
