// SPDX-License-Identifier: GPL-3.0-or-later
// Exports every assignment of an order to a courier as CSV. Thread: any.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// Answers the number of rows; errors as for the exports of the desks. `progress(rows)` is called on the reader's
/// thread.
[[nodiscard]] api::Answer<std::int64_t> exportAssignments(Workspace& workspace, const api::Call& call,
                                                          const std::string& path,
                                                          const std::function<void(std::int64_t)>& progress);

}  // namespace evenhand::app
