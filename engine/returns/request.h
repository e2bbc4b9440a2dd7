// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for returns: the four principles (a deduction, many returns, never more than was deducted, a number once).
// Errors as in returns_desk.h. Thread: the engine's; stateless.
#pragma once

#include <vector>

#include "engine/api/returns_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::returns {

[[nodiscard]] Result<api::ReturnAnswer> request(runtime::UnitOfWork& work, const api::RequestReturn& request);
[[nodiscard]] Result<std::vector<api::ReturnAnswer>> requestMatched(runtime::UnitOfWork& work,
                                                                    const api::MatchReturn& request);

}  // namespace evenhand::returns
