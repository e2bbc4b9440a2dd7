// SPDX-License-Identifier: GPL-3.0-or-later
// Continues an answer of the engine on the GUI thread: whenReady(future, context, handler).
// Thread: call on the GUI thread; the handler runs there, from the event loop, never inside this call.
// Invariant: once `context` is gone the handler does not run; the answer itself is not cancelled.
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::ui {

/// `handler` takes Result<T>. An answer that was cancelled without a value arrives as ErrorCode::Cancelled.
template <typename T, typename Handler>
void whenReady(const QFuture<Result<T>>& future, QObject* context, Handler&& handler) {
    auto* watcher = new QFutureWatcher<Result<T>>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, handler = std::forward<Handler>(handler)]() mutable {
                         watcher->deleteLater();
                         const auto done = watcher->future();
                         if (done.resultCount() == 0) {
                             handler(Result<T>(fail(ErrorCode::Cancelled, "cancelled")));
                         } else {
                             handler(done.result());
                         }
                     });
    watcher->setFuture(future);
}

/// Once all of them are there: `handler` takes them in the order in which they were asked. Of none it is not called.
template <typename T, typename Handler>
void whenAllReady(const std::vector<QFuture<Result<T>>>& futures, QObject* context, Handler handler) {
    struct Round {
        std::vector<Result<T>> results;
        std::size_t open;
        Handler handler;
    };
    auto round = std::make_shared<Round>(
        Round{std::vector<Result<T>>(futures.size(), Result<T>(fail(ErrorCode::Cancelled, "cancelled"))),
              futures.size(), std::move(handler)});
    for (std::size_t i = 0; i < futures.size(); ++i) {
        whenReady(futures[i], context, [i, round](const Result<T>& result) {
            round->results[i] = result;
            if (--round->open == 0) {
                round->handler(round->results);
            }
        });
    }
}

}  // namespace evenhand::ui
