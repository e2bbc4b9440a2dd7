// SPDX-License-Identifier: GPL-3.0-or-later
// Continues an answer of the engine on the GUI thread: whenReady(future, context, handler).
// Thread: call on the GUI thread; the handler runs there, from the event loop, never inside this call.
// Invariant: once `context` is gone the handler does not run; the answer itself is not cancelled.
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <utility>

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

}  // namespace evenhand::ui
