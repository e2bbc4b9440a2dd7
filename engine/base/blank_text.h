// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a text says anything at all. Thread: any.
#pragma once

#include <string_view>

namespace evenhand::base {

/// Nothing but spaces of any width, line breaks, tabs and what is not shown; also of no characters. `text` that is not
/// valid UTF-8 is not.
[[nodiscard]] bool isOnlyBlanks(std::string_view text) noexcept;

}  // namespace evenhand::base
