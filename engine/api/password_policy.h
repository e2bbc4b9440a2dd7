// SPDX-License-Identifier: GPL-3.0-or-later
// Which passwords are good enough, and how a login is compared. After NIST SP 800-63B: length and a list of what is
// guessed first count; no rules about kinds of characters, no expiry.
// Thread: pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::api {

inline constexpr std::int64_t kMinPassword = 10;   ///< characters
inline constexpr std::int64_t kMaxPassword = 256;  ///< characters
inline constexpr std::int64_t kMaxLogin = 64;      ///< characters

enum class PasswordIssue : std::uint8_t {
    NotText,   ///< "not_text": not UTF-8, or control characters
    TooShort,  ///< "too_short"
    TooLong,   ///< "too_long"
    Uniform,   ///< "uniform": few different characters, one short piece again and again, or a plain sequence
    LikeName,  ///< "like_name": little more than the login, the name or the program's name
    Common     ///< "common": a word that everybody tries, with digits and signs around or inside it
};
[[nodiscard]] std::string_view toText(PasswordIssue value) noexcept;

/// Composed (NFC), so that the same characters typed on another machine are the same password.
[[nodiscard]] std::string normalisedPassword(std::string_view password);
/// What is wrong with it; empty: nothing. In order of declaration; NotText, TooShort and TooLong alone.
[[nodiscard]] std::vector<PasswordIssue> passwordIssues(std::string_view password, std::string_view login,
                                                        std::string_view name);
/// WeakPassword (field password, the value is the first issue's text; never anything of the password itself).
[[nodiscard]] Result<void> checkPassword(std::string_view password, std::string_view login, std::string_view name);

/// 1 … kMaxLogin characters of UTF-8 without controls, format characters (writing direction, zero width) and colons, no
/// space at either end, and not a name of the program's own parts. InvalidArgument (login).
[[nodiscard]] Result<void> checkLogin(std::string_view login);
/// What is unique among people and compared at sign-in: without regard to case and to compatible forms (NFKC).
[[nodiscard]] std::string loginKey(std::string_view login);

}  // namespace evenhand::api
