// SPDX-License-Identifier: GPL-3.0-or-later
// Writes draws as CSV on the reader's thread, slice by slice. Thread: start from any thread.
#pragma once

#include <functional>
#include <string>

#include "engine/api/campaign_types.h"
#include "engine/runtime/reader.h"

namespace evenhand::coupons {

/// Answers the rows written. The file appears whole under its name, or not at all. Amounts with `minorDigits`.
[[nodiscard]] api::Answer<std::int64_t> exportDraws(runtime::Reader& reader, api::DrawFilter filter, std::string path,
                                                    int minorDigits, std::function<void(std::int64_t)> progress);

}  // namespace evenhand::coupons
