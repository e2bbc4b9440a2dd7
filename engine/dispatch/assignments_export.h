// SPDX-License-Identifier: GPL-3.0-or-later
// Every assignment of a courier as CSV. Thread: any.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/api/call.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::dispatch {

/// As runtime::exportCsv(), in order of the orders and of their epochs.
[[nodiscard]] api::Answer<std::int64_t> exportAssignments(runtime::Engine& engine, runtime::Reader& reader,
                                                          const api::Call& call, std::string path,
                                                          std::function<void(std::int64_t)> progress);

}  // namespace evenhand::dispatch
