// SPDX-License-Identifier: GPL-3.0-or-later
// The file of the access log: one line per answer, appended and written at once.
// Thread: one at a time.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/ingest/http/services.h"

namespace evenhand::app {

/// `path` "-" is standard error. A new file can be read by its owner only. Error: Storage, if it cannot be opened.
[[nodiscard]] Result<ingest::AccessSink> openAccessLog(const std::string& path);

}  // namespace evenhand::app
