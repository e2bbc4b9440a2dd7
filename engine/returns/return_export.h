// SPDX-License-Identifier: GPL-3.0-or-later
// Returns as CSV, a row per return and SKU, written on the reader's thread slice by slice. `amount` is what the lists
// show, approved or else asked for, once for each return; `line_amount` is the part of the SKU, known once it is
// approved. Thread: any.
#pragma once

#include <functional>
#include <string>

#include "engine/api/returns_types.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::returns {

[[nodiscard]] api::Answer<std::int64_t> exportReturns(runtime::Engine& engine, runtime::Reader& reader,
                                                      const api::Call& call, api::ReturnFilter filter, std::string path,
                                                      int minorDigits, std::function<void(std::int64_t)> progress);

}  // namespace evenhand::returns
