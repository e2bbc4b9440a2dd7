// SPDX-License-Identifier: GPL-3.0-or-later
// The room of the ledger: what the composition root needs of it.
// Thread: makeLedgerDesk() from any; the desk as its interface says.
#pragma once

#include <memory>

#include "engine/api/ledger_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::ledger {

/// Engine (only told of refusals) and reader must outlive the desk.
[[nodiscard]] std::unique_ptr<api::LedgerDesk> makeLedgerDesk(runtime::Engine& engine, runtime::Reader& reader);

}  // namespace evenhand::ledger
