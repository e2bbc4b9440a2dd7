// SPDX-License-Identifier: GPL-3.0-or-later
// Ids inside a hash tag of the keyspace, `{…}`: braces, colons and percent signs are written as %XX. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace evenhand::base {

[[nodiscard]] std::string hashTagOf(std::string_view id);
/// The id again; what is no %XX stays as it is.
[[nodiscard]] std::string idOfHashTag(std::string_view tag);

}  // namespace evenhand::base
