// SPDX-License-Identifier: GPL-3.0-or-later
// The two readers: one with a thread of its own for programs, one that reads at once on the calling thread for tests
// that step the engine. Both own a read-only connection and make it anew after storage errors. Thread: post() from any
// thread (DirectReader: from the thread that made it).
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/runtime/reader.h"

namespace evenhand::runtime {

/// Opens the reader's connection, on the thread that uses it.
using OpenForReading = std::function<Result<std::unique_ptr<store::Database>>()>;

/// The connection and the running of one task on it.
class ReadSession {
public:
    explicit ReadSession(OpenForReading open) : m_open(std::move(open)) {}
    [[nodiscard]] Result<void> open();
    /// Always runs the task, also with the connection down: its statements then answer the reason.
    void run(const Reader::Task& task, const std::function<bool()>& isCancelled);
    void close() { m_database.reset(); }

private:
    OpenForReading m_open;
    std::unique_ptr<store::Database> m_database;
};

class ReaderThread final : public Reader {
public:
    explicit ReaderThread(OpenForReading open) : m_session(std::move(open)) {}
    ~ReaderThread() override { stop(); }

    /// Opens the connection on the new thread; answers whether that worked.
    [[nodiscard]] Result<void> start();
    /// Ends the running task by cancelling it and drops what waits: their futures come back cancelled.
    void stop();
    void post(Task task, std::function<bool()> isCancelled) override;

private:
    struct Waiting {
        Task task;
        std::function<bool()> isCancelled;
    };
    void loop();

    ReadSession m_session;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<Waiting> m_waiting;
    std::atomic<bool> m_stopping{false};
    std::thread m_thread;
};

class DirectReader final : public Reader {
public:
    explicit DirectReader(OpenForReading open) : m_session(std::move(open)) {}
    [[nodiscard]] Result<void> start() { return m_session.open(); }
    void stop() {
        m_stopped = true;
        m_session.close();
    }
    void post(Task task, std::function<bool()> isCancelled) override {
        if (!m_stopped) {
            m_session.run(task, isCancelled);
        }
    }

private:
    ReadSession m_session;
    bool m_stopped = false;
};

}  // namespace evenhand::runtime
