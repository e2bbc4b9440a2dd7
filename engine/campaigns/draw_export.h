// SPDX-License-Identifier: GPL-3.0-or-later
// Writes draws as CSV, as runtime/csv_export.h.
#pragma once

#include <functional>
#include <string>

#include "engine/api/campaign_types.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::campaigns {

/// Amounts with `minorDigits`.
[[nodiscard]] api::Answer<std::int64_t> exportDraws(runtime::Engine& engine, runtime::Reader& reader,
                                                    const api::Call& call, api::DrawFilter filter, std::string path,
                                                    int minorDigits, std::function<void(std::int64_t)> progress);

}  // namespace evenhand::campaigns
