// SPDX-License-Identifier: GPL-3.0-or-later
// JSON to text and back. What comes from clients is read strictly: RFC 8259, valid UTF-8, bounded depth, no member
// twice, no comments. Integers stay exact; a number with a fraction or an exponent is a double, which readers of
// integers refuse. Thread: pure, any thread.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::json {

/// InvalidArgument with field "body", the reason in the message and the byte's position in the value.
[[nodiscard]] Result<boost::json::value> parseJson(std::string_view text);

/// What a service answers that we have asked: read although it is careless, since an answer that cannot be read leaves
/// unknown what it has done. A member may stand twice (the last one counts), a byte order mark in front, line breaks
/// and other control characters in strings (they become spaces), half of a surrogate pair (it becomes U+FFFD), a
/// backslash before any character. Empty: nothing that can be read, or no object.
[[nodiscard]] boost::json::object parseAnswer(std::string_view text);

/// Without spaces, members in the order in which they were put in.
[[nodiscard]] std::string writeJson(const boost::json::object& object);

}  // namespace evenhand::json

namespace evenhand {
using json::parseAnswer;
using json::parseJson;
using json::writeJson;
}  // namespace evenhand
