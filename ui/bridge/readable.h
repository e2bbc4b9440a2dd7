// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the engine for what only some people may read. Whoever may not gets the refusal that it would be, without
// asking: the engine notes every refusal in the audit log, and an open page asks again and again. Thread: GUI.
#pragma once

#include <type_traits>
#include <utility>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

/// `ask` takes nothing and returns an api::Answer.
template <typename Ask>
[[nodiscard]] auto askIfReadable(const EngineBridge& bridge, api::Permission permission, Ask ask) {
    using Answer = std::invoke_result_t<Ask&>;
    const auto& actor = bridge.actor();
    if (actor.ended() || actor.may(permission)) {
        return ask();
    }
    using Outcome = decltype(std::declval<Answer>().result());
    return Answer(QtFuture::makeReadyFuture(
        Outcome(fail(ErrorCode::PermissionDenied, "no permission", "permission", std::string(toText(permission))))));
}

}  // namespace evenhand::ui
