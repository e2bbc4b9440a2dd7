// SPDX-License-Identifier: GPL-3.0-or-later
// Tells consoles of a change of an order's timer or alert. Thread: the engine's.
#pragma once

#include <utility>

#include "engine/runtime/unit_of_work.h"

namespace evenhand::timers {

inline void emit(runtime::UnitOfWork& work, api::Event::Kind kind, OrderId order, const CampusId& campus) {
    api::Event event;
    event.kind = kind;
    event.order = order;
    event.campus = campus;
    work.emit(std::move(event));
}

}  // namespace evenhand::timers
