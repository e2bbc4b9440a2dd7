// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the answers of desks to a QObject's own thread; safe when the object is gone before the answer.
// Thread: call on the context's thread.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QPromise>
#include <memory>
#include <utility>
#include <vector>

#include "engine/api/call.h"

namespace evenhand::storefront {

/// Calls `done(Result<T>)` on the thread of `context`; a cancelled future arrives as Cancelled.
template <typename T, typename Function>
void deliver(const api::Answer<T>& answer, QObject* context, Function done) {
    auto* watcher = new QFutureWatcher<Result<T>>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, done = std::move(done)]() mutable {
        watcher->deleteLater();
        if (watcher->isCanceled() || watcher->future().resultCount() == 0) {
            done(Result<T>(fail(ErrorCode::Cancelled, "the call was cancelled")));
            return;
        }
        done(watcher->result());
    });
    watcher->setFuture(answer);
}

/// For the *Many() functions: a completion to hand to the desk, whose answers then arrive as deliver() does it.
template <typename T, typename Function>
[[nodiscard]] api::BatchCompletion<T> deliverMany(QObject* context, Function done) {
    using Answers = std::vector<Result<T>>;
    auto promise = std::make_shared<QPromise<Answers>>();
    promise->start();
    auto* watcher = new QFutureWatcher<Answers>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, done = std::move(done)]() mutable {
        watcher->deleteLater();
        done(watcher->future().resultCount() == 0 ? Answers{} : watcher->result());
    });
    watcher->setFuture(promise->future());
    return [promise](Answers answers) {
        promise->addResult(std::move(answers));
        promise->finish();
    };
}

}  // namespace evenhand::storefront
