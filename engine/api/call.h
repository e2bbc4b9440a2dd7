// SPDX-License-Identifier: GPL-3.0-or-later
// Who asks, and how answers come back. Value types, any thread.
#pragma once

#include <QFuture>
#include <QPromise>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/actor.h"
#include "engine/api/once.h"
#include "engine/api/operations.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace evenhand::api {

/// The circumstances of one call to a desk.
struct Call {
    Actor actor;
    std::string reason;  ///< needed by money actions and manual interventions; at most kMaxReason characters
    /// Only with an engine on an import clock: engine time moves forward to this instant before the command runs,
    /// and what falls due in between happens in between.
    std::optional<Instant> at;
    /// Set by the desk that takes the call, for the audit log; what a caller puts there does not count.
    std::optional<Operation> operation{};
    /// For a command that must have its effect only once; nullptr: it runs as often as it is sent.
    std::shared_ptr<Once> once{};
    /// One of very many that are asked for at once, such as the rows of an import: they take turns with what the same
    /// actor asks for beside them, which need not wait until they are done.
    bool bulk = false;
    /// Of an export that is sent away: its name there, perhaps empty. The audit log says that, and nothing of the path
    /// here, where the file does not stay.
    std::optional<std::string> sentAs{};
    /// Which connection asks; 0: this process. Set by the service for its lines, never read from what they send.
    ConsoleId console{};
};

/// The answer to a desk call. Resolved after the commit that made it durable, on the engine's thread; continue with
/// `.then(this, …)`. A full inbox answers Busy at once.
template <typename T>
using Answer = QFuture<Result<T>>;
/// An answer that is there already.
template <typename T>
[[nodiscard]] Answer<T> readyAnswer(Result<T> result) {
    QPromise<Result<T>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

/// For callers that submit many at a time: one call with all answers, in the order asked, on the engine's thread.
template <typename T>
using BatchCompletion = std::function<void(std::vector<Result<T>>)>;

}  // namespace evenhand::api
