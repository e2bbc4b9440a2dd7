// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of desks that are not there. Thread: any.
#pragma once

#include <QPromise>

#include "engine/api/call.h"

namespace evenhand::api {

/// Converts to the refusal of any answer.
struct Refusal {
    static Error error() { return {ErrorCode::Unsupported, "not available here", "", ""}; }
    template <typename T>
    operator QFuture<T>() const {  // NOLINT: implicit by intent
        QPromise<T> promise;
        promise.start();
        promise.addResult(T(tl::unexpect, error()));
        promise.finish();
        return promise.future();
    }
};

}  // namespace evenhand::api
