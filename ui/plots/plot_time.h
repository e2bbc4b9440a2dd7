// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot's axes of dates count seconds. Pure, any thread.
#pragma once

#include "engine/base/clock.h"

namespace evenhand::ui {

[[nodiscard]] inline double seconds(Instant at) { return static_cast<double>(at.ms) / 1'000; }

}  // namespace evenhand::ui
