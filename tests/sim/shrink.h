// SPDX-License-Identifier: GPL-3.0-or-later
// A failing simulation made small: acts are left out, as many as possible at a time, while it still fails (Zeller and
// Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002). Thread: the world's.
#pragma once

#include <functional>

#include "world.h"

namespace evenhand::sim {

/// A plan that fails too, with no act that could be left out; runs the world some hundred times. What it fails with may
/// be another rule: whatever is found is worth a look. `before`: told of each plan that is run.
[[nodiscard]] Plan shrunk(World& world, const Plan& failing, const std::function<void(const Plan&)>& before = {});

}  // namespace evenhand::sim
