// SPDX-License-Identifier: GPL-3.0-or-later
// The room of comparing and rebuilding the keyspace: what the composition root needs of it.
// Thread: makeKeyspaceDesk() from any; the desk as its interface says.
#pragma once

#include <memory>

#include "engine/api/keyspace_desk.h"
#include "engine/runtime/engine.h"

namespace evenhand::rebuild {

/// The engine must outlive the desk.
[[nodiscard]] std::unique_ptr<api::KeyspaceDesk> makeKeyspaceDesk(runtime::Engine& engine);

}  // namespace evenhand::rebuild
