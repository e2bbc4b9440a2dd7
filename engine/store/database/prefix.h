// SPDX-License-Identifier: GPL-3.0-or-later
// Prefix searches as ranges, so that an index with a binary collation serves them. Internal to engine/store.
// Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace evenhand::store {

/// The first text after everything that begins with `prefix`: the prefix and the last code point.
inline std::string prefixEnd(std::string_view prefix) { return std::string(prefix) + "\xf4\x8f\xbf\xbf"; }

}  // namespace evenhand::store
