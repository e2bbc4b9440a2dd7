// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text from outside to a value, strictly: RFC 8259, valid UTF-8, bounded depth, no member twice, no comments.
// Integers stay exact; a number with a fraction or an exponent is a double, which readers of integers refuse.
// Thread: pure, any thread.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::ingest {

inline constexpr std::size_t kMaxJsonDepth = 16;

/// InvalidArgument with field "body", the reason in the message and the byte's position in the value.
[[nodiscard]] Result<boost::json::value> parseJson(std::string_view text);

}  // namespace evenhand::ingest
