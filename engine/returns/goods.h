// SPDX-License-Identifier: GPL-3.0-or-later
// Goods that come back: received, not expected, or awaited again. Errors as in returns_desk.h.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/returns_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::returns {

[[nodiscard]] Result<api::ReturnOutcome> receive(runtime::UnitOfWork& work, const api::ReturnRef& ref,
                                                 const std::vector<api::ReceivedLine>& lines);
[[nodiscard]] Result<api::ReturnOutcome> skipGoods(runtime::UnitOfWork& work, const api::ReturnRef& ref);
[[nodiscard]] Result<api::ReturnOutcome> undoGoods(runtime::UnitOfWork& work, const api::ReturnRef& ref);

}  // namespace evenhand::returns
