// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for returns: the four principles (a deduction, many returns, never more than was deducted, a number once).
// Errors as in returns_desk.h. Thread: the engine's; stateless.
#pragma once

#include <vector>

#include "engine/api/returns_detail.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::returns {

[[nodiscard]] Result<api::ReturnAnswer> request(runtime::UnitOfWork& work, const api::RequestReturn& request);
[[nodiscard]] Result<std::vector<api::ReturnAnswer>> requestMatched(runtime::UnitOfWork& work,
                                                                    const api::MatchReturn& request);
/// What request() would do with it at `now`, but for its number; changes nothing. Any connection.
[[nodiscard]] Result<api::RequestPreview> previewRequest(store::Database& database, Instant now,
                                                         const api::RequestReturn& request);

}  // namespace evenhand::returns
