// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that have their effect once (api::Once): the answer is looked up before the command, and kept with it.
// Thread: the engine's.
#pragma once

#include "engine/runtime/engine.h"

namespace evenhand::runtime {

/// Job::run() of command `index`, whose answer is kept in the same unit if the call asks for it; or, if it was kept
/// before, nothing but those of its keys that are new, and KeyReused. False: undo it.
[[nodiscard]] bool runOnce(Job& job, std::size_t index, UnitOfWork& work);

}  // namespace evenhand::runtime
