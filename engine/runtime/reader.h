// SPDX-License-Identifier: GPL-3.0-or-later
// Reads of committed state on a thread and a read-only connection of their own, so that neither the engine nor the
// window waits for them. Each read is one snapshot, meant to last well under a second; exports resume by key.
// Thread: ask() from any thread; `fn` runs on the reader's thread.
#pragma once

#include <QPromise>
#include <functional>

#include "engine/api/call.h"
#include "engine/store/database/database.h"

namespace evenhand::runtime {

/// Tells a long read that its caller has gone.
using CancelCheck = std::function<bool()>;

class Reader {
public:
    virtual ~Reader() = default;
    /// `task(database, cancelled)`, in order of asking; a task whose future was cancelled before is dropped, and the
    /// running query of one that is cancelled meanwhile is interrupted.
    using Task = std::function<void(store::Database&, const CancelCheck&)>;
    virtual void post(Task task, std::function<bool()> isCancelled) = 0;

    template <typename T>
    [[nodiscard]] api::Answer<T> ask(std::function<Result<T>(store::Database&, const CancelCheck&)> fn) {
        auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        auto future = promise->future();
        post(
            [promise, fn = std::move(fn)](store::Database& database, const CancelCheck& cancelled) {
                auto answer = fn(database, cancelled);
                if (auto damage = database.takeDamage()) {
                    answer = tl::unexpected<Error>(*std::move(damage));
                }
                promise->addResult(std::move(answer));
                promise->finish();
            },
            [promise] { return promise->isCanceled(); });
        return future;
    }
};

}  // namespace evenhand::runtime
