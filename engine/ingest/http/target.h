// SPDX-License-Identifier: GPL-3.0-or-later
// The target of a request line: path and query, percent-decoded and checked.
// Thread: pure, any thread.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {

/// Fills path, segments and query of `request` from an origin-form ("/v1/orders?limit=5") or an absolute-form target.
/// InvalidArgument with field "target" or the query parameter's name: malformed percent-encoding, bytes that are no
/// UTF-8 or control characters, a parameter that comes twice.
[[nodiscard]] Result<void> readTarget(std::string_view target, Request& request);

}  // namespace evenhand::ingest
