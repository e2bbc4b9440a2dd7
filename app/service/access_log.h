// SPDX-License-Identifier: GPL-3.0-or-later
// The file of the access log: a line per answer, appended, written at once.
// Thread: one at a time.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/ingest/http/services.h"

namespace evenhand::app {

/// "-" is standard error. The file is made for its owner only. Storage: it cannot be opened.
[[nodiscard]] Result<ingest::AccessSink> openAccessLog(const std::string& path);

}  // namespace evenhand::app
