// SPDX-License-Identifier: GPL-3.0-or-later
// When a text that filters a table is taken to be typed.
#pragma once

namespace evenhand::ui {

inline constexpr int kTypingMs = 250;  ///< since the last letter

}  // namespace evenhand::ui
