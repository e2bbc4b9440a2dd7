// SPDX-License-Identifier: GPL-3.0-or-later
// One thing that is read again when it may have changed: one read at a time, none more often than every `interval`,
// none while inactive; what is asked for meanwhile comes afterwards, once. After a failure it tries again later, but
// not after a refusal for want of permission: each one is an entry of the audit log. Thread: GUI. No timer runs while
// nothing is asked for.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <utility>

#include "engine/base/result.h"
#include "ui/bridge/continuation.h"

namespace evenhand::ui {

class FeedChannel : public QObject {
public:
    static constexpr int kRetryMs = 2'000;

    /// `fetch` begins a read and calls done() or failed() when it is answered, not before it returns.
    FeedChannel(int intervalMs, std::function<void()> fetch, QObject* parent);

    /// It may have changed.
    void request();
    /// Another read of the same could not be answered: again, after a while.
    void retry();
    /// What is shown is of something else now (another campus): reads at once, an answer under way is not waited for.
    void restart();
    /// As restart(), but nothing is read until it is asked for.
    void drop();
    void setActive(bool active);
    /// The read of `generation` was answered. False if it is an answer to be ignored.
    [[nodiscard]] bool done(int generation);
    [[nodiscard]] bool failed(int generation);
    [[nodiscard]] bool failed(int generation, const Error& error) {
        return error.code == ErrorCode::PermissionDenied ? done(generation) : failed(generation);
    }
    template <typename T>
    [[nodiscard]] bool answered(int generation, const Result<T>& result) {
        return result ? done(generation) : failed(generation, result.error());
    }
    /// What `fetch` has begun: `then` gets how it was answered, unless that is to be ignored.
    template <typename T, typename Then>
    void take(const QFuture<Result<T>>& answer, Then then) {
        whenReady(answer, this, [this, generation = m_generation, then = std::move(then)](const Result<T>& result) {
            if (answered(generation, result)) {
                then(result);
            }
        });
    }
    [[nodiscard]] int generation() const noexcept { return m_generation; }
    /// What is shown was read since it was last changed to something else; it may have changed since.
    [[nodiscard]] bool isAnswered() const noexcept { return m_answered == m_generation; }
    /// Nothing asked for is still missing.
    [[nodiscard]] bool isSettled() const noexcept { return !m_dirty && !m_inFlight; }

private:
    void start();

    int m_intervalMs;
    std::function<void()> m_fetch;
    QTimer m_pause;
    int m_generation = 0;
    int m_answered = -1;  ///< the generation of the last read that went well
    bool m_active = false;
    bool m_dirty = false;
    bool m_inFlight = false;
};

}  // namespace evenhand::ui
