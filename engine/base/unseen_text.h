// SPDX-License-Identifier: GPL-3.0-or-later
// Characters that would change how a line looks or what it does instead of being read: text of strangers is shown
// without them. Pure, any thread.
#pragma once

namespace evenhand::base {

[[nodiscard]] constexpr bool isControlCharacter(char16_t c) noexcept { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

/// Directions, joiners and spaces without width.
[[nodiscard]] constexpr bool isUnseenCharacter(char16_t c) noexcept {
    return c == 0x061c || c == 0x200b || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

inline constexpr char16_t kControlPictures = 0x2400;  ///< U+2400 … show the control characters, in their order
inline constexpr char16_t kPictureOfDelete = 0x2421;

}  // namespace evenhand::base
