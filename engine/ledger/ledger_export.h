// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger as CSV, written on the reader's thread slice by slice. Thread: any.
#pragma once

#include <functional>
#include <string>

#include "engine/api/ledger_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::ledger {

[[nodiscard]] api::Answer<std::int64_t> exportLedger(runtime::Engine& engine, runtime::Reader& reader,
                                                     const api::Call& call, api::LedgerFilter filter, std::string path,
                                                     std::function<void(std::int64_t)> progress);

}  // namespace evenhand::ledger
