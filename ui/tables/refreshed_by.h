// SPDX-License-Identifier: GPL-3.0-or-later
// TableLook::refreshedBy, said by the signals after which rows may have changed.
// Thread: GUI.
#pragma once

#include <functional>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

template <typename... Signals>
[[nodiscard]] auto refreshedBy(EngineBridge& bridge, Signals... changes) {
    return [&bridge, changes...](QObject* receiver, const std::function<void()>& again) {
        (QObject::connect(&bridge, changes, receiver, again), ...);
    };
}

}  // namespace evenhand::ui
